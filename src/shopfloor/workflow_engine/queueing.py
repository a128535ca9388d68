"""Putting a run into the queue, always together with the order's new status and the event that tells of it."""

from dataclasses import replace
from datetime import datetime

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import run_id_for
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing, why_not
from shopfloor.domain.runs import Run, RunKind, RunStatus, Turn
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder, Prompt, SandboxType
from shopfloor.errors import WrongMove
from shopfloor.state_manager.store import Transaction

_EXCLUSIVE = frozenset({SandboxType.GIT_BRANCH})


def enqueue_run(
    tx: Transaction, order: AgentWorkOrder, kind: RunKind, turns: tuple[Turn, ...], move: Move, now: datetime
) -> AgentWorkOrder:
    status = next_status(order.status, move)
    if status is None:
        raise WrongMove(why_not(order.status, move))
    run = _insert(tx, order, kind, turns, now)
    updated = tx.orders.update(
        order.agent_work_order_id,
        expect_status=statuses_allowing(move),
        status=status,
        run_count=run.number,
        error=None,
        updated_at=now,
        execution_completed_at=None,
        archived=False,
    )
    tx.journal.append(run.agent_work_order_id, [_queued(run)])
    return updated


def file_order(
    tx: Transaction, order: AgentWorkOrder, turns: tuple[Turn, ...], created: NewEvent, now: datetime
) -> AgentWorkOrder:
    """The order, its first run and its first events."""
    filed = replace(order, run_count=1)
    tx.orders.insert(filed)
    run = _insert(tx, order, RunKind.START, turns, now)
    events = tx.journal.append(order.agent_work_order_id, [created, _queued(run)])
    return replace(filed, last_event_seq=len(events))


def enqueue_beside(
    tx: Transaction, order: AgentWorkOrder, kind: RunKind, turns: tuple[Turn, ...], now: datetime
) -> Run:
    """A run that leaves the order's status, branch and workspace alone."""
    run = _insert(tx, order, kind, turns, now, exclusive=False)
    tx.orders.update(order.agent_work_order_id, run_count=run.number)
    return run


def turn_of(prompt: Prompt) -> Turn:
    """The turn that answers a prompt."""
    return Turn(AgentWorkflowPhase.IMPLEMENTING, prompt.prompt_id)


def _insert(
    tx: Transaction,
    order: AgentWorkOrder,
    kind: RunKind,
    turns: tuple[Turn, ...],
    now: datetime,
    *,
    exclusive: bool | None = None,
) -> Run:
    number = order.run_count + 1
    run = Run(
        run_id=run_id_for(order.agent_work_order_id, number),
        agent_work_order_id=order.agent_work_order_id,
        number=number,
        kind=kind,
        turns=turns,
        status=RunStatus.QUEUED,
        repository_key=order.repository_key,
        exclusive=order.sandbox_type in _EXCLUSIVE if exclusive is None else exclusive,
        priority=order.priority,
        enqueued_at=now,
    )
    tx.runs.insert(run)
    return run


def _queued(run: Run) -> NewEvent:
    facts = {"run_id": run.run_id, "kind": run.kind.value, "status": "pending"}
    return NewEvent(EventType.AGENT_WORK_ORDER_QUEUED, facts)
