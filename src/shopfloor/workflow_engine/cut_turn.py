"""What a turn had used when the server died in it: the last that the agent told of it is in the journal."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from shopfloor.domain.agent_updates import UsageUpdate
from shopfloor.domain.events import Event, EventType
from shopfloor.domain.runs import Run
from shopfloor.domain.turn_usage import TurnUsage
from shopfloor.domain.work_order import AgentWorkflowPhase, Usage, UsageSource
from shopfloor.state_manager.store import Transaction
from shopfloor.workflow_engine.turn_meter import Tally
from shopfloor.workflow_engine.turn_usage import note_usage

_MOST_EVENTS = 100_000


def note_cut_turn(tx: Transaction, run: Run) -> None:
    """Every attempt leaves a row at its end: one that began and has none was cut off."""
    order_id = run.agent_work_order_id
    begun = _of_run(tx.journal.page(order_id, 0, _MOST_EVENTS, {EventType.AGENT_COMMAND_STARTED}), run)
    if len(begun) <= tx.turn_usage.attempts_in(run.run_id):
        return
    told = _of_run(tx.journal.page(order_id, begun[-1].seq, _MOST_EVENTS, {EventType.AGENT_USAGE}), run)
    order, facts = tx.orders.get(order_id), begun[-1].payload
    used = TurnUsage(
        run_id=run.run_id,
        turn=run.turns_done + 1,
        agent_work_order_id=order_id,
        project_id=order.project_id,
        agent=str(facts.get("agent") or order.agent),
        model=str(facts["model"]) if facts.get("model") else order.model,
        phase=AgentWorkflowPhase(str(facts["phase"])),
        ended_at=(told or begun)[-1].at,
        **asdict(_used(told)),
    )
    note_usage(tx, used, ())


def _of_run(events: Sequence[Event], run: Run) -> list[Event]:
    return [event for event in events if event.payload.get("run_id") == run.run_id]


def _used(told: Sequence[Event]) -> Usage:
    tally = Tally()
    for event in told:
        facts: dict[str, Any] = dict(event.payload)
        source = UsageSource(facts["source"]) if facts.get("source") else None
        counts = {name: facts.get(name) for name in ("input_tokens", "output_tokens", "total_tokens", "cost_usd")}
        tally.note(UsageUpdate(Usage(**counts, source=source), facts.get("context_tokens")))
    return tally.used()
