"""Tasks, their sessions and comments on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from shopfloor.api.wire.base import IssueNumber, Name, PromptText, Request, Response, ShortText
from shopfloor.api.wire.git import PullRequestModel
from shopfloor.api.wire.orders import UsageModel, WorkOrderErrorModel
from shopfloor.api.wire.reviews import AiReviewSummaryModel
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.task import TaskPriority, TaskStatus
from shopfloor.domain.task_issue import IssueState
from shopfloor.domain.work_order import AgentWorkflowType, AgentWorkOrderStatus, SandboxType

Description = Annotated[str, StringConstraints(max_length=100_000)]
Labels = Annotated[list[Name], Field(max_length=20)]


class CreateTaskRequest(Request):
    title: ShortText
    description: Description = ""
    status: TaskStatus = Field(TaskStatus.TODO, description="todo, human_review or done")
    priority: TaskPriority = TaskPriority.NONE
    labels: Labels = Field(default_factory=list)
    assignee: Name | None = None
    github_issue_number: IssueNumber | None = None


class UpdateTaskRequest(Request):
    title: ShortText | None = None
    description: Description | None = None
    priority: TaskPriority | None = None
    labels: Labels | None = None
    assignee: Name | None = None
    github_issue_number: IssueNumber | None = None
    archived: bool | None = None


class MoveTaskRequest(Request):
    status: TaskStatus
    above_task_id: Name | None = Field(None, description="the card it comes to lie right above")
    below_task_id: Name | None = Field(None, description="the card it comes to lie right below")


class AttemptRequest(Request):
    agent: Name | None = None
    model: ShortText | None = None
    workflow_type: AgentWorkflowType | None = None
    sandbox_type: SandboxType | None = None


class ExecuteTaskRequest(AttemptRequest):
    attempts: Annotated[list[AttemptRequest], Field(max_length=8)] | None = Field(
        None, description="several attempts in parallel, each with its own agent or model"
    )


class SendBackRequest(Request):
    comments: PromptText


class CommentRequest(Request):
    text: PromptText


class TaskSessionModel(Response):
    """An execution: its id is the id of the work order that makes it."""

    session_id: str
    agent_work_order_id: str
    task_id: str
    number: int
    round: int
    status: AgentWorkOrderStatus
    agent: str
    model: str | None
    prompt: str | None
    preview: str | None = Field(description="the agent's last words, shortened")
    error: WorkOrderErrorModel | None
    usage: UsageModel
    git_branch_name: str | None
    pull_request_number: int | None
    pull_request_state: PullRequestStanding | None
    is_winner: bool
    started_at: datetime | None
    completed_at: datetime | None
    duration_ms: int | None
    created_at: datetime


class TaskSessionsResponse(Response):
    sessions: list[TaskSessionModel]
    total_count: int
    has_more: bool


class TaskIssueModel(Response):
    number: int
    url: str | None
    state: IssueState | None = Field(description="open, closed, or missing; null until it was looked at")
    title: str | None


class TaskModel(Response):
    task_id: str
    project_id: str
    title: str
    description: str
    status: TaskStatus
    priority: TaskPriority
    labels: list[str]
    assignee: str | None
    github_issue_number: str | None
    issue: TaskIssueModel | None = Field(description="the issue it stands for, as it was last seen")
    position: int
    archived: bool
    error: WorkOrderErrorModel | None
    sessions: list[TaskSessionModel] = Field(description="the attempts of the last round, newest first")
    review: AiReviewSummaryModel | None = Field(description="the newest review by an agent")
    sent_back: int = Field(description="how often reviewing agents sent it back since a person last had a hand in it")
    created_at: datetime
    updated_at: datetime


class TasksResponse(Response):
    tasks: list[TaskModel]
    total_count: int
    has_more: bool


class ImportIssuesRequest(Request):
    """Either the numbers, or all that are open."""

    numbers: Annotated[list[Annotated[int, Field(ge=1, le=10**10)]], Field(max_length=200)] | None = None
    label: ShortText | None = Field(None, description="of all that are open, those with this label")


class ImportIssuesResponse(Response):
    tasks: list[TaskModel] = Field(description="the new ones")
    already_known: list[int] = Field(description="issues that a task of the project stood for before")
    total_count: int
    has_more: bool


class ExecuteTaskResponse(Response):
    session_id: str
    status: TaskStatus
    sessions: list[TaskSessionModel]


class ApproveTaskResponse(Response):
    task: TaskModel
    pull_request: PullRequestModel | None


class MoveTaskResponse(Response):
    task: TaskModel
    effect: str = Field(description="what the move set off: none, execute, stop, review or approve")
    session_id: str | None = None


class TaskCommentModel(Response):
    comment_id: str
    author: str | None
    text: str
    created_at: datetime
    github_comment_id: int | None = Field(description="of one that was made on the task's issue")


class TaskCommentsResponse(Response):
    comments: list[TaskCommentModel]
    total_count: int
    has_more: bool


class BoardMovesResponse(Response):
    moves: dict[TaskStatus, dict[TaskStatus, str]] = Field(
        description="from a column to another: what the move sets off, or why it is refused"
    )
    allowed: dict[TaskStatus, list[TaskStatus]]
