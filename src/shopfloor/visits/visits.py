"""Keeps a sandbox in being while somebody looks into it, also after its order has ended."""

import asyncio
import time
from collections.abc import Callable

import structlog

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import NotFound, ShopfloorError, WrongMove
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.workbench import WorkbenchMaker

logger = structlog.get_logger(__name__)

_LEASE_SECONDS = 600.0
_SWEEP_SECONDS = 15.0


class Visits:
    """Every look renews the lease. When it has run out, an ended order's sandbox is given back as usual."""

    def __init__(self, *, store: Store, workbenches: WorkbenchMaker, lease_seconds: float = _LEASE_SECONDS) -> None:
        self._store = store
        self._workbenches = workbenches
        self._lease_seconds = lease_seconds
        self._leases: dict[AgentWorkOrderId, float] = {}
        self._renewers: list[Callable[[], None]] = []
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)

    async def sandbox(self, order_id: AgentWorkOrderId) -> AgentSandbox:
        """Ready for use. Raises WrongMove where there is none and none is to be made."""
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        if order.status is AgentWorkOrderStatus.CANCELLED:
            raise WrongMove("The work order was cancelled and its sandbox is gone.", hint="Its branch is still there.")
        if order.git_branch_name is None:
            raise WrongMove("The work order has no sandbox yet: it has not started.")
        sandbox = await self._workbenches.visit(order)
        self.renew(order_id)
        return sandbox

    async def look(self, order_id: AgentWorkOrderId) -> AgentSandbox:
        """As it is, without making it or keeping it."""
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        return await self._workbenches.sandbox_of(order)

    def before_sweep(self, renewer: Callable[[], None]) -> None:
        """Who knows of visits that go on by themselves renews them there."""
        self._renewers.append(renewer)

    def renew(self, order_id: AgentWorkOrderId) -> None:
        self._leases[order_id] = time.monotonic() + self._lease_seconds

    async def end_expired(self) -> None:
        for renew in self._renewers:
            renew()
        now = time.monotonic()
        for order_id in [each for each, until in self._leases.items() if until <= now]:
            del self._leases[order_id]
            self._workbenches.end_visit(order_id)
            await self._give_back(order_id)

    async def _give_back(self, order_id: AgentWorkOrderId) -> None:
        try:
            order: AgentWorkOrder = await self._store.read(lambda tx: tx.orders.get(order_id))
            if order.status is AgentWorkOrderStatus.COMPLETED:
                await self._workbenches.release(order, keep_home=True)
        except NotFound:
            return
        except ShopfloorError as error:
            logger.warning("sandbox_release_failed", agent_work_order_id=order_id, error=error.message)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            await self.end_expired()
