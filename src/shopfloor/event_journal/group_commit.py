"""Many small appends, few transactions: what comes while one is being written goes into the next."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from shopfloor.domain.events import NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError
from shopfloor.state_manager.store import Store, Transaction

_LARGEST_BATCH = 512


@dataclass(frozen=True, slots=True, eq=False)
class _Submission:
    agent_work_order_id: AgentWorkOrderId
    events: Sequence[NewEvent]
    written: asyncio.Future[None]


class GroupCommit:
    """Writes at once when idle. An append that fails does not take the others of its batch with it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Submission] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, agent_work_order_id: AgentWorkOrderId, events: Sequence[NewEvent]) -> None:
        """Returns after the commit. A caller that is cancelled meanwhile has still had its events written."""
        submission = _Submission(agent_work_order_id, events, asyncio.get_running_loop().create_future())
        self._waiting.append(submission)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all(), name="journal-writer")
        await submission.written

    async def drain(self) -> None:
        while self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:_LARGEST_BATCH], self._waiting[_LARGEST_BATCH:]
                await self._write(batch)
        finally:
            self._writing = None

    async def _write(self, batch: Sequence[_Submission]) -> None:
        try:
            await self._store.write(lambda transaction: _append_each(transaction, batch))
        except ShopfloorError as error:
            if len(batch) == 1:
                _settle(batch[0], error)
                return
            for submission in batch:
                await self._write([submission])
        except BaseException as error:
            for submission in batch:
                _settle(submission, error)
            raise
        else:
            for submission in batch:
                _settle(submission, None)


def _append_each(transaction: Transaction, batch: Sequence[_Submission]) -> None:
    by_order: dict[AgentWorkOrderId, list[NewEvent]] = {}
    for submission in batch:
        by_order.setdefault(submission.agent_work_order_id, []).extend(submission.events)
    transaction.journal.append_all(by_order)


def _settle(submission: _Submission, error: BaseException | None) -> None:
    if submission.written.done():
        return
    if error is None:
        submission.written.set_result(None)
    else:
        submission.written.set_exception(error)
