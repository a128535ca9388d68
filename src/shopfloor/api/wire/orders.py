"""Work orders on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from shopfloor.api.wire.base import IssueNumber, LimitsModel, Name, PromptText, Request, Response, ShortText, Url
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.work_order import (
    AgentWorkflowPhase,
    AgentWorkflowType,
    AgentWorkOrderStatus,
    ErrorCategory,
    PermissionPolicy,
    SandboxType,
    UsageSource,
)


class CreateAgentWorkOrderRequest(Request):
    repository_url: Url | None = Field(None, examples=["https://github.com/user/repo.git"])
    project_id: Name | None = None
    sandbox_type: SandboxType | None = None
    workflow_type: AgentWorkflowType | None = None
    github_issue_number: IssueNumber | None = Field(None, examples=["42"])
    initial_prompt: PromptText | None = None
    title: ShortText | None = None
    agent: Name | None = None
    model: ShortText | None = None
    git_branch_name: ShortText | None = None
    base_branch: ShortText | None = None
    permission_policy: PermissionPolicy | None = None
    reasoning_effort: ShortText | None = None
    mode: ShortText | None = None
    limits: LimitsModel | None = None
    priority: Annotated[int, Field(ge=-100, le=100)] = 0


class UpdateAgentWorkOrderRequest(Request):
    title: ShortText | None = None
    model: ShortText | None = None
    reasoning_effort: ShortText | None = None
    mode: ShortText | None = None
    limits: LimitsModel | None = None
    archived: bool | None = None
    permission_policy: PermissionPolicy | None = None


class WorkOrderErrorModel(Response):
    category: ErrorCategory
    code: str
    message: str
    retryable: bool
    hint: str | None = None


class UsageModel(Response):
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    cost_usd: float | None = None
    source: UsageSource | None = Field(None, description="null: nothing is known")


class AgentWorkOrderModel(Response):
    agent_work_order_id: str
    project_id: str | None
    repository_url: str
    title: str
    status: AgentWorkOrderStatus
    current_phase: AgentWorkflowPhase | None
    workflow_type: AgentWorkflowType
    sandbox_type: SandboxType
    sandbox_identifier: str | None
    agent: str
    model: str | None = Field(description="what it runs with, chosen or the agent's own choice")
    reasoning_effort: str | None
    mode: str | None
    limits: LimitsModel | None
    agent_session_id: str | None
    initial_prompt: str | None
    github_issue_number: str | None
    permission_policy: PermissionPolicy
    priority: int
    queue_position: int | None
    run_count: int
    git_branch_name: str | None
    base_branch: str | None
    base_sha: str | None
    github_pull_request_url: str | None
    pull_request_number: int | None
    pull_request_state: PullRequestStanding | None = Field(
        description="as it was last seen; null where that is unknown"
    )
    git_commit_count: int
    git_files_changed: int
    git_lines_added: int
    git_lines_removed: int
    error: WorkOrderErrorModel | None
    error_message: str | None
    usage: UsageModel
    archived: bool
    created_by: str | None = Field(description="the person it works for, once that is known")
    last_event_seq: int
    created_at: datetime
    updated_at: datetime
    execution_started_at: datetime | None
    execution_completed_at: datetime | None


class AgentWorkOrderResponse(Response):
    agent_work_order: AgentWorkOrderModel
    logs_url: str


class AgentWorkOrderListResponse(Response):
    agent_work_orders: list[AgentWorkOrderModel]
    total_count: int
    has_more: bool
