"""What is the same in every checkout that an order works in: making its folder, and looking into it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools, make_empty_folder
from shopfloor.sandbox_manager.sandbox_protocol import FoundLine, SandboxSpec
from shopfloor.sandbox_manager.workplace import WorkplaceStatus


class GitWorkplace:
    def __init__(self, spec: SandboxSpec, path: Path, location: RepositoryLocation, tools: WorkspaceTools) -> None:
        self.path = path
        self._spec = spec
        self._location = location
        self._tools = tools

    def make_folder(self) -> bool:
        return make_empty_folder(self.path)

    async def status(self) -> WorkplaceStatus:
        return await self._tools.status(self.path)

    async def not_to_be_committed(self, paths: list[str]) -> list[str]:
        return await self._tools.ignored(self.path, paths)

    async def file_states(self, folder: str) -> Mapping[str, str]:
        return await self._tools.look.states(self.path, folder)

    async def find_files(self, text: str, limit: int) -> Sequence[str]:
        return await self._tools.look.find_files(self.path, text, limit)

    async def find_lines(self, text: str, limit: int, ignore_case: bool) -> Sequence[FoundLine]:
        return [FoundLine(*found) for found in await self._tools.look.find_lines(self.path, text, limit, ignore_case)]
