"""Takes runs from the queue within the limits and hands them to the durable engine."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from shopfloor.background_loop import BackgroundLoop
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import RunId
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing
from shopfloor.domain.runs import Run, RunKind, RunStatus
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ShopfloorError
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.workflow_engine.cut_turn import note_cut_turn
from shopfloor.workflow_engine.durable_engine import DurableEngine, EngineState
from shopfloor.workflow_engine.review_end import start_review
from shopfloor.workflow_engine.run_end import RunOutcome
from shopfloor.workflow_engine.turn_begin import phase_started

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class QueueLimits:
    running: int
    running_per_repository: int


_LOST = ShopfloorError(
    "The engine lost track of this run.", hint="Retry: it goes on from here.", category=ErrorCategory.PERSISTENT
).as_work_order_error()


class Dispatcher:
    """Woken when something was filed or has ended; a slow sweep besides, for what no wake-up told."""

    _engine: DurableEngine
    """Known once it is started: a floor without a worker has none."""

    def __init__(
        self,
        *,
        store: Store,
        worker_id: str,
        limits: Callable[[], QueueLimits],
        give_up: Callable[[RunId, RunOutcome], Awaitable[None]],
        sweep_seconds: float = 5.0,
    ) -> None:
        self._store = store
        self._worker_id = worker_id
        self._limits = limits
        self._give_up = give_up
        self._sweep_seconds = sweep_seconds
        self._swept_at = time.monotonic()
        self._loop = BackgroundLoop("dispatcher", self._look, every_seconds=sweep_seconds)

    def wake(self) -> None:
        self._loop.wake()

    async def start(self, engine: DurableEngine) -> None:
        self._engine = engine
        await self._recover()
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    async def _look(self) -> None:
        await self._dispatch()
        if time.monotonic() - self._swept_at >= self._sweep_seconds:
            self._swept_at = time.monotonic()
            await self._sweep()

    async def _dispatch(self) -> None:
        if not await self._store.read(self._may_claim):
            return
        runs = await self._store.write(self._claim)
        for run in runs:
            await self._engine.start(run.run_id)

    def _may_claim(self, tx: Reader) -> bool:
        """A look that holds up no writer; whoever is filed while the floor is full costs no more than this."""
        return tx.runs.any_queued() and tx.runs.count_running() < self._limits().running

    def _claim(self, tx: Transaction) -> list[Run]:
        limits = self._limits()
        runs = tx.runs.claim_next(
            self._worker_id,
            global_limit=limits.running,
            per_repository_limit=limits.running_per_repository,
        )
        for run in runs:
            start = start_review if run.kind is RunKind.REVIEW else _start_order
            start(tx, run)
        return runs

    async def _sweep(self) -> None:
        """No order stays `running` without somebody at work on it, whatever went wrong."""
        for run in await self._store.read(lambda tx: tx.runs.running(self._worker_id)):
            state = await self._engine.state_of(run.run_id)
            if state is EngineState.UNKNOWN:
                await self._engine.start(run.run_id)
            elif state is EngineState.ENDED and await self._is_still_running(run.run_id):
                logger.error("run_lost_by_the_engine", run_id=run.run_id)
                await self._give_up(run.run_id, RunOutcome.failed(_LOST))

    async def _is_still_running(self, run_id: RunId) -> bool:
        """A run is settled before its workflow ends: asked in this order, one that just ended is not taken for lost."""
        run = await self._store.read(lambda tx: tx.runs.get(run_id))
        return run.status is RunStatus.RUNNING

    async def _recover(self) -> None:
        """What a dead process was carrying out goes on here."""
        orphans = await self._store.write(self._adopt)
        await self._engine.recover([run.run_id for run in orphans])
        for run in orphans:
            if await self._engine.state_of(run.run_id) is EngineState.UNKNOWN:
                await self._engine.start(run.run_id)

    def _adopt(self, tx: Transaction) -> list[Run]:
        orphans = [run for run in tx.runs.running() if run.worker_id != self._worker_id]
        for run in orphans:
            tx.runs.update(run.run_id, worker_id=self._worker_id, was_interrupted=True)
            tx.permissions.expire(run.agent_work_order_id)
            note_cut_turn(tx, run)
            order = tx.orders.get(run.agent_work_order_id)
            if status := next_status(order.status, Move.CONTINUE):
                tx.orders.update(run.agent_work_order_id, expect_status={order.status}, status=status)
            recovered = NewEvent(EventType.AGENT_WORK_ORDER_RECOVERED, {"run_id": run.run_id})
            tx.journal.append(run.agent_work_order_id, [recovered])
        return orphans


def _start_order(tx: Transaction, run: Run) -> None:
    order = tx.orders.get(run.agent_work_order_id)
    now = datetime.now(UTC)
    status = next_status(order.status, Move.START)
    tx.orders.update(
        run.agent_work_order_id,
        expect_status=statuses_allowing(Move.START),
        status=status,
        updated_at=now,
        execution_started_at=order.execution_started_at or now,
        current_phase=run.turns[0].phase if run.turns else order.current_phase,
    )
    facts = {
        "run_id": run.run_id,
        "kind": run.kind.value,
        "status": "running",
        "workflow_type": order.workflow_type.value,
        "sandbox_type": order.sandbox_type.value,
        "agent": order.agent,
    }
    started = NewEvent(EventType.AGENT_WORK_ORDER_STARTED, facts, once=f"run-started:{run.run_id}")
    tx.journal.append(run.agent_work_order_id, [started, *(phase_started(run, turn) for turn in run.turns[:1])])
