"""git_worktree: every order has a workspace of its own, so that any number can work on one repository at once."""

from shopfloor.sandbox_manager.git_workplace import GitWorkplace
from shopfloor.sandbox_manager.order_workspace import handed_out_branch, owner_in


class GitWorktreeWorkplace(GitWorkplace):
    parallel = True

    async def is_ready(self) -> bool:
        branch = handed_out_branch(self.path)
        return branch == self._spec.git_branch_name

    async def make_ready(self) -> None:
        mirror = await self._tools.mirror_for(self._location, self._spec)
        await self._tools.workspaces.create(mirror, self.path, self._spec.git_branch_name, self._spec.base_sha)

    async def save(self) -> None:
        await self._tools.rescue(self.path, owner_in(self._spec))

    async def discard(self) -> None:
        await self._tools.workspaces.discard_changes(self.path)

    async def leave(self) -> None:
        await self.save()
        await self._tools.workspaces.destroy(self._tools.mirrors.path_of(self._location.key), self.path)
