"""What an order did, read from the mirror: it is there with or without a workspace. Remembered by HEAD's sha."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar, cast

from shopfloor.errors import NotFound
from shopfloor.git_operations.commit_log import CommitInfo, read_commits
from shopfloor.git_operations.diff import Diff, DiffOptions, Diffs
from shopfloor.git_operations.numstat import ChangeNumbers, read_numstat, sum_up
from shopfloor.git_operations.refs import empty_tree, read_ref
from shopfloor.git_operations.runner import Git

_REMEMBERED = 512
_REMEMBERED_DIFFS = 32

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PhaseCommits:
    phase: str
    first_at: datetime
    last_at: datetime
    commits: int


@dataclass(frozen=True, slots=True)
class GitProgress:
    head_sha: str | None
    git_commit_count: int
    git_files_changed: int
    git_lines_added: int
    git_lines_removed: int
    latest_commit_message: str | None
    latest_commit_sha: str | None
    phase_history: tuple[PhaseCommits, ...]


class _Memory:
    """The answers to the latest questions; the oldest goes when there are too many."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._answers: OrderedDict[Hashable, object] = OrderedDict()

    def known(self, question: Hashable) -> object | None:
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def learn(self, question: Hashable, answer: object) -> None:
        self._answers[question] = answer
        while len(self._answers) > self._capacity:
            self._answers.popitem(last=False)

    async def answer(self, question: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        if (known := self.known(question)) is not None:
            return cast(T, known)
        answer = await ask()
        self.learn(question, answer)
        return answer


class History:
    """Everything between an order's base and its branch."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._diffs = Diffs(git)
        self._memory = _Memory(_REMEMBERED)
        self._diff_memory = _Memory(_REMEMBERED_DIFFS)

    def head_sha(self, mirror: Path, ref: str) -> str | None:
        """Where a branch of the mirror stands; reads a file."""
        return read_ref(mirror, ref if ref.startswith("refs/") else f"refs/heads/{ref}")

    async def commits(self, mirror: Path, base_sha: str | None, ref: str) -> list[CommitInfo]:
        """Oldest first; none where the branch has not been made yet."""
        return await self._commits_at(mirror, base_sha, self.head_sha(mirror, ref))

    def learn(self, mirror: Path, base_sha: str | None, commit: CommitInfo) -> None:
        """A commit that was just made on top of what is known: git need not be asked about all of them again."""
        if len(commit.parent_shas) > 1:
            return
        parent = next(iter(commit.parent_shas), None)
        before = () if parent == base_sha else self._memory.known(("commits", mirror, base_sha, parent))
        if isinstance(before, tuple):
            self._memory.learn(("commits", mirror, base_sha, commit.sha), (*before, commit))

    async def _commits_at(self, mirror: Path, base_sha: str | None, head: str | None) -> list[CommitInfo]:
        if head is None or head == base_sha:
            return []
        question = ("commits", mirror, base_sha, head)
        return list(await self._memory.answer(question, lambda: read_commits(self._git, mirror, base_sha, head)))

    def known_progress(self, mirror: Path, base_sha: str | None, ref: str) -> GitProgress | None:
        """None where git would have to be asked."""
        known = self._memory.known(("progress", mirror, base_sha, self.head_sha(mirror, ref)))
        return known if isinstance(known, GitProgress) else None

    async def progress(self, mirror: Path, base_sha: str | None, ref: str) -> GitProgress:
        head = self.head_sha(mirror, ref)
        commits = await self._commits_at(mirror, base_sha, head)
        if head is None or not commits:
            return GitProgress(head, 0, 0, 0, 0, None, None, ())
        return await self._memory.answer(
            ("progress", mirror, base_sha, head), lambda: self._sum_up(mirror, base_sha, head, commits)
        )

    async def diff(
        self,
        mirror: Path,
        base_sha: str | None,
        ref: str,
        *,
        sha: str | None = None,
        ignore_whitespace: bool = False,
        context: int = 3,
        max_bytes: int = 5 * 2**20,
    ) -> Diff:
        """All that the order changed, or one of its commits. Raises NotFound for a commit that is not its own."""
        head = self.head_sha(mirror, ref)
        old, new = base_sha, head
        if sha is not None:
            commit = await self._own_commit(mirror, base_sha, ref, sha)
            old, new = (commit.parent_shas[0] if commit.parent_shas else None), commit.sha
        if new is None or new == old:
            return Diff(base_sha, head, (), truncated=False)
        options = DiffOptions(ignore_whitespace, max(0, min(context, 10_000)), max_bytes)
        old_tree, new_sha = old or empty_tree(new), new
        files, truncated = await self._diff_memory.answer(
            (mirror, old_tree, new_sha, options), lambda: self._diffs.between(mirror, old_tree, new_sha, options)
        )
        return Diff(old, new, files, truncated)

    async def _own_commit(self, mirror: Path, base_sha: str | None, ref: str, sha: str) -> CommitInfo:
        for commit in await self.commits(mirror, base_sha, ref):
            if commit.sha == sha or (len(sha) >= 7 and commit.sha.startswith(sha)):
                return commit
        raise NotFound(f"There is no commit {sha[:64]!r} in this work order.")

    async def _sum_up(self, mirror: Path, base_sha: str | None, head: str, commits: list[CommitInfo]) -> GitProgress:
        numbers = _sum_of_disjoint(commits) or await self._numbers_between(mirror, base_sha, head)
        return GitProgress(
            head,
            len(commits),
            numbers.files_changed,
            numbers.lines_added,
            numbers.lines_removed,
            commits[-1].subject,
            commits[-1].sha,
            _phases_of(commits),
        )

    async def _numbers_between(self, mirror: Path, base_sha: str | None, head: str) -> ChangeNumbers:
        told = await self._git.in_mirror(
            mirror,
            "diff-tree",
            "-r",
            "-z",
            "-M",
            "--numstat",
            "--no-ext-diff",
            "--no-textconv",
            base_sha or empty_tree(head),
            head,
        )
        return sum_up(read_numstat(told.stdout))


def _sum_of_disjoint(commits: list[CommitInfo]) -> ChangeNumbers | None:
    """Where no file was changed twice, the whole is the sum of the commits, and git need not be asked."""
    touched: set[str] = set()
    for commit in commits:
        if commit.touched is None or not touched.isdisjoint(commit.touched):
            return None
        touched |= commit.touched
    return ChangeNumbers(
        sum(commit.files_changed for commit in commits),
        sum(commit.lines_added for commit in commits),
        sum(commit.lines_removed for commit in commits),
    )


def _phases_of(commits: list[CommitInfo]) -> tuple[PhaseCommits, ...]:
    """In the order in which they first appear."""
    by_phase: dict[str, list[datetime]] = {}
    for commit in commits:
        if commit.phase is not None:
            by_phase.setdefault(commit.phase, []).append(commit.authored_at)
    return tuple(PhaseCommits(phase, min(times), max(times), len(times)) for phase, times in by_phase.items())
