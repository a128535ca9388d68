"""Asks installed programs for their version, once for each program as it lies on the disk."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from shopfloor.errors import ShopfloorError

logger = structlog.get_logger(__name__)

RunProgram = Callable[[Sequence[str], float], Awaitable[str]]
"""Runs a program that may write into its HOME, for at most so many seconds, and returns what it printed."""

_VERSION = re.compile(r"\d+\.\d+(?:\.\d+)*(?:[-+][0-9A-Za-z.-]+)?")
_DEADLINE_SECONDS = 20.0
_ASK_AGAIN_SECONDS = 60.0
"""One that did not say may have been held up."""
_PATIENCE_SECONDS = 1.5
"""How long one who asks waits. A program that takes longer has its version told to the next one."""


@dataclass(frozen=True, slots=True)
class _Program:
    path: str
    modified: int
    size: int


_Question = tuple[_Program, tuple[str, ...]]


class VersionProbe:
    def __init__(self, run_program: RunProgram, *, patience_seconds: float = _PATIENCE_SECONDS) -> None:
        self._run_program = run_program
        self._patience_seconds = patience_seconds
        self._asking: dict[_Question, asyncio.Task[str | None]] = {}
        self._few_at_a_time = asyncio.Semaphore(2)

    async def version_of(self, path: str, argv: Sequence[str]) -> str | None:
        """What `argv`, run as the program at `path`, says of itself; None if it does not say, or not soon."""
        try:
            program = await asyncio.to_thread(_identify, path)
        except OSError:
            return None
        key = (program, tuple(argv))
        task = self._asking.get(key)
        if task is None:
            task = self._asking[key] = asyncio.create_task(self._ask([path, *argv[1:]]))
            task.add_done_callback(lambda done: self._ask_again_later(key, done))
        await asyncio.wait({task}, timeout=self._patience_seconds)
        return task.result() if task.done() and not task.cancelled() else None

    async def close(self) -> None:
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    def _ask_again_later(self, key: _Question, done: "asyncio.Task[str | None]") -> None:
        if not done.cancelled() and done.result() is None:
            asyncio.get_running_loop().call_later(_ASK_AGAIN_SECONDS, self._asking.pop, key, None)

    async def _ask(self, argv: Sequence[str]) -> str | None:
        async with self._few_at_a_time:
            try:
                printed = await self._run_program(argv, _DEADLINE_SECONDS)
            except ShopfloorError as exc:
                logger.info("agent_version_unknown", program=argv[0], error=exc.message)
                return None
        found = _VERSION.search(printed)
        return found[0] if found else None


def _identify(path: str) -> _Program:
    """Packages are often reached through links that stay while what they point to is replaced."""
    real = Path(path).resolve()
    status = real.stat()
    return _Program(str(real), status.st_mtime_ns, status.st_size)
