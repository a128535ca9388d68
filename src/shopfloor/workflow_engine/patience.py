"""Waits out what passes: limits, short failures of a server, cut connections."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.retry_rule import RetryRule

T = TypeVar("T")


class Patience:
    """What is tried again must look before it acts: the first try may have got through."""

    def __init__(self, *, store: Store, rule: RetryRule) -> None:
        self._store = store
        self._rule = rule

    async def with_retries(self, order_id: AgentWorkOrderId, doing: str, operation: Callable[[], Awaitable[T]]) -> T:
        attempt = 1
        while True:
            try:
                return await operation()
            except ShopfloorError as error:
                delay = self._rule.delay_after(attempt, error)
                if delay is None:
                    raise
                await self._tell(order_id, doing, attempt, delay, error)
                await asyncio.sleep(delay)
                attempt += 1

    async def _tell(
        self, order_id: AgentWorkOrderId, doing: str, attempt: int, delay: float, error: ShopfloorError
    ) -> None:
        next_at = datetime.now(UTC) + timedelta(seconds=delay)
        payload = {
            "doing": doing,
            "attempt": attempt,
            "error": error.message,
            "code": error.code,
            "delay_seconds": round(delay, 3),
            "next_attempt_at": next_at.isoformat().replace("+00:00", "Z"),
        }
        retried = NewEvent(EventType.DELIVERY_RETRIED, payload)
        await self._store.write(lambda tx: tx.journal.append(order_id, [retried]))
