"""The pull request of a work order: look, describe, mark ready, merge."""

from collections.abc import Sequence

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.pull_request import MergeMethod, PullRequest, PullRequestStanding, PullRequestState
from shopfloor.domain.work_order import ACTIVE, AgentWorkOrder
from shopfloor.errors import NotFound, WrongMove
from shopfloor.forge.forge_protocol import Forge
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.work_orders.service import WorkOrders


class PullRequests:
    def __init__(self, *, orders: WorkOrders, forge: Forge, store: Store) -> None:
        self._orders = orders
        self._forge = forge
        self._store = store

    async def get(self, order_id: AgentWorkOrderId) -> PullRequest:
        """As the forge has it. What happened to it there behind our back is remembered, for those who look at lists."""
        order, number = await self._find(order_id)
        seen = await self._forge.inspect_pull_request(order.repository_url, number)
        if order.pull_request_state is not seen.standing:
            await self._store.write(lambda tx: _remember(tx, order, seen))
        return seen

    async def edit(self, order_id: AgentWorkOrderId, *, title: str | None, body: str | None) -> PullRequest:
        order, number = await self._find(order_id)
        edited = await self._forge.update_pull_request(order.repository_url, number, title=title, body=body)
        return await self._told(order_id, edited)

    async def mark_ready(self, order_id: AgentWorkOrderId) -> PullRequest:
        order, number = await self._find(order_id)
        return await self._told(order_id, await self._forge.mark_ready(order.repository_url, number))

    async def mark_draft(self, order_id: AgentWorkOrderId) -> PullRequest:
        order, number = await self._find(order_id)
        return await self._told(order_id, await self._forge.mark_draft(order.repository_url, number))

    async def set_labels(self, order_id: AgentWorkOrderId, labels: Sequence[str]) -> PullRequest:
        order, number = await self._find(order_id)
        return await self._told(order_id, await self._forge.set_labels(order.repository_url, number, labels))

    async def change_labels(
        self, order_id: AgentWorkOrderId, *, add: Sequence[str] = (), remove: Sequence[str] = ()
    ) -> PullRequest:
        """Its other labels stay. As forges see them, labels differ by more than their capitals."""
        order, number = await self._find(order_id)
        current = (await self._forge.get_pull_request(order.repository_url, number)).labels
        held = {name.lower() for name in current}
        if missing := [name for name in remove if name.lower() not in held]:
            has = f"It has {', '.join(current)}." if current else "It has none."
            raise NotFound(f"Pull request #{number} has no label {', '.join(missing)}.", hint=has)
        dropped = {name.lower() for name in remove}
        kept = [name for name in current if name.lower() not in dropped]
        return await self.set_labels(order_id, [*kept, *(name for name in add if name.lower() not in held)])

    async def request_reviewers(self, order_id: AgentWorkOrderId, reviewers: Sequence[str]) -> PullRequest:
        order, number = await self._find(order_id)
        asked = await self._forge.request_reviewers(order.repository_url, number, reviewers)
        return await self._told(order_id, asked)

    async def merge(self, order_id: AgentWorkOrderId, method: MergeMethod) -> PullRequest:
        order, number = await self._find(order_id)
        if order.status in ACTIVE:
            raise WrongMove("The agent is still working on this pull request. Wait, pause or cancel it first.")
        return await self._told(order_id, await self._forge.merge_pull_request(order.repository_url, number, method))

    async def _find(self, order_id: AgentWorkOrderId) -> tuple[AgentWorkOrder, int]:
        order = await self._orders.get(order_id)
        if order.pull_request_number is None:
            raise NotFound("The work order has no pull request yet: it is opened at the first commit.")
        return order, order.pull_request_number

    async def _told(self, order_id: AgentWorkOrderId, pull_request: PullRequest) -> PullRequest:
        def record(tx: Transaction) -> None:
            before = tx.orders.get(order_id).pull_request_state
            tx.orders.update(order_id, pull_request_state=pull_request.standing)
            if before is not PullRequestStanding.MERGED:
                tx.journal.append(order_id, [_event(pull_request)])

        await self._store.write(record)
        return pull_request


def _remember(tx: Transaction, order: AgentWorkOrder, seen: PullRequest) -> None:
    """Nobody has done anything here: the order is as old as it was."""
    current = tx.orders.get(order.agent_work_order_id)
    if current.pull_request_state is not seen.standing:
        tx.orders.update(order.agent_work_order_id, pull_request_state=seen.standing, updated_at=current.updated_at)
        tx.journal.append(order.agent_work_order_id, [_event(seen)])


def _event(pull_request: PullRequest) -> NewEvent:
    is_merged = pull_request.state is PullRequestState.MERGED
    return NewEvent(
        EventType.PULL_REQUEST_MERGED if is_merged else EventType.PULL_REQUEST_UPDATED,
        {
            "pull_request_number": pull_request.pull_request_number,
            "pull_request_title": pull_request.pull_request_title,
            "state": pull_request.state.value,
            "is_draft": pull_request.is_draft,
            "labels": list(pull_request.labels),
            "reviewers": list(pull_request.reviewers),
            "merge_commit_sha": pull_request.merge_commit_sha,
        },
    )
