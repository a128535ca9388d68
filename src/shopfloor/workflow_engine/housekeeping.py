"""Keeps old orders from weighing on new ones: sandboxes that a crash left behind, and mirrors full of loose refs."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import structlog

from shopfloor.domain.ids import AgentWorkOrderId, RepositoryKey
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import NotFound, ShopfloorError
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.workbench import WorkbenchMaker

logger = structlog.get_logger(__name__)

_ORDERS_BETWEEN_MAINTENANCE = 64
_RELEASED = frozenset({AgentWorkOrderStatus.COMPLETED, AgentWorkOrderStatus.CANCELLED})


class Housekeeper:
    """All of it happens in the background; a failure is logged and tried again another time."""

    def __init__(self, *, store: Store, mirrors: MirrorCache, workbenches: WorkbenchMaker, sandboxes: Path) -> None:
        self._store = store
        self._mirrors = mirrors
        self._workbenches = workbenches
        self._sandboxes = sandboxes
        self._ended: Counter[RepositoryKey] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._soon(self._release_leftovers())

    def run_ended(self, order: AgentWorkOrder) -> None:
        if order.status in _RELEASED:
            self._soon(self._release(order.agent_work_order_id))
        self._ended[order.repository_key] += 1
        if self._ended[order.repository_key] % _ORDERS_BETWEEN_MAINTENANCE == 0:
            self._soon(self._maintain(order))

    async def close(self) -> None:
        """What is under way is finished: it is quick, and half-removed sandboxes are a nuisance."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _release_leftovers(self) -> None:
        for name in await asyncio.to_thread(_names_with_workspace, self._sandboxes):
            await self._release(AgentWorkOrderId(name))

    async def _release(self, order_id: AgentWorkOrderId) -> None:
        try:
            order = await self._store.read(lambda tx: tx.orders.get(order_id))
            if order.status in _RELEASED:
                keep_home = order.status is AgentWorkOrderStatus.COMPLETED
                await self._workbenches.release(order, keep_home=keep_home)
        except NotFound:
            return
        except ShopfloorError as exc:
            logger.warning("sandbox_release_failed", agent_work_order_id=order_id, error=exc.message)

    async def _maintain(self, order: AgentWorkOrder) -> None:
        try:
            await self._mirrors.maintain(parse_repository_url(order.repository_url))
        except ShopfloorError as exc:
            logger.warning("mirror_maintenance_failed", repository_url=order.repository_url, error=exc.message)


def _names_with_workspace(sandboxes: Path) -> list[str]:
    if not sandboxes.is_dir():
        return []
    return [folder.name for folder in sandboxes.iterdir() if (folder / "workspace").exists()]
