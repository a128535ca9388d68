"""Projects on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from shopfloor.api.wire.base import LimitsModel, Name, Request, Response, ShortText, Url
from shopfloor.api.wire.reviews import AiReviewRulesModel
from shopfloor.domain.ai_review import OnApprove
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType


class StdioMcpServerModel(Request):
    """A program that the agent starts in its sandbox."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: Name
    command: ShortText
    args: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    env: dict[str, str] = Field(default_factory=dict)


class HttpMcpServerModel(Request):
    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: Name
    url: Url
    headers: dict[str, str] = Field(default_factory=dict)


class WebhookRulesModel(Request):
    """What may set off work when it happens in the repository, for those who may push to it."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    issue_label: ShortText | None = Field(None, description="this label on an issue files a work order for it")
    comments: bool = Field(True, description="`/shopfloor …` in a comment files a work order or tells the one at work")
    reviews: bool = Field(True, description="reviews of an order's pull request go to its agent and are answered")
    review_requests_to: Name | None = Field(None, description="a review asked of this user files a work order")
    issue_updates: bool = Field(True, description="a task follows its issue: state, words, labels, comments")
    new_issues: bool = Field(False, description="an issue that is opened becomes a task")
    done_closes_issue: bool = Field(False, description="a task that is done closes its issue")
    push_prompt: Annotated[str, StringConstraints(max_length=20_000)] | None = Field(
        None, description="a push to the base branch files a work order with this prompt"
    )


class ProjectDefaults(Request):
    agent: Name | None = None
    model: ShortText | None = None
    sandbox_type: SandboxType | None = None
    workflow_type: AgentWorkflowType | None = None
    base_branch: ShortText | None = None
    permission_policy: PermissionPolicy | None = None
    setup_script: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    cleanup_script: Annotated[str, StringConstraints(max_length=20_000)] | None = Field(
        None, description="run in the sandbox before it is taken down, once all work is saved; at most a minute"
    )
    reasoning_effort: ShortText | None = None
    mode: ShortText | None = None
    limits: LimitsModel | None = None
    files_to_copy: Annotated[list[ShortText], Field(max_length=100)] | None = None
    mcp_servers: Annotated[list[StdioMcpServerModel | HttpMcpServerModel], Field(max_length=50)] | None = Field(
        None,
        description="further tools for the agents, in each new session; `${secret:NAME}` stands for a project's secret",
    )
    environment: dict[str, Annotated[str, StringConstraints(max_length=10_000)]] | None = Field(
        None,
        description="readable variables for the agents and the scripts; `${secret:NAME}` stands for a project's secret",
    )
    commands: dict[str, Annotated[str, StringConstraints(max_length=262_144)] | None] | None = Field(
        None,
        description="own text for plan, build, test or review; wins over the repository's .claude/commands",
    )
    webhook_rules: WebhookRulesModel | None = None
    preview_command: ShortText | None = Field(None, description="starts the development server; PORT is a free port")
    preview_port: Annotated[int, Field(ge=1, le=65535)] | None = Field(None, description="null to find out")
    ai_review: AiReviewRulesModel | None = Field(None, description="null: as the floor has it set")
    on_approve: OnApprove | None = Field(
        None, description="what becomes of the pull request when the task is approved; null: as set for the floor"
    )


class CreateProjectRequest(ProjectDefaults):
    repository_url: Url
    name: Name | None = None


class UpdateProjectRequest(ProjectDefaults):
    name: Name | None = None
    archived: bool | None = None
    version: Annotated[int, Field(ge=1)] | None = Field(
        None, description="the version one has read: refused with 409 if it is not the newest any more"
    )


class ProjectStateModel(Response):
    orders: int = Field(description="all of its work orders")
    queued: int
    running: int
    needs_you: int = Field(description="work orders that wait for an answer")
    paused: int
    failed: int
    tasks: int = Field(description="all on its board")


class DeleteProjectResponse(Response):
    project_id: str
    orders_kept: int = Field(description="work orders that stay, without a project")
    orders_under_way: int = Field(description="those of them that were queued, running or waiting")
    tasks_removed: int
    secrets_removed: int
    message: str = Field(description="the same in words")


class ProjectModel(Response):
    project_id: str
    name: str
    repository_url: str
    agent: str | None
    model: str | None
    sandbox_type: SandboxType | None
    workflow_type: AgentWorkflowType | None
    base_branch: str | None
    permission_policy: PermissionPolicy | None
    setup_script: str | None
    cleanup_script: str | None
    files_to_copy: list[str]
    mcp_servers: list[StdioMcpServerModel | HttpMcpServerModel]
    environment: dict[str, str]
    commands: dict[str, str]
    webhook_rules: WebhookRulesModel
    preview_command: str | None
    preview_port: int | None
    ai_review: AiReviewRulesModel | None
    on_approve: OnApprove | None
    reasoning_effort: str | None
    mode: str | None
    limits: LimitsModel | None
    archived: bool
    version: int = Field(description="of its configuration; every change makes the next one")
    state: ProjectStateModel
    created_at: datetime
    updated_at: datetime


class ProjectsResponse(Response):
    projects: list[ProjectModel]
    total_count: int
    has_more: bool
