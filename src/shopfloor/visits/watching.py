"""What changes in a sandbox's files, as it happens, told to everybody who looks at them.

A watcher must not follow links: an agent can leave one that leads to the root of the machine.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path

from watchdog.events import (
    EVENT_TYPE_CREATED,
    EVENT_TYPE_DELETED,
    EVENT_TYPE_MODIFIED,
    EVENT_TYPE_MOVED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.visits.visits import Visits

_MOST_NAMED = 200
_GATHER_SECONDS = 0.15
_QUIET_SECONDS = 15.0
_WORDS = {EVENT_TYPE_CREATED: "added", EVENT_TYPE_MODIFIED: "modified", EVENT_TYPE_DELETED: "deleted"}


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    change: str


@dataclass(frozen=True, slots=True)
class FileChanges:
    changes: Sequence[FileChange]
    are_all: bool
    """False where there were too many to name: read the tree again."""


class FileWatch:
    def __init__(self, *, visits: Visits) -> None:
        self._visits = visits

    async def follow(self, order_id: AgentWorkOrderId) -> AsyncGenerator[FileChanges, None]:
        """Something empty once it is watching, and again every while: so a reader that has gone is noticed."""
        sandbox = await self._visits.sandbox(order_id)
        root = Path(sandbox.workspace_path)
        gathered = _Gathered(root, asyncio.get_running_loop())
        observer = Observer()
        observer.schedule(gathered, str(root), recursive=True)
        await asyncio.to_thread(observer.start)
        try:
            yield FileChanges((), are_all=True)
            while await asyncio.to_thread(root.exists):
                changes = await gathered.take()
                self._visits.renew(order_id)
                yield FileChanges(changes[:_MOST_NAMED], are_all=len(changes) <= _MOST_NAMED)
        finally:
            observer.stop()
            await asyncio.to_thread(observer.join)


class _Gathered(FileSystemEventHandler):
    """Changes of a moment, each path once with the last that happened to it."""

    def __init__(self, root: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._root = f"{root}/"
        self._loop = loop
        self._changes: dict[str, str] = {}
        self._arrived = asyncio.Event()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """In the observer's thread."""
        source, target = str(event.src_path), str(event.dest_path)
        if event.event_type == EVENT_TYPE_MOVED:
            found = {source: "deleted", target: "added"}
        elif event.event_type in _WORDS and not (event.is_directory and event.event_type == EVENT_TYPE_MODIFIED):
            found = {source: _WORDS[event.event_type]}
        else:
            return
        inside = {path.removeprefix(self._root): word for path, word in found.items() if self._is_of_interest(path)}
        if inside:
            self._loop.call_soon_threadsafe(self._add, inside)

    async def take(self) -> list[FileChange]:
        try:
            async with asyncio.timeout(_QUIET_SECONDS):
                await self._arrived.wait()
        except TimeoutError:
            return []
        await asyncio.sleep(_GATHER_SECONDS)
        taken, self._changes = self._changes, {}
        self._arrived.clear()
        return [FileChange(path, word) for path, word in sorted(taken.items())]

    def _add(self, changes: dict[str, str]) -> None:
        if len(self._changes) <= _MOST_NAMED:
            self._changes.update(changes)
        self._arrived.set()

    def _is_of_interest(self, path: str) -> bool:
        inside = path.removeprefix(self._root)
        return inside != path and inside != ".git" and not inside.startswith(".git/")
