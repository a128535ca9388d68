"""What a new order can be put together from, on the wire: repositories and what is in them, workflows, sandboxes."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from shopfloor.api.wire.base import Request, Response, Url
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkflowType, SandboxType


class KnownRepositoryModel(Response):
    repository_url: str
    repository_owner: str
    repository_name: str
    project_id: str | None
    order_count: int
    last_used_at: datetime | None


class RecentRepositoriesResponse(Response):
    repositories: list[KnownRepositoryModel]
    total_count: int
    has_more: bool


class BranchModel(Response):
    name: str
    sha: str
    is_default: bool


class BranchesResponse(Response):
    repository_url: str
    default_branch: str | None
    branches: list[BranchModel]
    total_count: int
    has_more: bool


class RepositoryFilesResponse(Response):
    repository_url: str
    ref: str = Field(description="the branch that was looked at")
    files: list[str] = Field(description="paths, the best match first")
    total_count: int = Field(description="of all files there")
    has_more: bool


class AvailableCommandModel(Response):
    name: str
    path: str
    is_builtin: bool
    description: str | None
    argument_hint: str | None
    error: str | None = Field(description="why the repository's file cannot be used")


class CommandsResponse(Response):
    repository_url: str
    commands: list[AvailableCommandModel]
    total_count: int
    has_more: bool


class WorkflowModel(Response):
    workflow_type: AgentWorkflowType
    name: str
    description: str
    phases: list[AgentWorkflowPhase]


class WorkflowsResponse(Response):
    workflows: list[WorkflowModel]
    total_count: int
    has_more: bool


class SandboxModel(Response):
    sandbox_type: SandboxType
    name: str
    description: str
    is_available: bool
    reason: str | None = Field(description="why it cannot be used here")
    hint: str | None = Field(description="what to do then")


class SandboxesResponse(Response):
    sandboxes: list[SandboxModel]
    total_count: int
    has_more: bool


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
    visibility: Literal["public", "private", "internal"] | None = None
    can_push: bool | None = Field(default=None, description="null where only a push would tell")
    can_open_pull_requests: bool = False
    is_archived: bool = False
    needs_fork: bool = Field(
        default=False, description="work is pushed to a fork, and its pull request comes from there"
    )


class VerifyRepositoryResponse(Response):
    repository: RepositoryModel
    verification_success: bool
    error_message: str | None
    error_code: str | None = None
    hint: str | None = None
