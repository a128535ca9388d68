"""Commits what a turn changed. `git add -A` and `git commit` decide what that is; nobody guesses."""

from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.ids import RunId
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.errors import GitError
from shopfloor.git_operations.attachment import Attachment
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commit_message import CommitMessage, identity, identity_environment
from shopfloor.git_operations.homecoming import Homecoming
from shopfloor.git_operations.numstat import ChangeNumbers, read_numstat, read_shortstat, sum_up
from shopfloor.git_operations.own_commits import own_commit
from shopfloor.git_operations.push import Push
from shopfloor.git_operations.refs import read_ref
from shopfloor.git_operations.rescue import Rescue
from shopfloor.git_operations.runner import Git, git_error
from shopfloor.git_operations.staging import Staging
from shopfloor.git_operations.workspace_record import WorkspaceRecord, find_record, record_of

_COMMIT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Commit:
    sha: str
    subject: str
    files_changed: int
    lines_added: int
    lines_removed: int
    branch: str
    """The order's branch, or a rescue branch where that one could not take it."""
    info: CommitInfo | None
    """As the log will tell it, where that is known already."""


class Commits:
    """Looks before it acts: whatever is called twice does nothing the second time."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._staging = Staging(git)
        self._attachment = Attachment(git)
        self._homecoming = Homecoming(git, self._attachment)
        self._rescue = Rescue(git)
        self._push = Push(git)

    async def commit_all(self, path: Path, message: CommitMessage, author: Author) -> Commit | None:
        """Everything that is not ignored; None where nothing has changed."""
        record = record_of(path)
        branch = record.branch
        if branch is None:
            return None
        if not await self._attachment.restore(record, branch):
            return await self._commit_and_merge_back(record, branch, message, author)
        staged = await self._staging.stage_all(record)
        told = await self._commit_staged(record, message, author)
        record.mark_ready(branch)
        return await self._describe(record.mirror, branch, message, told, staged) if told is not None else None

    async def rescue(self, path: Path, message: CommitMessage, author: Author) -> Commit | None:
        """Saves what is not committed: on the order's branch, or on a rescue branch where that fails."""
        record = find_record(path)
        if record is None or record.branch is None:
            return None
        try:
            return await self.commit_all(path, message, author)
        except GitError:
            branch = await self._rescue.save(record, message, author)
            return await self._describe(record.mirror, branch, message) if branch else None

    async def find(
        self, path_or_mirror: Path, ref: str, base_sha: str | None, *, run_id: RunId, phase: AgentWorkflowPhase
    ) -> str | None:
        """The finished commit of that run and phase since the base, if there is one."""
        mirror = _mirror_of(path_or_mirror)
        tip = read_ref(mirror, _full(ref))
        if tip is None or tip == base_sha:
            return None
        log = await self._git.in_mirror(
            mirror,
            "log",
            "-z",
            "--format=%H%x01%(trailers:key=Run,valueonly,separator=%x02)%x01"
            "%(trailers:key=Phase,valueonly,separator=%x02)%x01%(trailers:key=Unfinished,valueonly,separator=%x02)",
            tip,
            *([f"^{base_sha}"] if base_sha else []),
        )
        for entry in log.stdout.decode("utf-8", "replace").split("\0"):
            sha, *found = entry.strip().split("\x01")
            if found == [str(run_id), str(phase), ""]:
                return sha
        return None

    async def push(
        self, mirror_or_path: Path, location: RepositoryLocation, git_branch_name: str, base_branch: str
    ) -> str:
        return await self._push.push(_mirror_of(mirror_or_path), location, git_branch_name, base_branch)

    async def _commit_staged(self, record: WorkspaceRecord, message: CommitMessage, author: Author) -> bytes | None:
        """What git told of it; None where there was nothing to commit."""
        arguments = (
            "commit",
            "--no-verify",
            "--no-status",
            "--no-gpg-sign",
            "--cleanup=verbatim",
            f"--author={identity(author)}",
            "-F",
            "-",
        )
        done = await self._git.run(
            *arguments,
            cwd=record.path,
            environment={**record.environment, **identity_environment(author)},
            stdin=message.encoded(),
            deadline_seconds=_COMMIT_SECONDS,
            check=False,
        )
        if done.exit_code == 0:
            return done.stdout
        if done.exit_code == 1 and not done.stderr.strip():
            return None
        raise git_error(arguments, done)

    async def _commit_and_merge_back(
        self, record: WorkspaceRecord, branch: str, message: CommitMessage, author: Author
    ) -> Commit | None:
        self._attachment.detach(record)
        await self._staging.stage_all(record)
        await self._commit_staged(record, message, author)
        home = await self._homecoming.merge_back(record, branch, message, author)
        return await self._describe(record.mirror, home, message) if home else None

    async def _describe(
        self,
        mirror: Path,
        branch: str,
        message: CommitMessage,
        told: bytes = b"",
        staged: frozenset[str] | None = None,
    ) -> Commit:
        sha = read_ref(mirror, f"refs/heads/{branch}")
        if sha is None:
            raise GitError(f"The branch {branch} has gone.")
        numbers = read_shortstat(told) or await self._numbers_of(mirror, sha)
        return Commit(
            sha,
            message.first_line,
            numbers.files_changed,
            numbers.lines_added,
            numbers.lines_removed,
            branch,
            own_commit(mirror, sha, message, numbers, staged),
        )

    async def _numbers_of(self, mirror: Path, sha: str) -> ChangeNumbers:
        told = await self._git.in_mirror(
            mirror,
            "diff-tree",
            "--root",
            "-r",
            "-z",
            "-M",
            "--numstat",
            "--no-commit-id",
            "--no-ext-diff",
            "--no-textconv",
            "--diff-merges=first-parent",
            sha,
        )
        return sum_up(read_numstat(told.stdout))


def _mirror_of(path: Path) -> Path:
    record = find_record(path)
    return path if record is None else record.mirror


def _full(ref: str) -> str:
    return ref if ref.startswith("refs/") else f"refs/heads/{ref}"
