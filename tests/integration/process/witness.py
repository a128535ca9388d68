"""Sees from outside which programs of a test are alive."""

import os
import secrets
import sys
import time
from pathlib import Path

import psutil

PROGRAMS = Path(__file__).parent / "programs"


class Witness:
    """Knows a test's programs by a number in their arguments, whatever becomes of their environment.

    Trees of programs hold a named pipe open besides, each process of them. Its end of file is the proof that none is
    left, which no look at the process table can give for one that hops from process to process.
    """

    def __init__(self, folder: Path) -> None:
        self.number = secrets.randbelow(10**9) + 10**9
        self.pipe = folder / "held by every process of the tree"
        os.mkfifo(self.pipe)
        self._reader = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self._reader)

    @property
    def nap(self) -> list[str]:
        """A program that does nothing for ages and can be recognised."""
        return ["sleep", str(self.number)]

    @property
    def tree(self) -> list[str]:
        """Seven processes that ignore SIGTERM: a leader, three children, three daemons."""
        return self.program("stubborn_tree.py", str(self.pipe))

    @property
    def hopping_tree(self) -> list[str]:
        """The same, and one that is another process every few milliseconds."""
        return [*self.tree, "hopping"]

    def program(self, name: str, *arguments: str) -> list[str]:
        return [sys.executable, "-S", "-I", str(PROGRAMS / name), str(self.number), *arguments]

    def alive(self) -> list[int]:
        found = []
        for process in psutil.process_iter():
            try:
                if process.status() != psutil.STATUS_ZOMBIE and str(self.number) in process.cmdline():
                    found.append(process.pid)
            except psutil.Error:
                continue
        return found

    def nobody_is_left(self) -> bool:
        return not self.alive() and self._pipe_is_closed()

    def _pipe_is_closed(self) -> bool:
        """A killed process runs no more, but the kernel may still be closing its files."""
        deadline = time.monotonic() + 2.0
        while time.monotonic() < deadline:
            try:
                return os.read(self._reader, 1) == b""
            except BlockingIOError:
                time.sleep(0.005)
        return False


def open_descriptors() -> int:
    return psutil.Process(os.getpid()).num_fds()
