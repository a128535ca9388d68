"""What a caller can ask of the board, as values."""

from dataclasses import dataclass

from shopfloor.domain.ids import TaskId
from shopfloor.domain.task import TaskPriority, TaskStatus
from shopfloor.domain.work_order import AgentWorkflowType, SandboxType


@dataclass(frozen=True, slots=True)
class NewTask:
    title: str
    description: str = ""
    status: TaskStatus = TaskStatus.TODO
    priority: TaskPriority = TaskPriority.NONE
    labels: tuple[str, ...] = ()
    assignee: str | None = None
    github_issue_number: str | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a card goes: above or below another one of the column, else to its end."""

    status: TaskStatus
    above_task_id: TaskId | None = None
    below_task_id: TaskId | None = None


@dataclass(frozen=True, slots=True)
class AttemptPlan:
    """With what a task is carried out. Unset means the project's default, else the floor's."""

    agent: str | None = None
    model: str | None = None
    workflow_type: AgentWorkflowType | None = None
    sandbox_type: SandboxType | None = None
