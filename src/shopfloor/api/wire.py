"""The models on the wire: the PRD's names, and what this product adds."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from shopfloor.domain.pull_request import MergeMethod, PullRequestState
from shopfloor.domain.work_order import (
    AgentWorkflowPhase,
    AgentWorkflowType,
    AgentWorkOrderStatus,
    ErrorCategory,
    PermissionPolicy,
    PromptStatus,
    SandboxType,
)

PromptText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200_000)]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Url = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2048)]
IssueNumber = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^#?[1-9][0-9]{0,9}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Response(BaseModel):
    model_config = ConfigDict(from_attributes=True)


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
    priority: Annotated[int, Field(ge=-100, le=100)] = 0


class UpdateAgentWorkOrderRequest(Request):
    title: ShortText | None = None
    model: ShortText | None = None


class AgentPromptRequest(Request):
    prompt_text: PromptText
    agent_work_order_id: str | None = Field(None, description="may repeat the id of the path")


class AgentPromptResponse(Response):
    agent_work_order_id: str
    prompt_id: str
    prompt_accepted: bool
    message: str


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
    model: str | None
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
    git_commit_count: int
    git_files_changed: int
    git_lines_added: int
    git_lines_removed: int
    error: WorkOrderErrorModel | None
    error_message: str | None
    usage: UsageModel
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


class PhaseHistoryModel(Response):
    phase: AgentWorkflowPhase
    started_at: datetime | None
    completed_at: datetime | None
    commits: int


class GitProgressResponse(Response):
    agent_work_order_id: str
    current_phase: AgentWorkflowPhase | None
    git_commit_count: int
    git_files_changed: int
    git_lines_added: int
    git_lines_removed: int
    latest_commit_message: str | None
    latest_commit_sha: str | None
    snapshot_timestamp: datetime
    phase_history: list[PhaseHistoryModel]


class LogEntryModel(BaseModel):
    """The event's own facts stand beside these."""

    model_config = ConfigDict(extra="allow")

    timestamp: datetime
    level: str
    event: str
    agent_work_order_id: str


class LogsResponse(Response):
    agent_work_order_id: str
    log_entries: list[LogEntryModel]
    total_count: int
    has_more: bool


class EventModel(BaseModel):
    """The event's own facts stand beside these."""

    model_config = ConfigDict(extra="allow")

    seq: int
    at: datetime
    type: str
    agent_work_order_id: str


class EventsResponse(Response):
    events: list[EventModel]
    total_count: int
    has_more: bool


class CommitModel(Response):
    sha: str
    parent_shas: list[str]
    subject: str
    body: str
    author_name: str
    author_email: str
    authored_at: datetime
    phase: str | None
    run_id: str | None
    files_changed: int
    lines_added: int
    lines_removed: int


class CommitsResponse(Response):
    agent_work_order_id: str
    commits: list[CommitModel]
    total_count: int
    has_more: bool


class FileDiffModel(Response):
    path: str
    old_path: str | None
    status: str
    lines_added: int
    lines_removed: int
    is_binary: bool
    patch: str | None
    truncated: bool


class DiffResponse(Response):
    agent_work_order_id: str
    base_sha: str | None
    head_sha: str | None
    files: list[FileDiffModel]
    truncated: bool


class PullRequestModel(Response):
    pull_request_number: int
    pull_request_title: str
    pull_request_body: str
    pull_request_url: str
    head_branch: str
    base_branch: str
    state: PullRequestState
    is_draft: bool
    created_at: datetime
    updated_at: datetime
    merged_at: datetime | None
    merge_commit_sha: str | None


class EditPullRequestRequest(Request):
    title: ShortText | None = None
    body: Annotated[str, StringConstraints(max_length=100_000)] | None = None


class MergePullRequestRequest(Request):
    method: MergeMethod = MergeMethod.MERGE


class VerifyRepositoryRequest(Request):
    repository_url: Url


class RepositoryModel(Response):
    repository_owner: str
    repository_name: str
    repository_url: str
    default_branch: str | None
    is_accessible: bool
    access_verified_at: datetime | None
    is_empty: bool = False
    uncommitted_changes: int = 0


class VerifyRepositoryResponse(Response):
    repository: RepositoryModel
    verification_success: bool
    error_message: str | None


class PermissionOptionModel(Response):
    option_id: str
    name: str
    kind: str


class PermissionModel(Response):
    permission_id: str
    title: str
    options: list[PermissionOptionModel]
    tool_call: dict[str, Any]


class PermissionsResponse(Response):
    permissions: list[PermissionModel]
    total_count: int
    has_more: bool


class AnswerPermissionRequest(Request):
    option_id: Name = Field(description="an option's id or kind, such as allow_once")


class PromptModel(Response):
    prompt_id: str
    prompt_text: str
    status: PromptStatus
    position: int
    created_at: datetime


class PromptsResponse(Response):
    prompts: list[PromptModel]
    total_count: int
    has_more: bool


class ProjectDefaults(Request):
    agent: Name | None = None
    model: ShortText | None = None
    sandbox_type: SandboxType | None = None
    workflow_type: AgentWorkflowType | None = None
    base_branch: ShortText | None = None
    permission_policy: PermissionPolicy | None = None
    setup_script: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    files_to_copy: Annotated[list[ShortText], Field(max_length=100)] | None = None


class CreateProjectRequest(ProjectDefaults):
    repository_url: Url
    name: Name | None = None


class UpdateProjectRequest(ProjectDefaults):
    name: Name | None = None
    archived: bool | None = None


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
    files_to_copy: list[str]
    archived: bool
    created_at: datetime
    updated_at: datetime


class ProjectsResponse(Response):
    projects: list[ProjectModel]
    total_count: int
    has_more: bool


class AgentModel(Response):
    name: str
    display_name: str
    description: str
    is_installed: bool
    version: str | None
    hint: str | None = Field(description="what to do before it can be used")
    supports_resume: bool
    supports_models: bool
    asks_permission: bool


class AgentsResponse(Response):
    agents: list[AgentModel]
    total_count: int
    has_more: bool


class SettingsModel(Response):
    default_agent: str
    default_model: str | None
    default_sandbox_type: SandboxType
    default_workflow_type: AgentWorkflowType
    default_permission_policy: PermissionPolicy
    max_running_orders: int
    max_running_orders_per_repository: int
    author_name: str | None
    author_email: str | None


class UpdateSettingsRequest(Request):
    default_agent: Name | None = None
    default_model: ShortText | None = None
    default_sandbox_type: SandboxType | None = None
    default_workflow_type: AgentWorkflowType | None = None
    default_permission_policy: PermissionPolicy | None = None
    max_running_orders: Annotated[int, Field(ge=1, le=1000)] | None = None
    max_running_orders_per_repository: Annotated[int, Field(ge=1, le=1000)] | None = None
    author_name: Name | None = None
    author_email: ShortText | None = None


class HealthResponse(Response):
    status: str
    version: str


class ReadyResponse(Response):
    status: str
    checks: dict[str, str]


class ProblemModel(BaseModel):
    """application/problem+json: what went wrong, in which category, and what to do."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    category: ErrorCategory
    retryable: bool
    hint: str | None = None
    field: str | None = None
    errors: list[dict[str, Any]] | None = None
    conflicting_files: list[str] | None = None
    request_id: str | None = None
