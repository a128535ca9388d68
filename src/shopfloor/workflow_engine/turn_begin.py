"""A phase begins: always together with what came before it, the start of the run or the end of the last turn."""

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.runs import Run, Turn
from shopfloor.state_manager.store import Transaction


def begin_turn(tx: Transaction, run: Run, turn: Turn) -> None:
    tx.orders.update(run.agent_work_order_id, current_phase=turn.phase)
    started = NewEvent(
        EventType.WORKFLOW_PHASE_STARTED,
        {"phase": turn.phase.value, "run_id": run.run_id},
        once=f"phase-started:{run.run_id}:{turn.phase.value}",
    )
    tx.journal.append(run.agent_work_order_id, [started])
