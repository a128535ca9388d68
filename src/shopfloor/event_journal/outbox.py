"""What a turn has to tell and the journal has not written yet: in order, bounded, without waiting for each."""

import asyncio
from collections.abc import Hashable

from shopfloor.domain.events import NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.event_journal.journal import Journal

_CROWDED = 64
_CROWDED_CHARACTERS = 1_000_000
_GATHER_SECONDS = 0.010
"""Between two writes: what comes meanwhile goes into one. The first is never held back."""


class Outbox:
    def __init__(self, journal: Journal, agent_work_order_id: AgentWorkOrderId) -> None:
        self._journal = journal
        self._order_id = agent_work_order_id
        self._waiting: dict[Hashable, NewEvent] = {}
        self._characters = 0
        self._writing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._next_at = float("-inf")
        self._failure: BaseException | None = None

    @property
    def crowded(self) -> bool:
        """More is waiting than should be: whoever adds to it ought to `drain` first."""
        return len(self._waiting) >= _CROWDED or self._characters >= _CROWDED_CHARACTERS

    def put(self, event: NewEvent, *, replaces: Hashable | None = None) -> None:
        """Events that `replace` the same thing are snapshots of it: of those not yet written only the newest counts."""
        key = object() if replaces is None else replaces
        if key in self._waiting:
            self._characters -= _size_of(self._waiting[key])
        self._waiting[key] = event
        self._characters += _size_of(event)
        if self._writing is None and self._timer is None and self._failure is None:
            self._write_soon()

    async def drain(self) -> None:
        """Returns when all is written; raises what went wrong in writing."""
        while self._writing is not None or (self._waiting and self._failure is None):
            await asyncio.wait([self._writing or self._write_now()])
        if self._failure is not None:
            raise self._failure

    async def take_rest(self) -> list[NewEvent]:
        """What nobody has begun to write. From now on it is the caller's to write; raises as `drain` does."""
        rest = list(self._take().values())
        self._disarm()
        await self.drain()
        return rest

    def _write_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if self._next_at <= loop.time():
            self._write_now()
        else:
            self._timer = loop.call_at(self._next_at, self._write_now)

    def _write_now(self) -> asyncio.Task[None]:
        self._disarm()
        self._writing = asyncio.create_task(self._write(), name=f"outbox-{self._order_id}")
        return self._writing

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _write(self) -> None:
        batch = self._take()
        try:
            await self._journal.append(self._order_id, *batch.values())
        except Exception as error:  # noqa: BLE001 - handed to whoever drains
            self._failure = error
            self._take()
        finally:
            self._writing = None
            self._next_at = asyncio.get_running_loop().time() + _GATHER_SECONDS
        if self._waiting:
            self._write_soon()

    def _take(self) -> dict[Hashable, NewEvent]:
        taken, self._waiting, self._characters = self._waiting, {}, 0
        return taken


def _size_of(event: NewEvent) -> int:
    return sum(len(value) for value in event.payload.values() if isinstance(value, str))
