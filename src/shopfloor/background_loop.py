"""Work that is looked for again and again: as soon as somebody wakes it, and besides for what no wake-up told."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

logger = structlog.get_logger(__name__)


class BackgroundLoop:
    def __init__(self, name: str, look: Callable[[], Awaitable[float | None]], *, every_seconds: float) -> None:
        """`look` does what there is to do; it may say in how many seconds it wants to look again, if sooner."""
        self._name = name
        self._look = look
        self._every_seconds = every_seconds
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        self._woken.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            seconds = await self._look_safely()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), seconds)

    async def _look_safely(self) -> float:
        """One round that fails is no reason to stop looking."""
        try:
            sooner = await self._look()
        except Exception:
            logger.exception(f"{self._name}_failed")
            return self._every_seconds
        return self._every_seconds if sooner is None else min(sooner, self._every_seconds)
