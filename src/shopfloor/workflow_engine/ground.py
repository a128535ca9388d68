"""What an order stands on: repository, base, branch, author. Found once, written down before it is used."""

from collections.abc import Iterator
from dataclasses import dataclass

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.naming import branch_name_for, requested_branch_in
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url, validate_branch_name
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.errors import InvalidInput, ShopfloorError
from shopfloor.event_journal.journal import Journal
from shopfloor.git_operations.identity import Identity
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Store

_MOST_CANDIDATES = 1000


@dataclass(frozen=True, slots=True)
class Ground:
    location: RepositoryLocation
    base_branch: str
    base_sha: str | None
    git_branch_name: str
    author: Author


class GroundFinder:
    def __init__(
        self,
        *,
        store: Store,
        journal: Journal,
        mirrors: MirrorCache,
        local_repositories: LocalRepositories,
        identity: Identity,
    ) -> None:
        self._store = store
        self._journal = journal
        self._mirrors = mirrors
        self._local_repositories = local_repositories
        self._identity = identity

    async def find(self, order: AgentWorkOrder) -> Ground:
        location = parse_repository_url(order.repository_url)
        if order.git_branch_name and order.base_branch and order.author:
            await self._mirrors.ensure(location)
            return Ground(location, order.base_branch, order.base_sha, order.git_branch_name, order.author)
        return await self._break(order, location)

    async def _break(self, order: AgentWorkOrder, location: RepositoryLocation) -> Ground:
        base = await self._mirrors.refresh(location, base_branch=order.requested_base_branch)
        author = order.author or await self._identity.author_for(location)
        git_branch_name = order.git_branch_name or await self._reserve_branch(order, location)
        order_id = order.agent_work_order_id
        await self._store.write(
            lambda tx: tx.orders.update(order_id, base_branch=base.branch, base_sha=base.sha, author=author)
        )
        await self._journal.append(
            order_id,
            NewEvent(
                EventType.GIT_BRANCH_CREATED,
                {"git_branch_name": git_branch_name, "base_branch": base.branch, "base_sha": base.sha},
                once="git-branch",
            ),
            *await self._notice_uncommitted_changes(location),
        )
        return Ground(location, base.branch, base.sha, git_branch_name, author)

    async def _reserve_branch(self, order: AgentWorkOrder, location: RepositoryLocation) -> str:
        """A name is reserved in the database before it exists in git, so that a crash in between does no harm."""
        for name in _candidates(order):
            if await self._mirrors.branch_exists(location, name):
                continue
            if await self._store.write(
                lambda tx, name=name: tx.orders.reserve_branch(  # type: ignore[misc]
                    order.agent_work_order_id, order.repository_key, name
                )
            ):
                return name
        raise ShopfloorError(f"No free branch name was found beside {order.requested_branch_name}.")

    async def _notice_uncommitted_changes(self, location: RepositoryLocation) -> list[NewEvent]:
        if location.path is None:
            return []
        checkout = await self._local_repositories.inspect(location)
        if not checkout.uncommitted_changes:
            return []
        return [
            NewEvent(
                EventType.REPOSITORY_UNCOMMITTED_CHANGES_NOTICED,
                {
                    "uncommitted_changes": checkout.uncommitted_changes,
                    "message": "The repository has uncommitted changes. They are left alone and are not part of this order.",
                },
                once="uncommitted-changes",
            )
        ]


def _candidates(order: AgentWorkOrder) -> Iterator[str]:
    first = order.requested_branch_name or _from_prompt(order) or _from_task(order)
    yield first
    for number in range(2, _MOST_CANDIDATES):
        yield f"{first}-{number}"


def _from_prompt(order: AgentWorkOrder) -> str | None:
    asked = requested_branch_in(order.initial_prompt or "")
    if asked is None:
        return None
    try:
        return validate_branch_name(asked)
    except InvalidInput:
        return None


def _from_task(order: AgentWorkOrder) -> str:
    return branch_name_for(
        order.initial_prompt or order.title,
        order.github_issue_number,
        order.agent_work_order_id,
        order.workflow_type,
    )
