"""The served programs of all orders: at most one of a kind each, ended when nobody has used them for long."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError, WrongMove
from shopfloor.previews.served_program import EndReason, ServedKind, ServedProgram
from shopfloor.previews.tickets import Tickets
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox
from shopfloor.visits.visits import Visits

logger = structlog.get_logger(__name__)

_MOST_RUNNING = 16
_MOST_REMEMBERED = 64

_Key = tuple[ServedKind, AgentWorkOrderId]
Begin = Callable[[AgentSandbox], Awaitable[ServedProgram]]


class ServedPrograms:
    def __init__(self, *, visits: Visits, idle_seconds: float) -> None:
        self.tickets = Tickets()
        self._visits = visits
        self._idle_seconds = idle_seconds
        self._programs: dict[_Key, ServedProgram] = {}
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()
        self._endings: set[asyncio.Task[None]] = set()
        visits.before_sweep(self._renew_visits)

    def find(self, kind: ServedKind, order_id: AgentWorkOrderId) -> ServedProgram | None:
        return self._programs.get((kind, order_id))

    def by_label(self, label: str) -> ServedProgram | None:
        return next((each for each in self._programs.values() if each.label == label), None)

    async def start(self, kind: ServedKind, order_id: AgentWorkOrderId, begin: Begin) -> ServedProgram:
        """The one that runs already, or a new one."""
        lock = self._locks.setdefault((kind, order_id), asyncio.Lock())
        async with lock:
            running = self.find(kind, order_id)
            if running is not None and running.is_alive:
                return running
            if sum(each.is_alive for each in self._programs.values()) >= _MOST_RUNNING:
                raise WrongMove(f"{_MOST_RUNNING} previews and editors are running.", hint="Stop one of them first.")
            program = await begin(await self._visits.sandbox(order_id))
            self._programs.pop((kind, order_id), None)
            self._programs[kind, order_id] = program
            self._forget_oldest()
            return program

    async def stop(self, kind: ServedKind, order_id: AgentWorkOrderId) -> None:
        program = self.find(kind, order_id)
        if program is not None:
            await program.stop(EndReason.STOPPED)

    async def close_all(self) -> None:
        results = await asyncio.gather(
            *(each.stop(EndReason.STOPPED) for each in self._programs.values()), return_exceptions=True
        )
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, ShopfloorError):
                raise result

    def _forget_oldest(self) -> None:
        ended = [key for key, program in self._programs.items() if not program.is_alive]
        for key in ended[: max(0, len(self._programs) - _MOST_REMEMBERED)]:
            del self._programs[key]

    def _renew_visits(self) -> None:
        """A program in use is a visit; one that nobody uses is ended."""
        for program in self._programs.values():
            if program.is_alive and program.unused_seconds() < self._idle_seconds:
                self._visits.renew(program.order_id)
            elif program.is_alive and program.end_reason is None:
                ending = asyncio.ensure_future(_end_idle(program))
                self._endings.add(ending)
                ending.add_done_callback(self._endings.discard)


async def _end_idle(program: ServedProgram) -> None:
    try:
        await program.stop(EndReason.IDLE)
    except ShopfloorError as error:
        logger.warning("served_program_not_ended", agent_work_order_id=program.order_id, error=error.message)
