"""An order as a user sees it: what the database knows, what git tells, where it stands in the queue."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.turn_usage import UsageGroup
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import ShopfloorError
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.diff import Diff
from shopfloor.git_operations.history import GitProgress, History
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Store

_MOST_NAMES = 1000

PullRequestUrl = Callable[[str, int], str]
"""From a repository's address and a number."""


@dataclass(frozen=True, slots=True)
class WorkOrderView:
    order: AgentWorkOrder
    progress: GitProgress | None
    pull_request_url: str | None
    queue_position: int | None


class WorkOrderViews:
    def __init__(
        self, *, store: Store, history: History, mirrors: MirrorCache, pull_request_url: PullRequestUrl
    ) -> None:
        self._store = store
        self._history = history
        self._mirrors = mirrors
        self._pull_request_url = pull_request_url

    async def view(self, order: AgentWorkOrder) -> WorkOrderView:
        return (await self.view_all([order]))[0]

    async def view_all(self, orders: Sequence[AgentWorkOrder]) -> list[WorkOrderView]:
        positions = await self._queue_positions(orders)
        progress = await self._progress_of(orders)
        return [
            WorkOrderView(
                order,
                figures,
                self._pull_request_url(order.repository_url, order.pull_request_number)
                if order.pull_request_number
                else None,
                positions.get(order.agent_work_order_id),
            )
            for order, figures in zip(orders, progress, strict=True)
        ]

    async def _progress_of(self, orders: Sequence[AgentWorkOrder]) -> list[GitProgress | None]:
        """Most are known: only for the others is git asked, for all of them at once."""
        figures = [self._known_progress(order) for order in orders]
        unknown = [number for number, known in enumerate(figures) if known is None]
        for number, found in zip(
            unknown, await asyncio.gather(*(self.progress(orders[n]) for n in unknown)), strict=True
        ):
            figures[number] = found
        return figures

    def _known_progress(self, order: AgentWorkOrder) -> GitProgress | None:
        if order.git_branch_name is None or order.base_branch is None:
            return None
        return self._history.known_progress(self._mirror(order), order.base_sha, order.git_branch_name)

    async def names_of(self, group: UsageGroup, keys: Sequence[str]) -> dict[str, str]:
        """What people call the projects or orders of these ids; those that are gone have no name any more."""
        if group is UsageGroup.PROJECT:
            projects, _ = await self._store.read(lambda tx: tx.projects.list(include_archived=True, limit=_MOST_NAMES))
            return {project.project_id: project.name for project in projects if project.project_id in keys}
        if group is UsageGroup.ORDER:
            return await self._store.read(lambda tx: tx.orders.titles(keys))
        return {}

    async def progress(self, order: AgentWorkOrder) -> GitProgress | None:
        if order.git_branch_name is None or order.base_branch is None:
            return None
        try:
            return await self._history.progress(self._mirror(order), order.base_sha, order.git_branch_name)
        except ShopfloorError:
            return None

    async def commits(self, order: AgentWorkOrder) -> Sequence[CommitInfo]:
        if order.git_branch_name is None or order.base_branch is None:
            return ()
        return await self._history.commits(self._mirror(order), order.base_sha, order.git_branch_name)

    async def diff(
        self, order: AgentWorkOrder, *, sha: str | None = None, ignore_whitespace: bool = False, context: int = 3
    ) -> Diff | None:
        if order.git_branch_name is None or order.base_branch is None:
            return None
        return await self._history.diff(
            self._mirror(order),
            order.base_sha,
            order.git_branch_name,
            sha=sha,
            ignore_whitespace=ignore_whitespace,
            context=context,
        )

    def _mirror(self, order: AgentWorkOrder) -> Path:
        return self._mirrors.path_of(order.repository_key)

    async def _queue_positions(self, orders: Sequence[AgentWorkOrder]) -> dict[AgentWorkOrderId, int]:
        if not any(order.status is AgentWorkOrderStatus.PENDING for order in orders):
            return {}
        queued = await self._store.read(lambda tx: tx.runs.queued_orders())
        return {order_id: number for number, order_id in enumerate(queued, 1)}
