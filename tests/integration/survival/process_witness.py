"""Sees from outside which processes belong to a floor, whoever started them."""

import os
import time
from pathlib import Path
from typing import NamedTuple

import psutil


class Sighting(NamedTuple):
    pid: int
    started: float
    command: str


class ProcessWitness:
    """A process belongs to the floor if its folder, arguments or environment name the floor's home.

    A program may hide from that; the ones that the tests start to do so carry a number in their arguments.
    """

    def __init__(self, home: Path, number: int) -> None:
        self._signs = (str(home), str(number))
        self.number = number

    def sightings(self, *, except_pid: int | None = None) -> set[Sighting]:
        spared = {os.getpid(), except_pid}
        found = set()
        for process in psutil.process_iter():
            try:
                if process.pid not in spared and self._is_of_the_floor(process):
                    found.add(Sighting(process.pid, process.create_time(), " ".join(process.cmdline())))
            except (psutil.Error, OSError):
                continue
        return found

    def survivors(self, *, seconds: float = 2.0) -> str:
        """Who is still there after a moment, in words: a tool of ours that was told to end may need one to do so."""
        deadline = time.monotonic() + seconds
        while (found := self.sightings()) and time.monotonic() < deadline:
            time.sleep(0.02)
        return "; ".join(f"{sighting.pid} {sighting.command}" for sighting in found)

    def _is_of_the_floor(self, process: psutil.Process) -> bool:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        texts = [*process.cmdline(), process.cwd(), *process.environ().values()]
        return any(sign in text for text in texts for sign in self._signs)
