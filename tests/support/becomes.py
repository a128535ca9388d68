"""Waiting for what the server says: a page shows a change before the server has it."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def becomes(look: Callable[[], T], expected: T, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while (seen := look()) != expected:
        assert time.monotonic() < deadline, f"still {seen!r}, not {expected!r}"
        time.sleep(0.05)
