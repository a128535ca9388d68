"""Brings out what a turn without an answer has left. That may take a while; who waits for it waits only a moment."""

import asyncio

import structlog

from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.journal import Journal
from shopfloor.workflow_engine.publishing import OnBranch, Publisher

logger = structlog.get_logger(__name__)


_MOST_SECONDS = 120.0


class LatePublishing:
    """What takes too long, or is cut short by a crash, goes out with the next push."""

    def __init__(self, *, publisher: Publisher, journal: Journal) -> None:
        self._publisher = publisher
        self._journal = journal
        self._under_way: set[asyncio.Task[None]] = set()

    async def publish(self, branch: OnBranch, order: AgentWorkOrder, head_sha: str, *, wait_seconds: float) -> None:
        task = asyncio.create_task(self._bring_out(branch, order, head_sha))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.wait({task}, timeout=wait_seconds)

    async def close(self) -> None:
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _bring_out(self, branch: OnBranch, order: AgentWorkOrder, head_sha: str) -> None:
        try:
            async with asyncio.timeout(_MOST_SECONDS):
                events = await self._publisher.publish(branch, order, head_sha, [], patiently=False)
            if events:
                await self._journal.append(order.agent_work_order_id, *events)
        except ShopfloorError as exc:
            logger.warning("unfinished_work_not_published", error=exc.message)
        except TimeoutError:
            logger.warning("unfinished_work_not_published", error=f"It took more than {_MOST_SECONDS:g} seconds.")
