"""A sandbox without git, for tests: plain folders, real programs. Passes the same contract suite as the real ones."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.path_search import search_paths
from shopfloor.domain.work_order import SandboxType
from shopfloor.git_operations.removal import remove_trees
from shopfloor.process import Processes, base_environment
from shopfloor.sandbox_manager.local_sandbox import LocalSandbox
from shopfloor.sandbox_manager.preparation import Preparation
from shopfloor.sandbox_manager.running_programs import RunningPrograms
from shopfloor.sandbox_manager.sandbox_protocol import FoundLine, SandboxSpec
from shopfloor.sandbox_manager.scratch_place import ScratchPlace, scratch_place
from shopfloor.sandbox_manager.workplace import WorkplaceStatus, folders_of


class PlainFolderWorkplace:
    """Takes every file for uncommitted work and keeps copies of them when it is left."""

    parallel = True

    def __init__(self, spec: SandboxSpec, path: Path, rescued: dict[str, bytes], processes: Processes) -> None:
        self.path = path
        self._spec = spec
        self._rescued = rescued
        self._processes = processes
        self._ready_note = path.with_name("ready")

    async def is_ready(self) -> bool:
        return self.path.is_dir() and self._ready_note.exists()

    def make_folder(self) -> bool:
        if not self.path.is_dir() and self._ready_note.exists():
            return False
        self.path.mkdir(parents=True, exist_ok=True)
        return True

    async def make_ready(self) -> None:
        if await self.is_ready():
            return
        self.path.mkdir(parents=True, exist_ok=True)
        for path, content in self._rescued.items():
            target = self.path / path
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        self._ready_note.touch()

    async def status(self) -> WorkplaceStatus:
        files = await asyncio.to_thread(_files_in, self.path)
        return WorkplaceStatus(self._spec.git_branch_name, None, files != self._rescued)

    async def not_to_be_committed(self, paths: list[str]) -> list[str]:
        return paths

    async def file_states(self, folder: str) -> Mapping[str, str]:
        files = await asyncio.to_thread(_files_in, self.path)
        inside = {path for path in files if path.startswith(folder)}
        return {path: "untracked" for path in inside if self._rescued.get(path) != files[path]}

    async def find_files(self, text: str, limit: int) -> Sequence[str]:
        return search_paths(await asyncio.to_thread(_files_in, self.path), text, limit)

    async def find_lines(self, text: str, limit: int, ignore_case: bool) -> Sequence[FoundLine]:
        def fits(line: str) -> bool:
            return text.casefold() in line.casefold() if ignore_case else text in line

        files = await asyncio.to_thread(_files_in, self.path)
        lines = {path: content.decode("utf-8", "replace").splitlines() for path, content in sorted(files.items())}
        found = [FoundLine(path, n, line) for path, all_of in lines.items() for n, line in enumerate(all_of, 1)]
        return [each for each in found if fits(each.text)][:limit]

    async def save(self) -> None:
        if self.path.is_dir():
            self._rescued.clear()
            self._rescued.update(await asyncio.to_thread(_files_in, self.path))

    async def discard(self) -> None:
        await remove_trees(self._processes, self.path)
        self._ready_note.unlink(missing_ok=True)
        await self.make_ready()

    async def leave(self) -> None:
        await self.save()
        self._ready_note.unlink(missing_ok=True)
        await remove_trees(self._processes, self.path)


class FakeSandboxFactory:
    """Fakes of any type, below one folder. `rescued` holds what cleaned-up sandboxes had, by order and path."""

    def __init__(
        self, root: Path, processes: Processes, environment: Mapping[str, str], *, copy_from: Path | None = None
    ) -> None:
        self._root = root
        self._processes = processes
        self._environment = base_environment(environment)
        self._copy_from = copy_from
        self._programs: dict[AgentWorkOrderId, RunningPrograms] = {}
        self.rescued: dict[AgentWorkOrderId, dict[str, bytes]] = {}

    def create_sandbox(self, spec: SandboxSpec) -> LocalSandbox:
        order_id, folders = spec.agent_work_order_id, folders_of(self._root, spec)
        rescued = self.rescued.setdefault(order_id, {})
        return LocalSandbox(
            spec,
            folders=folders,
            workplace=PlainFolderWorkplace(spec, folders.workspace, rescued, self._processes),
            programs=self._programs.setdefault(order_id, RunningPrograms()),
            processes=self._processes,
            environment=self._environment,
            preparation=Preparation(self._processes),
            copy_from=self._copy_from,
        )

    def scratch(self) -> AbstractAsyncContextManager[ScratchPlace]:
        return scratch_place(self._root.with_name("scratch"), self._processes, self._environment)

    def available_types(self) -> Mapping[SandboxType, str | None]:
        return dict.fromkeys(SandboxType)


def _files_in(folder: Path) -> dict[str, bytes]:
    found = {}
    for parent, _, names in os.walk(folder):
        for path in (Path(parent) / name for name in names):
            if path.is_file() and not path.is_symlink():
                found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found
