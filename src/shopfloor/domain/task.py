"""A task: a card on a project's board, and the attempts made at it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskCommentId, TaskId
from shopfloor.domain.work_order import WorkOrderError


class TaskStatus(StrEnum):
    """The columns of the board, from left to right."""

    TODO = "todo"
    IN_PROGRESS = "in_progress"
    AI_REVIEW = "ai_review"
    HUMAN_REVIEW = "human_review"
    DONE = "done"


class TaskPriority(StrEnum):
    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    URGENT = "urgent"


@dataclass(frozen=True, slots=True)
class Task:
    task_id: TaskId
    project_id: ProjectId
    title: str
    created_at: datetime
    updated_at: datetime
    position: int
    """Its place in its column: smaller is higher."""
    status: TaskStatus = TaskStatus.TODO
    description: str = ""
    priority: TaskPriority = TaskPriority.NONE
    labels: tuple[str, ...] = ()
    assignee: str | None = None
    github_issue_number: str | None = None
    archived: bool = False
    round: int = 0
    """How often it was taken up. Only the attempts of the last round move the card."""
    sent_back: int = 0
    """How often a reviewing agent has sent it back since a person last had a hand in it."""
    stop_requested: bool = False
    error: WorkOrderError | None = None
    """Why the last round, its review or its merge failed."""


@dataclass(frozen=True, slots=True)
class TaskAttempt:
    """A work order that was filed for a task."""

    agent_work_order_id: AgentWorkOrderId
    task_id: TaskId
    number: int
    round: int
    created_at: datetime
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class TaskComment:
    comment_id: TaskCommentId
    task_id: TaskId
    author: str | None
    text: str
    created_at: datetime
    github_comment_id: int | None = None
    """Of one that somebody made on the task's issue."""
