"""Brings an agent's work on another line of history back to the order's branch."""

from pathlib import Path

from shopfloor.domain.work_order import Author
from shopfloor.git_operations.attachment import Attachment
from shopfloor.git_operations.commit_message import CommitMessage, identity_environment
from shopfloor.git_operations.refs import read_ref
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace_record import WorkspaceRecord
from shopfloor.git_operations.workspace_repair import set_head


class Homecoming:
    def __init__(self, git: Git, attachment: Attachment) -> None:
        self._git = git
        self._attachment = attachment

    async def merge_back(
        self, record: WorkspaceRecord, branch: str, message: CommitMessage, author: Author
    ) -> str | None:
        """The branch that took the work: the order's, a rescue branch on conflict, None where there was no work."""
        mirror, ref = record.mirror, f"refs/heads/{branch}"
        done, tip = record.head_sha, read_ref(mirror, ref)
        if done is None or tip is None or await self._attachment.contains(mirror, tip, done):
            await self._go_home(record, branch)
            return None
        merged = await self._merge(mirror, tip, done, message, author)
        taker = branch if merged else f"rescue/{message.agent_work_order_id}"
        await self._git.in_mirror(mirror, "update-ref", f"refs/heads/{taker}", merged or done)
        await self._go_home(record, branch)
        return taker

    async def _merge(self, mirror: Path, tip: str, done: str, message: CommitMessage, author: Author) -> str | None:
        merged = await self._git.in_mirror(mirror, "merge-tree", "--write-tree", "-z", tip, done, check=False)
        if merged.exit_code != 0:
            return None
        tree = merged.stdout.split(b"\0", 1)[0].decode().strip()
        made = await self._git.run(
            "commit-tree",
            tree,
            "-p",
            tip,
            "-p",
            done,
            "-F",
            "-",
            cwd=mirror,
            environment={"GIT_DIR": str(mirror), **identity_environment(author)},
            stdin=message.render().encode("utf-8", "replace"),
        )
        return made.text

    async def _go_home(self, record: WorkspaceRecord, branch: str) -> None:
        """All that was there is committed by now, so the files can follow the branch."""
        set_head(record, branch)
        await self._git.run("read-tree", "--reset", "-u", "HEAD", cwd=record.path, environment=record.environment)
        record.mark_ready(branch)
