"""Which of a task's attempts counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from shopfloor.domain.task import TaskAttempt
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus


@dataclass(frozen=True, slots=True)
class Session:
    """An attempt and the work order that makes it."""

    attempt: TaskAttempt
    order: AgentWorkOrder


def session_to_go_on(sessions: Sequence[tuple[TaskAttempt, AgentWorkOrder]]) -> Session | None:
    """The winner, else the newest attempt that was completed. Given newest first."""
    completed = [Session(*pair) for pair in sessions if pair[1].status is AgentWorkOrderStatus.COMPLETED]
    winners = [one for one in completed if one.attempt.is_winner]
    return next(iter(winners or completed), None)
