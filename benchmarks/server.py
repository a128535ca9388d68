"""A real `shopfloor serve` with a home of its own, for the length of one benchmark."""

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.agent_by_hand import tree_memory_mb
from benchmarks.client import Client

_START_SECONDS = 60.0
_STOP_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Memory:
    rss_mb: float
    pss_mb: float | None


class Server:
    def __init__(self, process: psutil.Process, url: str) -> None:
        self._process = process
        self.url = url

    def memory(self) -> Memory:
        """Of the server itself, without the agents and the git it runs."""
        rss = self._process.memory_info().rss / 2**20
        pss = getattr(self._process.memory_full_info(), "pss", None)
        return Memory(rss, None if pss is None else pss / 2**20)

    def tree_memory_mb(self) -> float:
        """Of the server, the agents and all they run."""
        return tree_memory_mb(self._process)

    def rss_mb(self) -> float:
        return float(self._process.memory_info().rss / 2**20)

    def cpu_seconds(self) -> tuple[float, float]:
        """Its own, and that of the programs it runs, of those that run them for it, and of what has ended before."""
        times = self._process.cpu_times()
        others = times.children_user + times.children_system
        for child in self._process.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                others += sum(child.cpu_times()[:4])
        return times.user + times.system, others


@contextlib.contextmanager
def serving(home: Path, environment: Mapping[str, str] | None = None, /, **settings: str) -> Iterator[Server]:
    """In our environment, or another. Ends it and whatever it may have left, also when the benchmark breaks off."""
    log = home.with_suffix(".log")
    with log.open("wb") as errors, _started(home, environment or os.environ, settings, errors.fileno()) as process:
        try:
            server = Server(psutil.Process(process.pid), _url_of(process, log))
            _await_answer(server.url)
            yield server
        finally:
            _end(process)


def _started(
    home: Path, environment: Mapping[str, str], settings: Mapping[str, str], errors: int
) -> "subprocess.Popen[bytes]":
    own = {name: value for name, value in environment.items() if not name.startswith("SHOPFLOOR_")}
    own |= {"SHOPFLOOR_HOME": str(home), "SHOPFLOOR_DEMO": "0", "SHOPFLOOR_LOG_LEVEL": "warning"}
    own |= {f"SHOPFLOOR_{name.upper()}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "shopfloor.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    return subprocess.Popen(command, env=own, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)


def _url_of(process: "subprocess.Popen[bytes]", log: Path) -> str:
    assert process.stdout is not None
    readable, _, _ = select.select([process.stdout], [], [], _START_SECONDS)
    line = process.stdout.readline().decode() if readable else ""
    if "http://" not in line:
        raise RuntimeError(f"the server did not start: {line}{log.read_text(errors='replace')[-2000:]}")
    return line[line.index("http://") :].strip()


def _await_answer(url: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), contextlib.closing(Client(url)) as client:
            client.ask("GET", "/health")
            return
        time.sleep(0.02)
    raise RuntimeError(f"no answer from {url}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        below = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for child in below:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
