"""One three-phase order with an instant agent, on a repository that is known already."""

import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.client import Client
from benchmarks.feed import COMPLETED, Feed, listening
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.floor import Floor
from benchmarks.repositories import make_repository
from benchmarks.server import serving
from benchmarks.setting import SMALL_REPOSITORY, Setting, three_phases

_WARM_UP = 3
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class _Times:
    answered: float
    prompted: float
    completed: float


def measure_one_order(setting: Setting) -> list[Figure]:
    repository = make_repository(setting.folder / "ours.git", files=SMALL_REPOSITORY)
    floor = Floor(setting.folder / "floor", files=SMALL_REPOSITORY)
    ours: list[_Times] = []
    by_hand: list[float] = []
    with (
        serving(setting.folder / "home") as server,
        listening(server.url) as feed,
        closing(Client(server.url)) as client,
    ):
        for number in range(_WARM_UP + setting.choose(60, 12)):
            ours.append(_one(client, feed, repository, number))
            by_hand.append(floor.one_order() * 1e3)
    return _figures(ours[_WARM_UP:], by_hand[_WARM_UP:])


def _one(client: Client, feed: Feed, repository: Path, number: int) -> _Times:
    began = time.time()
    order_id, answered = client.file_order(repository, three_phases(number))
    completed = feed.wait_for([order_id], COMPLETED, seconds=_SECONDS)[order_id]
    prompted = feed.wait_for([order_id], "agent_command_started", seconds=1)[order_id]
    return _Times(answered * 1e3, (prompted - began) * 1e3, (completed - began) * 1e3)


def _figures(ours: list[_Times], by_hand: list[float]) -> list[Figure]:
    completed = [times.completed for times in ours]
    answered = [times.answered for times in ours]
    prompted = [times.prompted for times in ours]
    spread = f"{spread_of(completed)}; floor {spread_of(by_hand)}"
    return [
        Figure("one order, p50", median(completed), "ms", median(by_hand), Target("<=", 1.6, "ratio"), spread),
        Figure(
            "POST answer, p99", percentile(answered, 0.99), "ms", None, Target("<", 50, "ours"), spread_of(answered)
        ),
        Figure(
            "POST to first prompt, p50", median(prompted), "ms", None, Target("<", 100, "ours"), spread_of(prompted)
        ),
    ]
