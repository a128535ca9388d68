"""From changed files to a pull request: commit, push, open. Each step looks before it acts."""

from collections.abc import Sequence

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import RunId
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder, Author
from shopfloor.event_journal.journal import Journal
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commit_message import CommitMessage
from shopfloor.git_operations.commits import Commit, Commits
from shopfloor.git_operations.history import History
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.workflow_engine.late_publishing import LatePublishing
from shopfloor.workflow_engine.publishing import OrderBranch, Publisher
from shopfloor.workflow_engine.workbench import Workbench

_BY_HAND = "Changes made by hand"
_HURRIED_SECONDS = 1.0
_UNHURRIED_SECONDS = 30.0
"""A person who stops an order waits for it: a slow remote gets the commits behind her back."""


class Delivery:
    def __init__(
        self,
        *,
        journal: Journal,
        commits: Commits,
        history: History,
        mirrors: MirrorCache,
        publisher: Publisher,
        late: LatePublishing,
    ) -> None:
        self._journal = journal
        self._commits = commits
        self._history = history
        self._mirrors = mirrors
        self._publisher = publisher
        self._late = late

    async def find_commit(self, bench: Workbench, run_id: RunId, phase: AgentWorkflowPhase) -> CommitInfo | None:
        """The commit that this run already made for this phase, if a crash came after it."""
        sha = await self._commits.find(
            bench.mirror_path, bench.git_branch_name, bench.base_sha, run_id=run_id, phase=phase
        )
        commits = await self._history.commits(bench.mirror_path, bench.base_sha, bench.git_branch_name) if sha else []
        return next((commit for commit in commits if commit.sha == sha), None)

    async def commit(
        self,
        bench: Workbench,
        run_id: RunId,
        phase: AgentWorkflowPhase,
        subject: str,
        *,
        co_author: Author | None,
        unfinished: bool = False,
    ) -> Commit | None:
        message = CommitMessage(
            subject=subject,
            body="",
            agent_work_order_id=bench.order_id,
            phase=phase,
            run_id=run_id,
            co_author=co_author,
            unfinished=unfinished,
        )
        make = self._commits.rescue if unfinished else self._commits.commit_all
        return self._learned(bench, await make(bench.workspace_path, message, bench.author))

    async def commit_by_hand(self, bench: Workbench, subject: str | None = None) -> Commit | None:
        """What a person changed in the sandbox is hers, and is committed before the agent goes on."""
        if not await bench.sandbox.take_visit_note():
            return None
        message = CommitMessage(subject or _BY_HAND, "", bench.order_id, phase=None, run_id=None)
        return self._learned(bench, await self._commits.commit_all(bench.workspace_path, message, bench.author))

    def _learned(self, bench: Workbench, commit: Commit | None) -> Commit | None:
        if commit is not None and commit.info is not None:
            self._history.learn(bench.mirror_path, bench.base_sha, commit.info)
        return commit

    async def publish(
        self, bench: Workbench, order: AgentWorkOrder, head_sha: str, events: Sequence[NewEvent]
    ) -> list[NewEvent]:
        """Pushes the branch and opens the draft pull request at the first commit.

        Takes what is to be recorded so far, and returns what is still to be recorded.
        """
        return await self._publisher.publish(bench, order, head_sha, events, patiently=True)

    async def publish_rest(self, order: AgentWorkOrder) -> list[NewEvent]:
        """What an earlier run committed and could not bring out. The agent is not needed for that."""
        if order.git_branch_name is None or order.base_branch is None:
            return []
        mirror = self._mirrors.path_of(order.repository_key)
        head_sha = self._history.head_sha(mirror, order.git_branch_name)
        if head_sha is None or head_sha == order.base_sha:
            return []
        location = parse_repository_url(order.repository_url)
        branch = OrderBranch(mirror, location, order.git_branch_name, order.base_branch, order.base_sha)
        return await self._publisher.publish(branch, order, head_sha, [], patiently=True)

    def head(self, bench: Workbench) -> str | None:
        return self._history.head_sha(bench.mirror_path, bench.git_branch_name)

    def unpublished_head(self, bench: Workbench, head_before: str | None) -> str | None:
        """Where the branch stands if the agent committed all by itself; None where nothing was committed."""
        head = self.head(bench)
        return head if head not in (head_before, bench.base_sha) else None

    async def save_unfinished(
        self,
        bench: Workbench,
        order: AgentWorkOrder,
        run_id: RunId,
        phase: AgentWorkflowPhase,
        co_author: Author | None,
        *,
        in_a_hurry: bool,
    ) -> None:
        """Whenever a turn ends without an answer, what it changed is committed, told and brought out."""
        subject = f"Unfinished work of {phase.value}"
        commit = await self.commit(bench, run_id, phase, subject, co_author=co_author, unfinished=True)
        events = [] if commit is None else [_rescued(bench, commit.sha, phase.value)]
        events += await self._commits_of(bench, run_id)
        if events:
            await self._journal.append(order.agent_work_order_id, *events)
        head_sha = self.head(bench)
        if head_sha is not None and head_sha != bench.base_sha:
            seconds = _HURRIED_SECONDS if in_a_hurry else _UNHURRIED_SECONDS
            await self._late.publish(bench, order, head_sha, wait_seconds=seconds)

    async def _commits_of(self, bench: Workbench, run_id: RunId) -> list[NewEvent]:
        """A stop or a crash may have come between a commit and its event: those that were told are told once."""
        commits = await self._history.commits(bench.mirror_path, bench.base_sha, bench.git_branch_name)
        return [_event_of(bench, commit) for commit in commits if commit.run_id == run_id]


def _event_of(bench: Workbench, commit: CommitInfo) -> NewEvent:
    if commit.is_unfinished:
        return _rescued(bench, commit.sha, commit.phase)
    return committed(bench, commit, commit.phase)


def committed(bench: Workbench, commit: Commit | CommitInfo, phase: str | None) -> NewEvent:
    return NewEvent(
        EventType.GIT_COMMIT_CREATED,
        {
            "git_commit_sha": commit.sha,
            "git_branch_name": bench.git_branch_name,
            "subject": commit.subject,
            "phase": phase,
            "files_changed": commit.files_changed,
            "lines_added": commit.lines_added,
            "lines_removed": commit.lines_removed,
        },
        once=f"commit:{commit.sha}",
    )


def _rescued(bench: Workbench, sha: str, phase: str | None) -> NewEvent:
    return NewEvent(
        EventType.GIT_WORK_RESCUED,
        {"git_commit_sha": sha, "git_branch_name": bench.git_branch_name, "phase": phase},
        once=f"commit:{sha}",
    )
