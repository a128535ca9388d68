"""A place for a program that is asked something and thrown away: an empty folder, a HOME of its own, no repository."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from shopfloor.git_operations.removal import remove_trees
from shopfloor.process import Process, Processes
from shopfloor.sandbox_manager.home_folder import HomeFiles


class ScratchPlace:
    def __init__(self, root: Path, processes: Processes, environment: Mapping[str, str]) -> None:
        self.workspace_path = str(root / "workspace")
        self.home_path = str(root / "home")
        self._temporary = root / "tmp"
        self._files = HomeFiles(root / "home", self._temporary)
        self._processes = processes
        self._environment = environment
        self._started: list[Process] = []

    def make(self) -> None:
        for folder in (Path(self.workspace_path), Path(self.home_path), self._temporary):
            folder.mkdir(mode=0o700)

    async def spawn(
        self, argv: Sequence[str], *, environment: Mapping[str, str] | None = None, working_directory: str | None = None
    ) -> Process:
        own = {"HOME": self.home_path, "TMPDIR": str(self._temporary)}
        process = await self._processes.spawn(
            argv,
            cwd=Path(self.workspace_path) / (working_directory or ""),
            environment={**self._environment, **own, **(environment or {})},
        )
        self._started.append(process)
        return process

    async def read_home_file(self, path: str) -> bytes | None:
        return await self._files.read(path)

    async def write_home_file(self, path: str, content: bytes) -> None:
        await self._files.write(path, content)

    async def remove_home_file(self, path: str) -> None:
        await self._files.remove(path)

    async def end_processes(self) -> None:
        await asyncio.gather(*(process.kill() for process in self._started))


@contextlib.asynccontextmanager
async def scratch_place(
    below: Path, processes: Processes, environment: Mapping[str, str]
) -> AsyncIterator[ScratchPlace]:
    root = await asyncio.to_thread(_make_root, below)
    place = ScratchPlace(root, processes, environment)
    try:
        await asyncio.to_thread(place.make)
        yield place
    finally:
        await asyncio.shield(_clear(place, processes, root))


async def clear_scratch(below: Path, processes: Processes) -> None:
    """What a killed server left there."""
    await remove_trees(processes, *await asyncio.to_thread(lambda: list(below.iterdir()) if below.is_dir() else []))


def _make_root(below: Path) -> Path:
    below.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Path(tempfile.mkdtemp(prefix="ask-", dir=below))


async def _clear(place: ScratchPlace, processes: Processes, root: Path) -> None:
    await place.end_processes()
    await remove_trees(processes, root)
