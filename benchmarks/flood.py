"""An agent that talks as fast as it can: nothing is lost, and the server's memory stays in bounds."""

import re
import threading
import time
from collections.abc import Callable
from contextlib import closing

from benchmarks.client import Client, EventStream
from benchmarks.figure import Figure, Target
from benchmarks.repositories import make_repository
from benchmarks.server import serving
from benchmarks.setting import SMALL_REPOSITORY, Setting

_MOST_GROWTH_MB = 50


class _Peak:
    """The highest value seen while it was watched."""

    def __init__(self, read: Callable[[], float]) -> None:
        self.value = 0.0
        self._read = read
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="peak", daemon=True)

    def __enter__(self) -> "_Peak":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(0.02):
            self.value = max(self.value, self._read())


def measure_flood(setting: Setting) -> list[Figure]:
    count = setting.choose(100_000, 20_000)
    repository = make_repository(setting.folder / "ours.git", files=SMALL_REPOSITORY)
    with serving(setting.folder / "home") as server, closing(Client(server.url)) as client:
        before = server.rss_mb()
        with _Peak(server.rss_mb) as peak:
            began = time.monotonic()
            order_id, _ = client.file_order(
                repository, f"Talk\ndemo: flood {count}", workflow_type="agent_workflow_build"
            )
            live = _listen(server.url, order_id)
            seconds = time.monotonic() - began
        kept = _kept(client, order_id)
    return [
        Figure("flood, chunks lost live", _lost(live, count), "", None, Target("<=", 0, "ours"), f"of {count}"),
        Figure("flood, chunks lost in the journal", _lost(kept, count), "", None, Target("<=", 0, "ours")),
        Figure("flood, chunks a second", count / seconds, "/s"),
        Figure(
            "flood, memory growth", peak.value - before, "MB", None, Target("<=", _MOST_GROWTH_MB, "ours"),
            f"peak {peak.value:.0f}, before {before:.0f}",
        ),
    ]  # fmt: skip


def _listen(url: str, order_id: str) -> str:
    """The text as a client has it who follows from the beginning: each message by the offsets it was told."""
    messages: dict[str, str] = {}
    with closing(EventStream(url, f"/agent-work-orders/{order_id}/events?until=end")) as stream:
        for heard in stream:
            if heard.type in ("agent_message_delta", "agent_message_open"):
                so_far = messages.get(heard.data["message_id"], "")
                messages[heard.data["message_id"]] = so_far[: heard.data["offset"]] + heard.data["text"]
    return "".join(messages.values())


def _kept(client: Client, order_id: str) -> str:
    return "".join(
        event["text"] for event in client.events(order_id) if event["type"] == "agent_message" and event["final"]
    )


def _lost(text: str, count: int) -> int:
    """Also counts what came twice or in the wrong place."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if numbers == list(range(count)):
        return 0
    return max(1, count - len(set(numbers)))
