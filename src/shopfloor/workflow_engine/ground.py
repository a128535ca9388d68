"""What an order stands on: repository, base, branch, author. Found once, written down before it is used."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.naming import alternative_branch_name, branch_name_for, requested_branch_in
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url, validate_branch_name
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.errors import ForgeError, InvalidInput, ShopfloorError
from shopfloor.git_operations.identity import NOBODY_KNOWN, Identities
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.naming_desk import NamingDesk

_MOST_ATTEMPTS = 100


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
        mirrors: MirrorCache,
        local_repositories: LocalRepositories,
        identities: Identities,
        preferred_author: Callable[[], Author | None],
        naming: NamingDesk,
        author_there: Callable[[str], Awaitable[Author | None]],
        require_credential: Callable[[str], Awaitable[None]],
    ) -> None:
        self._author_there = author_there
        self._require_credential = require_credential
        self._store = store
        self._mirrors = mirrors
        self._local_repositories = local_repositories
        self._identities = identities
        self._preferred_author = preferred_author
        self._naming = naming

    async def find(self, order: AgentWorkOrder) -> Ground:
        location = parse_repository_url(order.repository_url)
        if order.git_branch_name and order.base_branch and order.author:
            return Ground(location, order.base_branch, order.base_sha, order.git_branch_name, order.author)
        return await self._break(order, location)

    async def _break(self, order: AgentWorkOrder, location: RepositoryLocation) -> Ground:
        await self._require_credential(order.repository_url)
        asked_for = order.git_branch_name or order.requested_branch_name or _from_prompt(order)
        base, author, noticed, words = await asyncio.gather(
            self._mirrors.refresh(location, base_branch=order.requested_base_branch),
            self._author_of(order, location),
            self._notice_uncommitted_changes(location),
            self._words_for_branch(order, is_named=asked_for is not None),
        )
        for name in [order.git_branch_name] if order.git_branch_name else _candidates(order, asked_for, words):
            ground = Ground(location, base.branch, base.sha, name, author)
            if await self._take(order, ground, noticed):
                return ground
        raise ShopfloorError(f"No free branch name was found beside {order.requested_branch_name}.")

    async def _author_of(self, order: AgentWorkOrder, location: RepositoryLocation) -> Author:
        """Somebody of whom git knows no name is whom the forge knows her as."""
        author = await self._identities.author_for(location, order.author or self._preferred_author())
        if author != NOBODY_KNOWN:
            return author
        try:
            return await self._author_there(order.repository_url) or author
        except ForgeError:
            return author

    async def _take(self, order: AgentWorkOrder, ground: Ground, noticed: list[NewEvent]) -> bool:
        """Writes the ground down, with the branch's name before it exists in git: a crash in between does no harm."""
        name = ground.git_branch_name
        if name != order.git_branch_name and await self._mirrors.branch_exists(ground.location, name):
            return False
        created = NewEvent(
            EventType.GIT_BRANCH_CREATED,
            {"git_branch_name": name, "base_branch": ground.base_branch, "base_sha": ground.base_sha},
            once="git-branch",
        )

        def write(tx: Transaction) -> bool:
            order_id = order.agent_work_order_id
            if not tx.orders.reserve_branch(order_id, order.repository_key, name):
                return False
            tx.orders.update(order_id, base_branch=ground.base_branch, base_sha=ground.base_sha, author=ground.author)
            tx.journal.append(order_id, [created, *noticed])
            return True

        return await self._store.write(write)

    async def _words_for_branch(self, order: AgentWorkOrder, *, is_named: bool) -> str | None:
        return None if is_named else await self._naming.words_for_branch(order)

    async def _notice_uncommitted_changes(self, location: RepositoryLocation) -> list[NewEvent]:
        if location.path is None or not (location.path / ".git").exists():
            return []
        changes = await self._local_repositories.uncommitted_changes(location.path)
        if not changes:
            return []
        return [
            NewEvent(
                EventType.REPOSITORY_UNCOMMITTED_CHANGES_NOTICED,
                {
                    "uncommitted_changes": changes,
                    "message": "The repository has uncommitted changes. They are left alone and not part of this.",
                },
                once="uncommitted-changes",
            )
        ]


def _candidates(order: AgentWorkOrder, asked_for: str | None, words: str | None) -> Iterator[str]:
    first = asked_for or _from_task(order, words)
    yield first
    for attempt in range(1, _MOST_ATTEMPTS):
        yield alternative_branch_name(first, order.agent_work_order_id, attempt)


def _from_prompt(order: AgentWorkOrder) -> str | None:
    asked = requested_branch_in(order.initial_prompt or "")
    if asked is None:
        return None
    try:
        return validate_branch_name(asked)
    except InvalidInput:
        return None


def _from_task(order: AgentWorkOrder, words: str | None) -> str:
    return branch_name_for(
        order.initial_prompt or order.title,
        order.github_issue_number,
        order.agent_work_order_id,
        order.workflow_type,
        better_words=words,
    )
