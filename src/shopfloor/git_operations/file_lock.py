"""A lock round a folder that holds between tasks of this process and between processes."""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import AsyncIterator
from pathlib import Path

_FIRST_PAUSE_SECONDS = 0.002
_LONGEST_PAUSE_SECONDS = 0.1


class NamedLocks:
    """One asyncio lock and one lock file for each path. A lock file whose holder died is free."""

    def __init__(self) -> None:
        self._locks: dict[Path, asyncio.Lock] = {}

    @contextlib.asynccontextmanager
    async def held(self, lock_file: Path) -> AsyncIterator[None]:
        async with self._locks.setdefault(lock_file, asyncio.Lock()):
            descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                await _take(descriptor)
                yield
            finally:
                os.close(descriptor)


async def _take(descriptor: int) -> None:
    pause = _FIRST_PAUSE_SECONDS
    while not _try_to_take(descriptor):
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


def _try_to_take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
