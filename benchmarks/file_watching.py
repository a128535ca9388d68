"""A sandbox of 50,000 files that people look at: how late a change is told, and what watching costs."""

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.client import Client, EventStream
from benchmarks.feed import listening
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.repositories import make_repository
from benchmarks.server import Server, serving
from benchmarks.setting import Setting

_READERS = 5
_PAUSE_SECONDS = 0.25
_SECONDS = 300.0
_LATEST_MS = 1000
_MOST_GROWTH_MB = 60


class _Reader:
    """Notes when each path was told."""

    def __init__(self, url: str, order_id: str) -> None:
        self.told: dict[str, float] = {}
        self.overflows = 0
        self._stream = EventStream(url, f"/agent-work-orders/{order_id}/file-changes")
        self._thread = threading.Thread(target=self._read, name="reader", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for heard in self._stream:
                self.overflows += not heard.data["are_all"]
                for change in heard.data["changes"]:
                    self.told.setdefault(change["path"], heard.at)

    def wait_for(self, path: str) -> float:
        deadline = time.monotonic() + _SECONDS
        while path not in self.told:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path} was never told")
            time.sleep(0.001)
        return self.told[path]

    def close(self) -> None:
        self._stream.close()
        self._thread.join()


def measure_file_watching(setting: Setting) -> list[Figure]:
    files = setting.choose(50_000, 10_000)
    repository = make_repository(setting.folder / "ours.git", files=files)
    with serving(setting.folder / "home") as server, closing(Client(server.url)) as client:
        order_id, workspace = _sandbox(server, client, repository)
        before = server.rss_mb()
        with _readers(server.url, order_id) as readers:
            began = time.time()
            until_watching = _touched(workspace, readers, "watching.txt") - began
            lags = [_lag(workspace, readers, number) for number in range(setting.choose(100, 20))]
            growth = server.rss_mb() - before
            lost = _burst(workspace, readers)
    name = f"watching {files} files"
    return [
        Figure(f"{name}, until the first change is told", until_watching * 1e3, "ms"),
        Figure(f"{name}, change told, median", median(lags), "ms", None, None, spread_of(lags)),
        Figure(f"{name}, change told, p99", percentile(lags, 0.99), "ms", None, Target("<", _LATEST_MS, "ours")),
        Figure(
            f"{name}, memory growth, {_READERS} readers", growth, "MB", None, Target("<=", _MOST_GROWTH_MB, "ours"),
            f"before {before:.0f}",
        ),
        Figure(f"{name}, readers not told of 5,000 at once", lost, "", None, Target("<=", 0, "ours")),
    ]  # fmt: skip


def _sandbox(server: Server, client: Client, repository: Path) -> tuple[str, Path]:
    with listening(server.url) as feed:
        order_id, _ = client.file_order(repository, "Write\ndemo: write a.txt a", workflow_type="agent_workflow_build")
        feed.wait_for([order_id], seconds=_SECONDS)
    client.ask("GET", f"/agent-work-orders/{order_id}/files")
    state = client.ask("GET", f"/agent-work-orders/{order_id}/sandbox").body
    return order_id, Path(state["workspace_path"])


@contextlib.contextmanager
def _readers(url: str, order_id: str) -> Iterator[list[_Reader]]:
    readers = [_Reader(url, order_id) for _ in range(_READERS)]
    try:
        yield readers
    finally:
        for reader in readers:
            reader.close()


def _touched(workspace: Path, readers: list[_Reader], name: str) -> float:
    """Written again and again until everybody has heard of it: watching may just have begun."""
    deadline = time.monotonic() + _SECONDS
    while not all(name in reader.told for reader in readers) and time.monotonic() < deadline:
        (workspace / name).write_text(str(time.time()))
        time.sleep(_PAUSE_SECONDS / 2)
    return max(reader.wait_for(name) for reader in readers)


def _lag(workspace: Path, readers: list[_Reader], number: int) -> float:
    """Until the last reader knows, in ms."""
    path = f"src/part{random.randrange(500):03d}/new{number}.txt"
    time.sleep(_PAUSE_SECONDS)
    written = time.time()
    (workspace / path).write_text("new\n")
    return (max(reader.wait_for(path) for reader in readers) - written) * 1e3


def _burst(workspace: Path, readers: list[_Reader]) -> int:
    """More than anybody names: readers are told that they have to look for themselves."""
    before = [reader.overflows for reader in readers]
    for number in range(5_000):
        (workspace / f"src/part{number % 500:03d}/burst{number}.txt").write_text("x")
    deadline = time.monotonic() + _SECONDS / 10
    while time.monotonic() < deadline:
        missed = sum(reader.overflows == was for reader, was in zip(readers, before, strict=True))
        if not missed:
            return 0
        time.sleep(0.05)
    return missed
