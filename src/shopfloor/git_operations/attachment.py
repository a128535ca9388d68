"""Keeps an order's branch growing in one line, wherever an agent's own git commands have taken HEAD."""

from pathlib import Path

from shopfloor.git_operations.refs import read_ref
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace_record import WorkspaceRecord, write_whole
from shopfloor.git_operations.workspace_repair import forget_operations, set_head


class Attachment:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def restore(self, record: WorkspaceRecord, branch: str) -> bool:
        """True where HEAD is on the branch (again) with the files as they are, and nothing of the branch is lost.

        False where the agent's HEAD is on another line of history: then what it did has to be merged back.
        """
        ref = f"refs/heads/{branch}"
        if record.head == ref:
            await self._keep_growing(record, ref)
            return True
        head, tip = record.head_sha, read_ref(record.mirror, ref)
        if head is not None and tip is not None and not await self.contains(record.mirror, head, tip):
            return False
        if head is not None and head != tip:
            await self._git.in_mirror(record.mirror, "update-ref", ref, head)
        set_head(record, branch)
        return True

    async def _keep_growing(self, record: WorkspaceRecord, ref: str) -> None:
        """An amended, rebased, reset or deleted branch goes back to where we knew it; the files tell the difference."""
        known, tip = record.known_sha, read_ref(record.mirror, ref)
        if known is None or tip == known:
            return
        if tip is None or not await self.contains(record.mirror, tip, known):
            await self._git.in_mirror(record.mirror, "update-ref", ref, known)
            forget_operations(record.admin)

    async def contains(self, mirror: Path, sha: str, ancestor: str) -> bool:
        asked = await self._git.in_mirror(mirror, "merge-base", "--is-ancestor", ancestor, sha, check=False)
        return asked.exit_code == 0

    def detach(self, record: WorkspaceRecord) -> None:
        """Commits that follow move no branch but their own."""
        if record.head_sha is not None:
            write_whole(record.admin / "HEAD", f"{record.head_sha}\n")
