"""A phase begins: always together with what came before it, the start of the run or the end of the last turn."""

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.runs import Run, Turn


def phase_started(run: Run, turn: Turn) -> NewEvent:
    return NewEvent(
        EventType.WORKFLOW_PHASE_STARTED,
        {"phase": turn.phase.value, "run_id": run.run_id},
        once=f"phase-started:{run.run_id}:{turn.phase.value}",
    )
