"""Workspaces: a branch of the mirror checked out into a folder of its own.

Git's own `worktree add` looks at every other worktree and fails beside a fetch. Here the administrative folder is
built aside and renamed in, so that a mirror carries any number of workspaces made at once.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.errors import GitError
from shopfloor.git_operations.refs import empty_tree_in, null_sha, read_ref
from shopfloor.git_operations.removal import remove_trees
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.trash import put_aside
from shopfloor.git_operations.workspace_record import WorkspaceRecord, record_of
from shopfloor.git_operations.workspace_repair import Lacking, has_branch, put_in_order, remove_locks, set_head

_CHECKOUT_SECONDS = 1800.0
_PARALLEL = ("-c", "checkout.workers=4", "-c", "checkout.thresholdForParallelism=200")


@dataclass(frozen=True, slots=True)
class WorkspaceStatus:
    branch: str | None
    """None where HEAD is detached."""
    head_sha: str | None
    """None where the branch has no commit yet."""
    dirty: bool


class Workspaces:
    """Every call can be repeated after a crash. One caller at a time for each path."""

    def __init__(self, git: Git) -> None:
        self._git = git

    async def create(self, mirror: Path, path: Path, git_branch_name: str, start_sha: str | None) -> None:
        """Makes it, or finds it made and leaves it as it is; what is in a damaged one is kept."""
        validate_branch_name(git_branch_name)
        record = WorkspaceRecord(path, mirror)
        lacking = await self._git.processes.do(put_in_order, record, git_branch_name, start_sha)
        if lacking is Lacking.BRANCH and start_sha is not None:
            await self._make_branch(mirror, git_branch_name, start_sha)
            lacking = await self._git.processes.do(put_in_order, record, git_branch_name, start_sha)
        if lacking is Lacking.FILES:
            await self._fill(record, git_branch_name)
        elif lacking is Lacking.INDEX:
            await self._make_index(record, git_branch_name)

    async def switch(self, path: Path, git_branch_name: str, start_sha: str | None) -> None:
        """Moves it to another branch. The caller has rescued what was not committed; ignored files stay."""
        validate_branch_name(git_branch_name)
        record = record_of(path)
        if record.branch == git_branch_name:
            return
        if start_sha is not None and not has_branch(record.mirror, git_branch_name, start_sha):
            await self._make_branch(record.mirror, git_branch_name, start_sha)
        record.mark_unready()
        remove_locks(record.admin)
        set_head(record, git_branch_name)
        await self._fill(record, git_branch_name)

    async def discard_changes(self, path: Path) -> None:
        """Brings the files back to the branch's last commit; ignored ones stay."""
        record = record_of(path)
        remove_locks(record.admin)
        sha = read_ref(record.mirror, f"refs/heads/{record.branch}") if record.branch else None
        await self._read_tree(record, "--reset", "-u", sha or empty_tree_in(record.mirror))
        await self._git.run("clean", "-fdq", cwd=path, environment=record.environment)

    async def destroy(self, mirror: Path, path: Path) -> None:
        """Removes the files and the record. The branch stays."""
        record = WorkspaceRecord(path, mirror)
        await remove_trees(self._git.processes, put_aside(mirror, record.admin), path)
        record.link_file.unlink(missing_ok=True)

    async def status(self, path: Path) -> WorkspaceStatus:
        record = record_of(path)
        told = await self._git.run(
            "status",
            "--porcelain=v2",
            "--branch",
            "-z",
            "--untracked-files=normal",
            "--ignore-submodules=dirty",
            "--no-renames",
            "--no-ahead-behind",
            cwd=path,
            environment=record.environment,
        )
        return _read_status(told.stdout)

    async def _make_branch(self, mirror: Path, branch: str, start_sha: str) -> None:
        ref = f"refs/heads/{branch}"
        made = await self._git.in_mirror(mirror, "update-ref", ref, start_sha, null_sha(start_sha), check=False)
        if made.exit_code != 0 and read_ref(mirror, ref) is None:
            raise GitError(f"The branch {branch} could not be made: {made.gist}")

    async def _fill(self, record: WorkspaceRecord, branch: str) -> None:
        """Brings files and index to the branch, then hands the workspace out."""
        sha = read_ref(record.mirror, f"refs/heads/{branch}")
        if sha is not None or (record.admin / "index").exists():
            await self._read_tree(record, "--reset", "-u", sha or empty_tree_in(record.mirror))
        record.mark_ready(branch)

    async def _make_index(self, record: WorkspaceRecord, branch: str) -> None:
        """Makes git know the branch's files without touching the ones that are there."""
        (record.admin / "index").unlink(missing_ok=True)
        sha = read_ref(record.mirror, f"refs/heads/{branch}")
        if sha is not None:
            await self._read_tree(record, sha)
        record.mark_ready(branch)

    async def _read_tree(self, record: WorkspaceRecord, *arguments: str) -> None:
        await self._git.run(
            *_PARALLEL,
            "read-tree",
            *arguments,
            cwd=record.path,
            environment=record.environment,
            deadline_seconds=_CHECKOUT_SECONDS,
        )


def _read_status(porcelain: bytes) -> WorkspaceStatus:
    headers: dict[bytes, str] = {}
    dirty = False
    for entry in porcelain.split(b"\0"):
        if entry.startswith(b"# "):
            name, _, value = entry[2:].partition(b" ")
            headers[name] = os.fsdecode(value)
        elif entry:
            dirty = True
    branch, sha = headers.get(b"branch.head", "(detached)"), headers.get(b"branch.oid", "(initial)")
    return WorkspaceStatus(None if branch == "(detached)" else branch, None if sha == "(initial)" else sha, dirty)
