"""The agent's HOME: its own, so that it neither sees nor changes the user's."""

import asyncio
from pathlib import Path

from shopfloor.domain.work_order import Author
from shopfloor.errors import NotFound
from shopfloor.sandbox_manager.workspace_files import WorkspaceFiles

_LARGEST_FILE = 4 * 2**20


class HomeFiles:
    """For the eyes of the agent alone. No path leads out of the HOME, whatever links the agent puts there."""

    def __init__(self, home: Path, staging: Path) -> None:
        self._files = WorkspaceFiles(home, staging)

    async def read(self, path: str) -> bytes | None:
        try:
            return await asyncio.to_thread(self._files.read, path, _LARGEST_FILE)
        except NotFound:
            return None

    async def write(self, path: str, content: bytes) -> None:
        await asyncio.to_thread(lambda: self._files.write(path, content, mode=0o600))

    async def remove(self, path: str) -> None:
        await asyncio.to_thread(self._files.remove, path)


def furnish_home(home: Path, author: Author) -> None:
    """An agent that commits by itself does so in the user's name. What it has set itself is left alone."""
    config = home / ".gitconfig"
    if config.exists() or config.is_symlink():
        return
    config.write_text(f"[user]\n\tname = {_quoted(author.name)}\n\temail = {_quoted(author.email)}\n", encoding="utf-8")


def _quoted(value: str) -> str:
    line = " ".join(value.encode("utf-8", "replace").decode().split())
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
