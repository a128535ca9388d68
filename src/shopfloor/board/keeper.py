"""Moves the cards in the background as their work orders go on."""

import asyncio
from collections.abc import Sequence

import structlog

from shopfloor.board.execution import TaskExecution
from shopfloor.domain.events import ENDING, Event, EventType
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError

logger = structlog.get_logger(__name__)

_MOVES_CARDS = ENDING | {EventType.AGENT_WORK_ORDER_QUEUED, EventType.AGENT_WORK_ORDER_STARTED}


class BoardKeeper:
    def __init__(self, execution: TaskExecution) -> None:
        self._execution = execution
        self._waiting: asyncio.Queue[AgentWorkOrderId] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._execution.catch_up()
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look_at(self, events: Sequence[Event]) -> None:
        """A sink of the journal's hub."""
        for event in events:
            if event.type in _MOVES_CARDS:
                self._waiting.put_nowait(event.agent_work_order_id)

    async def _keep(self) -> None:
        while True:
            order_id = await self._waiting.get()
            try:
                await self._execution.follow_order(order_id)
            except ShopfloorError as error:
                logger.warning("task_did_not_follow", agent_work_order_id=order_id, error=error.message)
