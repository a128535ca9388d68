"""What changes in a sandbox's files, as it happens, told to everybody who looks at them.

A watcher must not follow links: an agent can leave one that leads to the root of the machine.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.visits.folder_watch import FolderWatch, Gathered
from shopfloor.visits.visits import Visits

logger = structlog.get_logger(__name__)

_MOST_NAMED = 200
_GATHER_SECONDS = 0.15
_QUIET_SECONDS = 15.0
_UNWATCHED_SECONDS = 5.0
_TRY_AGAIN_SECONDS = 600.0
"""After the system refused: it counts the watches of all programs, so it may have room another time."""


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    change: str


@dataclass(frozen=True, slots=True)
class FileChanges:
    changes: Sequence[FileChange]
    are_all: bool
    """False where they could not be named, or not all of them: read the tree again."""


class FileWatch:
    """One watch of a folder serves all who look at it."""

    def __init__(
        self,
        *,
        visits: Visits,
        watch_folder: Callable[[Path], FolderWatch] = FolderWatch,
        unwatched_seconds: float = _UNWATCHED_SECONDS,
    ) -> None:
        self._visits = visits
        self._watch_folder = watch_folder
        self._unwatched_seconds = unwatched_seconds
        self._watches: dict[Path, FolderWatch] = {}
        self._refused: dict[Path, float] = {}
        self._joining = asyncio.Lock()

    async def follow(self, order_id: AgentWorkOrderId) -> AsyncGenerator[FileChanges, None]:
        """Something empty once it is watching, and again every while: so a reader that has gone is noticed.

        Where the system has no room for another watch, readers are told every few seconds to look for themselves.
        """
        sandbox = await self._visits.sandbox(order_id)
        root = Path(sandbox.workspace_path)
        gathered = Gathered(most=_MOST_NAMED)
        async with self._joined(root, gathered) as is_watched:
            yield FileChanges((), are_all=True)
            while await asyncio.to_thread(root.exists):
                if is_watched:
                    found = await gathered.take(within=_QUIET_SECONDS, gather=_GATHER_SECONDS)
                    changes = [FileChange(path, word) for path, word in sorted(found.items())]
                    yield FileChanges(changes[:_MOST_NAMED], are_all=len(changes) <= _MOST_NAMED)
                else:
                    await asyncio.sleep(self._unwatched_seconds)
                    yield FileChanges((), are_all=False)
                self._visits.renew(order_id)

    @contextlib.asynccontextmanager
    async def _joined(self, root: Path, gathered: Gathered) -> AsyncIterator[bool]:
        async with self._joining:
            watch = await self._watch(root)
            if watch is not None:
                watch.readers.add(gathered)
        try:
            yield watch is not None
        finally:
            if watch is not None:
                watch.readers.discard(gathered)
                await asyncio.shield(self._end_unread(root, watch))

    async def _watch(self, root: Path) -> FolderWatch | None:
        if (watch := self._watches.get(root)) is not None:
            return watch
        if time.monotonic() < self._refused.get(root, 0.0):
            return None
        watch = self._watch_folder(root)
        try:
            await asyncio.to_thread(watch.start)
        except OSError as error:
            self._refused[root] = time.monotonic() + _TRY_AGAIN_SECONDS
            hint = "sysctl fs.inotify.max_user_watches is how many folders may be watched"
            logger.warning("files_not_watched", path=str(root), error=str(error), hint=hint)
            return None
        self._watches[root] = watch
        return watch

    async def _end_unread(self, root: Path, watch: FolderWatch) -> None:
        async with self._joining:
            if watch.readers or self._watches.get(root) is not watch:
                return
            del self._watches[root]
            await asyncio.to_thread(watch.stop)
