"""From the agent's write to the client's eyes, with twenty orders streaming at once."""

import re
import shlex
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from benchmarks.client import Client, EventStream
from benchmarks.feed import listening
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.repositories import make_repository
from benchmarks.server import Server, serving
from benchmarks.setting import SMALL_REPOSITORY, Setting

_ORDERS = 20
_RATE = 50
_START_SECONDS = 120.0
_STAMP = re.compile(r"n(\d+)@(\d+\.\d{6}) ")


def measure_event_lag(setting: Setting) -> list[Figure]:
    count = setting.choose(750, 300)
    command = shlex.join([_interpreter(), "-I", str(Path(__file__).with_name("streaming_agent.py"))])
    limits = {"max_running_orders": str(_ORDERS), "max_running_orders_per_repository": str(_ORDERS)}
    with serving(setting.folder / "home", custom_agent_command=command, **limits) as server:
        lags, cpu_seconds = _stream_all(server, setting.folder, count)
    return [
        Figure("event lag, 20 orders, p50", median(lags), "ms", None, Target("<", 15, "ours"), spread_of(lags)),
        Figure("event lag, 20 orders, p99", percentile(lags, 0.99), "ms", None, Target("<", 60, "ours")),
        Figure("live chunks missed", _ORDERS * count - len(lags), "", None, Target("<=", 0, "ours")),
        Figure("server CPU, 1000 chunks a second", cpu_seconds / (count / _RATE) * 100, "%"),
    ]


def _stream_all(server: Server, folder: Path, count: int) -> tuple[list[float], float]:
    """The lags, and what they cost the server.

    All of them begin at the same sign, given when every agent has its prompt and every client listens.
    """
    repository = make_repository(folder / "ours.git", files=SMALL_REPOSITORY)
    sign = folder / "begin"
    prompt = f"Tell the time: stream {_RATE} {count} after {sign}"
    with listening(server.url) as feed, closing(Client(server.url)) as client:
        fields = {"agent": "custom", "workflow_type": "agent_workflow_build"}
        ids = [client.file_order(repository, prompt, **fields)[0] for _ in range(_ORDERS)]
        feed.wait_for(ids, "agent_command_started", seconds=_START_SECONDS)
        with ThreadPoolExecutor(_ORDERS) as readers:
            streams = [EventStream(server.url, f"/agent-work-orders/{each}/events?until=end") for each in ids]
            all_listen = threading.Barrier(_ORDERS + 1, timeout=_START_SECONDS)
            hearing = [readers.submit(_listen, stream, all_listen) for stream in streams]
            all_listen.wait()
            began = server.cpu_seconds()[0]
            sign.touch()
            lags = [lag for each in hearing for lag in each.result().values()]
            return lags, server.cpu_seconds()[0] - began


def _listen(stream: EventStream, all_listen: threading.Barrier) -> dict[int, float]:
    """Milliseconds by number; a stamp may come in two pieces. Whoever hears the first event hears all that follow."""
    lags: dict[int, float] = {}
    rest = ""
    with closing(stream):
        events = iter(stream)
        next(events)
        all_listen.wait()
        for heard in events:
            if heard.type == "agent_message_delta":
                text = rest + heard.data["text"]
                for stamp in _STAMP.finditer(text):
                    lags[int(stamp[1])] = (heard.at - float(stamp[2])) * 1e3
                rest = text[text.rfind(" ") + 1 :]
    return lags


def _interpreter() -> str:
    return str(getattr(sys, "_base_executable", None) or sys.executable)
