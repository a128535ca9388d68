"""Trouble on demand."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal


@dataclass(slots=True)
class Fault:
    """Strikes the next `times` requests that fit.

    `cut` closes the connection without doing anything, `cut_after` does what was asked and closes it before the answer
    is out, `answer` does it and answers, `status` answers with that number, `secondary_limit` with 403 and Retry-After,
    `slow` waits first.
    """

    kind: Literal["answer", "cut", "cut_after", "status", "secondary_limit", "slow"]
    method: str = r".*"
    path: str = r".*"
    """Matches the path without the API's prefix, such as `/repos/ada/app/pulls` or `/ada/app.git/git-receive-pack`."""
    times: int = 1
    status: int = 500
    seconds: float = 1.0
    meanwhile: Callable[[], None] | None = None
    """What else happens at that moment, before the connection is cut or the answer goes out."""


@dataclass(slots=True)
class Faults:
    _planned: list[Fault] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def plan(self, fault: Fault) -> None:
        with self._lock:
            self._planned.append(fault)

    def clear(self) -> None:
        with self._lock:
            self._planned.clear()

    def take(self, method: str, path: str) -> Fault | None:
        with self._lock:
            for fault in self._planned:
                if re.fullmatch(fault.method, method) and re.fullmatch(fault.path, path):
                    fault.times -= 1
                    if fault.times <= 0:
                        self._planned.remove(fault)
                    return fault
        return None
