"""A hundred orders queued at once, eight at a time; then the same in a repository that has seen thousands."""

import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.api_sampler import Samples, sampling
from benchmarks.client import Client
from benchmarks.feed import Feed, listening
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.floor import Floor, FloorBatch
from benchmarks.repositories import make_repository
from benchmarks.server import Server, serving
from benchmarks.setting import AT_A_TIME, SMALL_REPOSITORY, Setting, three_phases

_BATCH_SECONDS = 300.0
_HISTORY_SECONDS = 300.0
_HISTORY_CHUNK = 100


@dataclass(frozen=True, slots=True)
class _Batch:
    count: int
    seconds: float
    posts: list[float]
    own_cpu: float
    children_cpu: float

    @property
    def each_ms(self) -> float:
        return self.seconds / self.count * 1e3

    @property
    def per_second(self) -> float:
        return self.count / self.seconds


class _Bench:
    def __init__(self, setting: Setting, server: Server, client: Client, feed: Feed, repository: Path) -> None:
        self._setting = setting
        self.server = server
        self._client = client
        self._feed = feed
        self._repository = repository
        self._numbers = itertools.count()

    def one(self) -> str:
        order_id, _ = self._client.file_order(self._repository, three_phases(next(self._numbers)))
        self._feed.wait_for([order_id], seconds=_BATCH_SECONDS)
        return order_id

    def batch(self, count: int) -> _Batch:
        own, children = self.server.cpu_seconds()
        began = time.time()
        prompts = (three_phases(next(self._numbers)) for _ in range(count))
        filed = [self._client.file_order(self._repository, prompt) for prompt in prompts]
        ended = max(self._feed.wait_for([each for each, _ in filed], seconds=_BATCH_SECONDS).values())
        own_after, children_after = self.server.cpu_seconds()
        posts = [seconds * 1e3 for _, seconds in filed]
        return _Batch(count, ended - began, posts, own_after - own, children_after - children)

    def sampled_batch(self, count: int) -> Samples:
        """Not timed itself: the questions asked meanwhile cost the server something, too."""
        with sampling(self.server.url, self.one()) as samples:
            self.batch(count)
        return samples

    def make_history(self, count: int) -> int:
        """Orders of one phase, for they leave the same litter: a branch, a pull request, a journal. Bounded in time."""
        made, deadline = 0, time.monotonic() + _HISTORY_SECONDS
        while made < count and time.monotonic() < deadline:
            texts = [f"Old order\ndemo: write old/{next(self._numbers)}.md old" for _ in range(_HISTORY_CHUNK)]
            filed = [
                self._client.file_order(self._repository, text, workflow_type="agent_workflow_build") for text in texts
            ]
            self._feed.wait_for([order_id for order_id, _ in filed], seconds=_BATCH_SECONDS)
            made += len(filed)
            self._setting.say(f"{made} old orders")
        return made


def measure_many_orders(setting: Setting) -> list[Figure]:
    count = setting.choose(100, 40)
    floor = Floor(setting.folder / "floor", files=SMALL_REPOSITORY)
    with _bench(setting) as bench:
        figures = [_memory("memory at rest", bench.server)]
        bench.batch(AT_A_TIME)
        fresh, by_hand = [], []
        for _ in range(setting.choose(3, 1)):
            fresh.append(bench.batch(count))
            by_hand.append(floor.many_orders(count, at_a_time=AT_A_TIME))
        figures += [
            _memory(f"memory with {count * len(fresh)} finished orders", bench.server),
            *_throughput(fresh, by_hand),
            _latency("API meanwhile, p99", bench.sampled_batch(count)),
        ]
        old = bench.make_history(setting.choose(2000, 200))
        late = median([bench.batch(count).each_ms for _ in range(setting.choose(2, 1))])
        before = median([batch.each_ms for batch in fresh])
        return [
            *figures,
            Figure(f"an order after {old} more, to before", late, "ms", before, Target("<=", 1.3, "ratio")),
            _latency(f"API meanwhile after {old} more, p99", bench.sampled_batch(count)),
            _memory(f"memory after {old} more", bench.server),
        ]


@contextmanager
def _bench(setting: Setting) -> Iterator[_Bench]:
    repository = make_repository(setting.folder / "ours.git", files=SMALL_REPOSITORY)
    limits = {"max_running_orders": str(AT_A_TIME), "max_running_orders_per_repository": str(AT_A_TIME)}
    with (
        serving(setting.folder / "home", **limits) as server,
        listening(server.url) as feed,
        closing(Client(server.url)) as client,
    ):
        yield _Bench(setting, server, client, feed, repository)


def _throughput(ours: Sequence[_Batch], by_hand: Sequence[FloorBatch]) -> list[Figure]:
    speeds, posts = [batch.per_second for batch in ours], [each for batch in ours for each in batch.posts]
    floor_speeds = [batch.done / batch.seconds for batch in by_hand]
    done = f"{sum(batch.done for batch in by_hand)} of {sum(batch.count for batch in ours)} done"
    spread = f"batches {_listed(speeds)}; floor {_listed(floor_speeds)}, {done}"
    name = f"{ours[0].count} orders, {AT_A_TIME} at a time"
    return [
        Figure(name, median(speeds), "/s", median(floor_speeds), Target(">=", 0.85, "ratio"), spread),
        _cpu(ours, by_hand),
        Figure("POST answer meanwhile, p99", percentile(posts, 0.99), "ms", spread=spread_of(posts)),
    ]


def _cpu(ours: Sequence[_Batch], by_hand: Sequence[FloorBatch]) -> Figure:
    """Steadier than time on a machine that others use; at eight at a time it is what decides."""
    count = sum(batch.count for batch in ours)
    own = sum(batch.own_cpu for batch in ours) / count * 1e3
    children = sum(batch.children_cpu for batch in ours) / count * 1e3
    floor = sum(batch.cpu_seconds for batch in by_hand) / sum(batch.done for batch in by_hand) * 1e3
    return Figure("CPU an order", own + children, "ms", floor, None, f"server {own:.0f}, git and agents {children:.0f}")


def _latency(name: str, samples: Samples) -> Figure:
    by_kind = {kind: [seconds * 1e3 for seconds in values] for kind, values in samples.items()}
    everything = [each for values in by_kind.values() for each in values]
    parts = [f"{kind} p50 {median(each):.0f} p99 {percentile(each, 0.99):.0f}" for kind, each in by_kind.items()]
    spread = f"{', '.join(parts)}, n {len(everything)}"
    return Figure(name, percentile(everything, 0.99), "ms", None, Target("<", 150, "ours"), spread)


def _memory(name: str, server: Server) -> Figure:
    memory = server.memory()
    pss = "" if memory.pss_mb is None else f"PSS {memory.pss_mb:.0f}"
    return Figure(name, memory.rss_mb, "MB", None, Target("<=", 150, "ours"), pss)


def _listed(values: Sequence[float]) -> str:
    return " ".join(f"{value:.1f}" for value in values)
