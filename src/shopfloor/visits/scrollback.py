"""What a program wrote last, for everybody who looks at it. Bounded, whatever is written and however slow they are."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

KEPT = 512 * 1024
BYTES_A_SECOND = 4 * 2**20
"""A program that floods is held back: nobody reads faster, and the server has other work."""
_VIEWER_BACKLOG = 2**20


@dataclass(slots=True, eq=False)
class _Viewer:
    """Falls behind without harm: what was skipped is in the scrollback."""

    waiting: deque[bytes] = field(default_factory=deque)
    size: int = 0
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, chunk: bytes) -> None:
        self.waiting.append(chunk)
        self.size += len(chunk)
        while self.size > _VIEWER_BACKLOG:
            self.size -= len(self.waiting.popleft())
        self.wake.set()

    def take(self) -> bytes:
        chunk = self.waiting.popleft()
        self.size -= len(chunk)
        return chunk


class Scrollback:
    def __init__(self) -> None:
        self._kept = bytearray()
        self._viewers: set[_Viewer] = set()
        self._is_over = False

    @property
    def has_viewers(self) -> bool:
        return bool(self._viewers)

    def add(self, chunk: bytes) -> None:
        self._kept += chunk
        if len(self._kept) > KEPT:
            del self._kept[: len(self._kept) - KEPT]
        for viewer in self._viewers:
            viewer.put(chunk)

    def end(self) -> None:
        self._is_over = True
        self.nudge()

    def nudge(self) -> None:
        """Viewers get something empty: there is news beside the text."""
        for viewer in self._viewers:
            viewer.wake.set()

    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")

    async def view(self, *, pulse_seconds: float | None = None) -> AsyncGenerator[bytes, None]:
        """What was written so far, then what comes, and something empty with every nudge or pulse; ends with `end`."""
        viewer = _Viewer()
        viewer.put(bytes(self._kept))
        self._viewers.add(viewer)
        try:
            while True:
                await _woken(viewer.wake, pulse_seconds)
                is_over = self._is_over
                if not viewer.waiting:
                    yield b""
                while viewer.waiting:
                    yield viewer.take()
                if is_over:
                    return
        finally:
            self._viewers.discard(viewer)


async def _woken(wake: asyncio.Event, pulse_seconds: float | None) -> None:
    try:
        async with asyncio.timeout(pulse_seconds):
            await wake.wait()
    except TimeoutError:
        return
    wake.clear()
