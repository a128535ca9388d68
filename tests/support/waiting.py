"""Waiting for what comes by itself: a test's own time limit ends what never does."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Readable(Protocol):
    async def read(self) -> bytes: ...


def becomes(look: Callable[[], T], expected: T, seconds: float = 60.0) -> None:
    """For what the server says: a page shows a change before the server has it."""
    deadline = time.monotonic() + seconds
    while (seen := look()) != expected:
        assert time.monotonic() < deadline, f"still {seen!r}, not {expected!r}"
        time.sleep(0.05)


async def eventually(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def read_until(terminal: Readable, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        chunk = await terminal.read()
        assert chunk, f"ended before {text!r}: {seen!r}"
        seen += chunk
    return seen
