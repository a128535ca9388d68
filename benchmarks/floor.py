"""Runs the shell script that does by hand what an order does."""

import os
import resource
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repositories import make_mirror, make_repository
from shopfloor.agent_executor.catalogue import demo_agent

_SCRIPT = Path(__file__).with_name("floor.sh")
_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class FloorBatch:
    seconds: float
    cpu_seconds: float
    done: int


class Floor:
    """Has a repository of its own, so that neither side slows the other down."""

    def __init__(self, folder: Path, *, files: int) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        self._repository = make_repository(folder / "repository.git", files=files)
        self._mirror = make_mirror(self._repository, folder / "mirror.git")
        self._count = 0

    def one_order(self) -> float:
        """Seconds until its last figure is there."""
        done = subprocess.run(
            self._command(self._next_id()), check=True, capture_output=True, text=True, timeout=_SECONDS
        )
        return int(done.stdout) / 1e6

    def many_orders(self, count: int, *, at_a_time: int) -> FloorBatch:
        ids = "\n".join(self._next_id() for _ in range(count))
        command = ["xargs", "-P", str(at_a_time), "-I", "{id}", *self._command("{id}")]
        began, cpu = time.perf_counter(), _children_cpu()
        done = subprocess.run(command, input=ids, capture_output=True, text=True, timeout=_SECONDS, check=False)
        seconds = time.perf_counter() - began
        return FloorBatch(seconds, _children_cpu() - cpu, len(done.stdout.split()))

    def _command(self, order_id: str) -> list[str]:
        places = [self._repository, self._mirror, self._folder / "orders"]
        return [os.fspath(_SCRIPT), *map(str, places), order_id, *demo_agent().argv]

    def _next_id(self) -> str:
        self._count += 1
        return f"floor{self._count:05d}"


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
