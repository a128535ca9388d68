"""The system's own watch of a folder and all below it."""

import asyncio
import threading
from collections.abc import Mapping
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

_WORDS = {EVENT_TYPE_CREATED: "added", EVENT_TYPE_MODIFIED: "modified", EVENT_TYPE_DELETED: "deleted"}


class Gathered:
    """Changes of a moment for one reader, each path once with the last that happened to it. Bounded."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._changes: dict[str, str] = {}
        self._arrived = asyncio.Event()

    def add(self, changes: Mapping[str, str]) -> None:
        """In the observer's thread. The loop is woken for the first change only, however many there are."""
        with self._lock:
            is_first = not self._changes
            if len(self._changes) <= self._most:
                self._changes.update(changes)
        if is_first:
            self._loop.call_soon_threadsafe(self._arrived.set)

    async def take(self, *, within: float, gather: float) -> dict[str, str]:
        """What has changed, with what follows within a moment; nothing where nothing does in time."""
        try:
            async with asyncio.timeout(within):
                await self._arrived.wait()
        except TimeoutError:
            return {}
        await asyncio.sleep(gather)
        self._arrived.clear()
        with self._lock:
            taken, self._changes = self._changes, {}
        return taken


class FolderWatch(FileSystemEventHandler):
    def __init__(self, root: Path) -> None:
        self.readers: set[Gathered] = set()
        self._root = f"{root}/"
        self._observer = Observer()
        self._observer.schedule(self, str(root), recursive=True)

    def start(self) -> None:
        """Raises OSError where the system has no room for it."""
        self._observer.start()

    def stop(self) -> None:
        self._observer.stop()
        self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        source, target = str(event.src_path), str(event.dest_path)
        if event.event_type == EVENT_TYPE_MOVED:
            found = {source: "deleted", target: "added"}
        elif event.event_type in _WORDS and not (event.is_directory and event.event_type == EVENT_TYPE_MODIFIED):
            found = {source: _WORDS[event.event_type]}
        else:
            return
        inside = {path.removeprefix(self._root): word for path, word in found.items() if self._is_of_interest(path)}
        if inside:
            for reader in tuple(self.readers):
                reader.add(inside)

    def _is_of_interest(self, path: str) -> bool:
        inside = path.removeprefix(self._root)
        return inside != path and inside != ".git" and not inside.startswith(".git/")
