"""The real program, typed in a pipe or at a terminal, and the real server."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shopfloor.home import Home

SECONDS = 90.0
_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the terminal the controlling one, so that Ctrl-C comes as a signal."""


@dataclass(frozen=True)
class Shopfloor:
    """`shopfloor` with a home of its own."""

    home: Path
    cwd: Path

    def run(self, *words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._argv(words),
            input=stdin,
            capture_output=True,
            text=True,
            cwd=self.cwd,
            env=self._environment(**variables),
            timeout=SECONDS,
            check=False,
        )

    def json(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self._argv(words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.cwd,
            env=self._environment(**variables),
            start_new_session=True,
        )

    @contextmanager
    def at_terminal(self, *words: str) -> Iterator["Typed"]:
        """The program on a terminal, as somebody sits at it."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *self._argv(words)],
            start_new_session=True,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=self.cwd,
            env=self._environment(TERM="xterm-256color"),
        )
        os.close(theirs)
        try:
            yield Typed(process, ours)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            os.close(ours)

    def _argv(self, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, "-m", "shopfloor.cli", *words]

    def _environment(self, **variables: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home.parent),
            "LANG": "C.UTF-8",
            "SHOPFLOOR_HOME": str(self.home),
            "SHOPFLOOR_DEMO": "0",
            "SHOPFLOOR_RETRY_DELAY_SECONDS": "0.01",
        } | variables


class Typed:
    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int) -> None:
        self._process = process
        self._terminal = terminal
        self.screen = ""

    def expect(self, text: str) -> None:
        deadline = time.monotonic() + SECONDS
        while text not in self.screen:
            assert self._read(deadline - time.monotonic()), f"no {text!r} in:\n{self.screen}"

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def press_ctrl_c(self) -> None:
        self.type("\x03")

    def exit_code(self) -> int:
        deadline = time.monotonic() + SECONDS
        while self._read(deadline - time.monotonic()):
            pass
        return self._process.wait(SECONDS)

    def _read(self, seconds: float) -> bool:
        readable, _, _ = select.select([self._terminal], [], [], max(0.0, seconds))
        try:
            chunk = os.read(self._terminal, 65536) if readable else b""
        except OSError:
            chunk = b""
        self.screen += chunk.decode("utf-8", "replace")
        return bool(chunk)


def read_until(process: "subprocess.Popen[str]", event_type: str) -> list[dict[str, Any]]:
    """The events that `--json` wrote, up to the first of that type."""
    assert process.stdout is not None
    seen: list[dict[str, Any]] = []
    while not seen or seen[-1]["type"] != event_type:
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        seen.append(json.loads(line))
    return seen


@contextmanager
def running_server(shopfloor: Shopfloor) -> Iterator[str]:
    process = shopfloor.start("serve", "--port", "0")
    try:
        yield _url_of(shopfloor, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SECONDS)


def _url_of(shopfloor: Shopfloor, process: "subprocess.Popen[str]") -> str:
    deadline = time.monotonic() + SECONDS
    while (note := Home(shopfloor.home).running_server()) is None:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return str(note["url"])
