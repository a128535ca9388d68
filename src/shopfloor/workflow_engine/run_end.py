"""How a run ends, in one transaction: the run, the order, the event, and the run that follows if prompts wait."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import RunId
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing
from shopfloor.domain.runs import Run, RunKind, RunStatus, StopKind
from shopfloor.domain.work_order import (
    AgentWorkflowPhase,
    AgentWorkOrder,
    Prompt,
    WorkOrderError,
)
from shopfloor.state_manager.store import Transaction
from shopfloor.workflow_engine.queueing import enqueue_run, turn_of


@dataclass(frozen=True, slots=True)
class RunOutcome:
    status: Literal["done", "failed", "stopped"]
    error: WorkOrderError | None = None
    kind: StopKind | None = None
    reason: str | None = None

    @staticmethod
    def done() -> "RunOutcome":
        return RunOutcome("done")

    @staticmethod
    def failed(error: WorkOrderError) -> "RunOutcome":
        return RunOutcome("failed", error=error)

    @staticmethod
    def stopped(kind: StopKind, reason: str | None = None, error: WorkOrderError | None = None) -> "RunOutcome":
        return RunOutcome("stopped", error=error, kind=kind, reason=reason)


def settle_run(tx: Transaction, run_id: RunId, outcome: RunOutcome, now: datetime) -> AgentWorkOrder:
    """Doing it twice does nothing twice: a run that has ended is left as it is."""
    run = tx.runs.get(run_id)
    order = tx.orders.get(run.agent_work_order_id)
    if run.status is not RunStatus.RUNNING:
        return order
    stop = outcome.kind or run.stop_requested
    if outcome.status == "failed" and outcome.error is not None and stop is not StopKind.CANCEL:
        return _fail(tx, run, order, outcome.error, now)
    if stop is StopKind.CANCEL:
        return _end(tx, run, order, Move.CANCEL, RunStatus.CANCELLED, EventType.AGENT_WORK_ORDER_CANCELLED, now, {})
    prompt = tx.prompts.next_queued(order.agent_work_order_id)
    if stop is StopKind.PAUSE and (run.remaining_turns or prompt):
        facts: dict[str, Json] = {"reason": outcome.reason} if outcome.reason else {}
        if outcome.error is not None:
            tx.orders.update(order.agent_work_order_id, error=outcome.error)
            facts["code"] = outcome.error.code
        return _end(tx, run, order, Move.PAUSE, RunStatus.PAUSED, EventType.AGENT_WORK_ORDER_PAUSED, now, facts)
    if prompt is not None:
        return _go_on_with(tx, run, order, prompt, now)
    return _complete(tx, run, order, now)


def _complete(tx: Transaction, run: Run, order: AgentWorkOrder, now: datetime) -> AgentWorkOrder:
    kind, phase = EventType.AGENT_WORK_ORDER_COMPLETED, AgentWorkflowPhase.COMPLETED
    return _end(tx, run, order, Move.COMPLETE, RunStatus.COMPLETED, kind, now, {}, current_phase=phase)


def _fail(tx: Transaction, run: Run, order: AgentWorkOrder, error: WorkOrderError, now: datetime) -> AgentWorkOrder:
    order_id = order.agent_work_order_id
    tx.orders.update(order_id, error=error)
    facts: dict[str, Json] = {
        "error": error.message,
        "category": error.category.value,
        "code": error.code,
        "retryable": error.retryable,
        "hint": error.hint,
    }
    if run.remaining_turns:
        phase = run.remaining_turns[0].phase.value
        failed = NewEvent(EventType.WORKFLOW_PHASE_FAILED, {"phase": phase, "run_id": run.run_id, **facts})
        tx.journal.append(order_id, [failed])
    return _end(tx, run, order, Move.FAIL, RunStatus.FAILED, EventType.AGENT_WORK_ORDER_FAILED, now, facts)


def _end(
    tx: Transaction,
    run: Run,
    order: AgentWorkOrder,
    move: Move,
    run_status: RunStatus,
    event_type: EventType,
    now: datetime,
    facts: dict[str, Json],
    **fields: Any,
) -> AgentWorkOrder:
    order_id = order.agent_work_order_id
    status = next_status(order.status, move)
    if status is None:
        raise AssertionError(f"a running order is {order.status}")
    tx.runs.update(run.run_id, status=run_status, ended_at=now)
    updated = tx.orders.update(
        order_id,
        expect_status=statuses_allowing(move),
        status=status,
        updated_at=now,
        execution_completed_at=now if move is not Move.PAUSE else None,
        **fields,
    )
    tx.journal.append(
        order_id,
        [NewEvent(event_type, {"run_id": run.run_id, "status": status.value, **facts}, once=f"ended:{run.run_id}")],
    )
    return updated


def _go_on_with(tx: Transaction, run: Run, order: AgentWorkOrder, prompt: Prompt, now: datetime) -> AgentWorkOrder:
    tx.runs.update(run.run_id, status=RunStatus.COMPLETED, ended_at=now)
    return enqueue_run(tx, order, RunKind.FOLLOW_UP, (turn_of(prompt),), Move.PROMPT, now)
