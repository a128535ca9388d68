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
from benchmarks.server import Memory, Server, serving
from benchmarks.setting import AT_A_TIME, SMALL_REPOSITORY, Setting, three_phases

_BATCH_SECONDS = 300.0
_HISTORY_SECONDS = 300.0
_HISTORY_CHUNK = 100


@dataclass(frozen=True, slots=True)
class _Batch:
    count: int
    seconds: float
    posts: list[float]
    samples: Samples
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
        looked_at = self.one()
        with sampling(self.server.url, looked_at) as samples:
            own, children = self.server.cpu_seconds()
            began = time.time()
            prompts = (three_phases(next(self._numbers)) for _ in range(count))
            filed = [self._client.file_order(self._repository, prompt) for prompt in prompts]
            ended = max(self._feed.wait_for([each for each, _ in filed], seconds=_BATCH_SECONDS).values())
            own_after, children_after = self.server.cpu_seconds()
        posts = [seconds for _, seconds in filed]
        return _Batch(count, ended - began, posts, samples, own_after - own, children_after - children)

    def make_history(self, count: int) -> int:
        """Orders of one phase, for they leave the same litter: a branch, a pull request, a journal. Bounded in time."""
        made, deadline = 0, time.monotonic() + _HISTORY_SECONDS
        while made < count and time.monotonic() < deadline:
            texts = [f"Old order\ndemo: write old/{next(self._numbers)}.md old" for _ in range(_HISTORY_CHUNK)]
            filed = [self._client.file_order(self._repository, text, workflow_type="agent_workflow_build") for text in texts]
            self._feed.wait_for([order_id for order_id, _ in filed], seconds=_BATCH_SECONDS)
            made += len(filed)
            self._setting.say(f"{made} old orders")
        return made


def measure_many_orders(setting: Setting) -> list[Figure]:
    count = setting.choose(100, 40)
    floor = Floor(setting.folder / "floor", files=SMALL_REPOSITORY)
    with _bench(setting) as bench:
        at_rest = bench.server.memory()
        bench.batch(AT_A_TIME)
        fresh, by_hand = [], []
        for _ in range(setting.choose(2, 1)):
            fresh.append(bench.batch(count))
            by_hand.append(floor.many_orders(count, at_a_time=AT_A_TIME))
        after_a_hundred = bench.server.memory()
        figures = [*_throughput(fresh, by_hand), *_memory(at_rest, after_a_hundred, count * len(fresh))]
        old = bench.make_history(setting.choose(2000, 200))
        return [*figures, *_after_history(fresh, bench.batch(count), old, bench.server.memory())]


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
    speeds = [batch.per_second for batch in ours]
    floor_speeds = [batch.done / batch.seconds for batch in by_hand]
    lost = sum(batch.done for batch in by_hand)
    spread = f"batches {_listed(speeds)}; floor {_listed(floor_speeds)}, {lost} of {sum(b.count for b in ours)} done"
    return [
        Figure("100 orders, 8 at a time", median(speeds), "/s", median(floor_speeds), Target(">=", 0.85, "ratio"), spread),
        _cpu(ours, by_hand),
        *_latencies(ours, ""),
        Figure("POST while 8 run, p99", percentile([s * 1e3 for b in ours for s in b.posts], 0.99), "ms"),
    ]


def _cpu(ours: Sequence[_Batch], by_hand: Sequence[FloorBatch]) -> Figure:
    count = sum(batch.count for batch in ours)
    own = sum(batch.own_cpu for batch in ours) / count * 1e3
    children = sum(batch.children_cpu for batch in ours) / count * 1e3
    floor = sum(batch.cpu_seconds for batch in by_hand) / sum(batch.done for batch in by_hand) * 1e3
    return Figure("CPU an order", own + children, "ms", floor, None, f"server {own:.0f}, git and agents {children:.0f}")


def _latencies(batches: Sequence[_Batch], when: str) -> list[Figure]:
    by_kind = {
        kind: [seconds * 1e3 for batch in batches for seconds in batch.samples[kind]]
        for kind in ("list", "order", "health")
    }
    everything = [each for values in by_kind.values() for each in values]
    spread = ", ".join(f"{kind} p50 {median(values):.0f} p99 {percentile(values, 0.99):.0f}" for kind, values in by_kind.items())
    target = Target("<", 150, "ours")
    return [Figure(f"API meanwhile{when}, p99", percentile(everything, 0.99), "ms", None, target, f"{spread}, n {len(everything)}")]


def _after_history(fresh: Sequence[_Batch], late: _Batch, old: int, memory: Memory) -> list[Figure]:
    before = median([batch.each_ms for batch in fresh])
    name = f"an order after {old} more, against before"
    return [
        Figure(name, late.each_ms, "ms", before, Target("<=", 1.3, "ratio")),
        *_latencies([late], f" after {old}"),
        _memory_figure(f"memory after {old} more", memory, None),
    ]


def _memory(at_rest: Memory, later: Memory, count: int) -> list[Figure]:
    target = Target("<=", 150, "ours")
    return [
        _memory_figure("memory at rest", at_rest, target),
        _memory_figure(f"memory with {count} finished orders", later, target),
    ]


def _memory_figure(name: str, memory: Memory, target: Target | None) -> Figure:
    pss = "" if memory.pss_mb is None else f"PSS {memory.pss_mb:.0f}"
    return Figure(name, memory.rss_mb, "MB", None, target, pss)


def _listed(values: Sequence[float]) -> str:
    return " ".join(f"{value:.1f}" for value in values)
