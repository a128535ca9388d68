"""Sees from outside which programs of a test are alive."""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Witness:
    """A number that only this test's programs carry in their arguments, whatever becomes of their environment."""

    number: int

    @property
    def nap(self) -> list[str]:
        """A program that does nothing for ages and can be recognised."""
        return ["sleep", str(self.number)]

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
        """Looks several times: one that hops from process to process can be missed by a single look."""
        return not any(self.alive() for _ in range(5))


async def eventually(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def open_descriptors() -> int:
    return psutil.Process(os.getpid()).num_fds()
