"""A repository of 50,000 files: until the agent has its first prompt, beside plain `git worktree add`."""

import time
from contextlib import closing
from pathlib import Path

from benchmarks.client import Client
from benchmarks.feed import Feed, listening
from benchmarks.figure import Figure, median, spread_of
from benchmarks.repositories import git, make_mirror, make_repository
from benchmarks.server import serving
from benchmarks.setting import Setting, three_phases

_SECONDS = 300.0


def measure_large_repository(setting: Setting) -> list[Figure]:
    files = setting.choose(50_000, 10_000)
    repository = make_repository(setting.folder / "ours.git", files=files)
    mirror = make_mirror(repository, setting.folder / "mirror.git")
    ours, by_hand, answered = [], [], []
    with (
        serving(setting.folder / "home") as server,
        listening(server.url) as feed,
        closing(Client(server.url)) as client,
    ):
        _until_prompted(client, feed, repository, 0)
        for number in range(1, setting.choose(5, 2) + 1):
            seconds, post = _until_prompted(client, feed, repository, number)
            ours.append(seconds * 1e3)
            answered.append(post * 1e3)
            by_hand.append(_worktree_add(mirror, setting.folder / f"worktree{number}", number) * 1e3)
    name = f"{files} files, POST to first prompt"
    return [
        Figure(name, median(ours), "ms", median(by_hand), None, f"{spread_of(ours)}; floor {spread_of(by_hand)}"),
        Figure(f"{files} files, POST answer", median(answered), "ms", None, None, spread_of(answered)),
    ]


def _until_prompted(client: Client, feed: Feed, repository: Path, number: int) -> tuple[float, float]:
    began = time.time()
    order_id, answered = client.file_order(repository, three_phases(number))
    prompted = feed.wait_for([order_id], "agent_command_started", seconds=_SECONDS)[order_id]
    feed.wait_for([order_id], seconds=_SECONDS)
    return prompted - began, answered


def _worktree_add(mirror: Path, path: Path, number: int) -> float:
    began = time.perf_counter()
    git(mirror, "worktree", "add", "-q", "--no-track", "-b", f"by-hand-{number}", str(path), "origin/trunk")
    seconds = time.perf_counter() - began
    git(mirror, "worktree", "remove", "--force", str(path))
    return seconds
