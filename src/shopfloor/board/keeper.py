"""Moves the cards in the background as their work orders go on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from shopfloor.board.execution import TaskExecution
from shopfloor.board.reviewing import TaskReviews
from shopfloor.domain.events import ENDING, REVIEW_MOVES, Event, EventType
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError

logger = structlog.get_logger(__name__)

_MOST_REMEMBERED = 10_000
_MOVES_CARDS = ENDING | {EventType.AGENT_WORK_ORDER_QUEUED, EventType.AGENT_WORK_ORDER_STARTED}
_MOVES_REVIEWS = REVIEW_MOVES | {EventType.PULL_REQUEST_MERGED}


Follow = Callable[[AgentWorkOrderId], Awaitable[bool]]
"""False where no task filed the order."""


class BoardKeeper:
    def __init__(self, execution: TaskExecution, reviews: TaskReviews) -> None:
        self._execution = execution
        self._reviews = reviews
        self._waiting: asyncio.Queue[tuple[Follow, AgentWorkOrderId]] = asyncio.Queue()
        self._without_task: set[AgentWorkOrderId] = set()
        """Of the latest orders those that no task filed, so that each is asked for once: that never changes."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._execution.catch_up()
        await self._reviews.catch_up()
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look_at(self, events: Sequence[Event]) -> None:
        """A sink of the journal's hub."""
        for event in events:
            if event.agent_work_order_id in self._without_task:
                continue
            if event.type in _MOVES_CARDS:
                self._waiting.put_nowait((self._execution.follow_order, event.agent_work_order_id))
            elif event.type in _MOVES_REVIEWS:
                self._waiting.put_nowait((self._reviews.follow_order, event.agent_work_order_id))

    async def _keep(self) -> None:
        while True:
            follow, order_id = await self._waiting.get()
            try:
                if not await follow(order_id):
                    self._remember(order_id)
            except ShopfloorError as error:
                logger.warning("task_did_not_follow", agent_work_order_id=order_id, error=error.message)

    def _remember(self, order_id: AgentWorkOrderId) -> None:
        if len(self._without_task) >= _MOST_REMEMBERED:
            self._without_task.clear()
        self._without_task.add(order_id)
