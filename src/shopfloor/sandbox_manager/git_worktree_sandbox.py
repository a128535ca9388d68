"""git_worktree: every order has a workspace of its own, so that any number can work on one repository at once."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools, handed_out_branch, make_empty_folder, owner_in
from shopfloor.sandbox_manager.sandbox_protocol import FoundLine, SandboxSpec
from shopfloor.sandbox_manager.workplace import WorkplaceStatus


class GitWorktreeWorkplace:
    parallel = True

    def __init__(self, spec: SandboxSpec, path: Path, location: RepositoryLocation, tools: WorkspaceTools) -> None:
        self.path = path
        self._spec = spec
        self._location = location
        self._tools = tools

    async def is_ready(self) -> bool:
        branch = handed_out_branch(self.path)
        return branch == self._spec.git_branch_name

    def make_folder(self) -> bool:
        return make_empty_folder(self.path)

    async def make_ready(self) -> None:
        mirror = await self._tools.mirror_for(self._location, self._spec)
        await self._tools.workspaces.create(mirror, self.path, self._spec.git_branch_name, self._spec.base_sha)

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

    async def save(self) -> None:
        await self._tools.rescue(self.path, owner_in(self._spec))

    async def discard(self) -> None:
        await self._tools.workspaces.discard_changes(self.path)

    async def leave(self) -> None:
        await self.save()
        await self._tools.workspaces.destroy(self._tools.mirrors.path_of(self._location.key), self.path)
