"""Brings an order's branch to where pull requests come from: the repository itself, or a fork of ours."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.pull_request import PullRequest, PullRequestState
from shopfloor.domain.pull_request_text import marked
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import ForgeError, NotFound, PushForbidden, RepositoryUnreachable
from shopfloor.forge.forge_protocol import Forge, NewPullRequest
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.history import History
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.patience import Patience
from shopfloor.workflow_engine.pull_request_commits import commits_after, last_merged, last_pushed, pull_request_key
from shopfloor.workflow_engine.run_text import pull_request_body

_FORK_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""GitHub copies a fork's objects in the background."""


class OnBranch(Protocol):
    """What is known of a branch that is to go out: a workbench, or an order without one."""

    @property
    def mirror_path(self) -> Path: ...

    @property
    def location(self) -> RepositoryLocation: ...

    @property
    def git_branch_name(self) -> str: ...

    @property
    def base_branch(self) -> str: ...

    @property
    def base_sha(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class OrderBranch:
    mirror_path: Path
    location: RepositoryLocation
    git_branch_name: str
    base_branch: str
    base_sha: str | None


@dataclass(frozen=True, slots=True)
class _Ended:
    """A pull request that was merged or closed."""

    head_sha: str | None
    merged_sha: str | None
    """The last of the order's commits that is merged by now."""


class Publisher:
    def __init__(
        self,
        *,
        store: Store,
        commits: Commits,
        history: History,
        forge: Forge,
        patience: Patience,
        closes_issues: Callable[[], bool],
    ) -> None:
        self._store = store
        self._commits = commits
        self._history = history
        self._forge = forge
        self._patience = patience
        self._closes_issues = closes_issues
        self._turns: WeakValueDictionary[AgentWorkOrderId, asyncio.Lock] = WeakValueDictionary()

    async def publish(
        self, branch: OnBranch, order: AgentWorkOrder, head_sha: str, events: Sequence[NewEvent], *, patiently: bool
    ) -> list[NewEvent]:
        """Pushes the branch and opens the draft pull request at the first commit, for one caller after another.

        Takes what is to be recorded so far, and returns what is still to be recorded.
        """
        order_id = order.agent_work_order_id
        async with self._turns.setdefault(order_id, asyncio.Lock()):
            if not patiently:
                return await self._publish(branch, order, head_sha, events)
            return await self._patience.with_retries(
                order_id,
                "push the branch and open the pull request",
                lambda: self._publish(branch, order, head_sha, events),
            )

    async def _publish(
        self, branch: OnBranch, order: AgentWorkOrder, head_sha: str, events: Sequence[NewEvent]
    ) -> list[NewEvent]:
        pushed_sha = await self._push(branch, order.repository_url)
        push_completed = NewEvent(
            EventType.GIT_PUSH_COMPLETED,
            {"git_branch_name": branch.git_branch_name, "git_commit_sha": pushed_sha},
            once=f"push:{head_sha}",
        )
        events = [*events, push_completed]
        if not self._forge.has_pull_requests(order.repository_url):
            return events
        if order.pull_request_number is None:
            await self._open_pull_request(branch, order, events, merged_before=None)
            return []
        ended = await self._ended_pull_request(order, order.pull_request_number)
        if ended is None or ended.head_sha == pushed_sha:
            return events
        await self._open_pull_request(branch, order, events, merged_before=ended.merged_sha)
        return []

    async def _ended_pull_request(self, order: AgentWorkOrder, number: int) -> _Ended | None:
        """Where the order's own was merged or closed before a commit, nobody would see it there."""
        try:
            seen = await self._forge.get_pull_request(order.repository_url, number)
        except (ForgeError, NotFound):
            return None
        if seen.state is PullRequestState.OPEN:
            return None
        head_sha = seen.head_sha or await self._store.read(lambda tx: last_pushed(tx, order))
        if seen.state is PullRequestState.MERGED:
            return _Ended(head_sha, merged_sha=head_sha)
        return _Ended(head_sha, merged_sha=await self._store.read(lambda tx: last_merged(tx, order)))

    async def _push(self, branch: OnBranch, repository_url: str) -> str:
        fork = self._forge.known_fork(repository_url)
        if fork is not None:
            return await self._push_to(branch, parse_repository_url(fork))
        try:
            return await self._push_to(branch, branch.location)
        except PushForbidden as forbidden:
            return await self._push_to_fork(branch, repository_url, forbidden)

    async def _push_to_fork(self, branch: OnBranch, repository_url: str, forbidden: PushForbidden) -> str:
        try:
            fork = parse_repository_url(await self._forge.fork(repository_url))
        except ForgeError as error:
            raise PushForbidden(forbidden.message, hint=f"A fork could not be made either: {error.message}") from error
        for seconds in _FORK_SECONDS:
            try:
                return await self._push_to(branch, fork)
            except RepositoryUnreachable:
                await asyncio.sleep(seconds)
        return await self._push_to(branch, fork)

    async def _push_to(self, branch: OnBranch, location: RepositoryLocation) -> str:
        return await self._commits.push(branch.mirror_path, location, branch.git_branch_name, branch.base_branch)

    async def _open_pull_request(
        self, branch: OnBranch, order: AgentWorkOrder, events: Sequence[NewEvent], *, merged_before: str | None
    ) -> None:
        """Its number and its event are written in one transaction: a crash leaves both out, and then it is found."""
        made = await self._history.commits(branch.mirror_path, branch.base_sha, branch.git_branch_name)
        commits = commits_after(made, merged_before)
        body = marked(pull_request_body(order, commits, closes_issue=self._closes_issues()))
        is_another = order.pull_request_number is not None and commits
        title = commits[-1].subject if is_another else order.title
        pull_request = await self._forge.open_pull_request(
            order.repository_url, NewPullRequest(title, body, branch.git_branch_name, branch.base_branch)
        )
        number, created = pull_request.pull_request_number, _created(pull_request, merged_before)

        def record(tx: Transaction) -> None:
            tx.orders.update(
                order.agent_work_order_id, pull_request_number=number, pull_request_state=pull_request.standing
            )
            tx.journal.append(order.agent_work_order_id, [*events, created])

        await self._store.write(record)


def _created(pull_request: PullRequest, merged_before: str | None) -> NewEvent:
    return NewEvent(
        EventType.PULL_REQUEST_CREATED,
        {
            "pull_request_number": pull_request.pull_request_number,
            "pull_request_url": pull_request.pull_request_url,
            "pull_request_title": pull_request.pull_request_title,
            "base_branch": pull_request.base_branch,
            "is_draft": pull_request.is_draft,
            "merged_before": merged_before,
        },
        once=pull_request_key(pull_request.pull_request_number),
    )
