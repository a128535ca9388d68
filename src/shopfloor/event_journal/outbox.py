"""What a turn has to tell and the journal has not written yet: in order, bounded, without waiting for each."""

import asyncio
from collections.abc import Hashable

from shopfloor.domain.events import NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.event_journal.journal import Journal

_CROWDED = 64


class Outbox:
    def __init__(self, journal: Journal, agent_work_order_id: AgentWorkOrderId) -> None:
        self._journal = journal
        self._order_id = agent_work_order_id
        self._waiting: dict[Hashable, NewEvent] = {}
        self._writing: asyncio.Task[None] | None = None
        self._failure: BaseException | None = None

    @property
    def crowded(self) -> bool:
        """More is waiting than should be: whoever adds to it ought to `drain` first."""
        return len(self._waiting) >= _CROWDED

    def put(self, event: NewEvent, *, replaces: Hashable | None = None) -> None:
        """Events that `replace` the same thing are snapshots of it: of those not yet written only the newest counts."""
        self._waiting[object() if replaces is None else replaces] = event
        if self._writing is None and self._failure is None:
            self._writing = asyncio.create_task(self._write(), name=f"outbox-{self._order_id}")

    async def drain(self) -> None:
        """Returns when all is written; raises what went wrong in writing."""
        while self._writing is not None:
            await asyncio.wait([self._writing])
        if self._failure is not None:
            raise self._failure

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, {}
                await self._journal.append(self._order_id, *batch.values())
        except Exception as error:  # noqa: BLE001 - handed to whoever drains
            self._failure = error
            self._waiting = {}
        finally:
            self._writing = None
