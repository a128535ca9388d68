"""The floor's settings on the wire."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from shopfloor.api.wire.base import LimitsModel, Name, Request, Response, ShortText, Url
from shopfloor.api.wire.reviews import AiReviewRulesModel
from shopfloor.domain.ai_review import OnApprove
from shopfloor.domain.naming_endpoint import NamingProvider
from shopfloor.domain.work_order import AgentWorkflowType, PermissionPolicy, SandboxType


class NamingModel(BaseModel):
    """A small model that finds titles, branches, commit subjects. Its key is the secret naming_api_key."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    provider: NamingProvider
    base_url: Url
    model: ShortText


class SettingsModel(Response):
    default_agent: str
    default_model: str | None
    default_sandbox_type: SandboxType
    default_workflow_type: AgentWorkflowType
    default_permission_policy: PermissionPolicy
    max_running_orders: int
    max_running_orders_per_repository: int
    comment_on_issues: bool = Field(description="say on an issue when work on it begins and ends")
    close_issues: bool = Field(description="pull requests close the issue they were made for")
    author_name: str | None
    author_email: str | None
    default_reasoning_effort: str | None
    default_mode: str | None
    default_limits: LimitsModel | None
    naming: NamingModel | None
    default_ai_review: AiReviewRulesModel
    default_on_approve: OnApprove
    carry_agent_credentials: bool


class UpdateSettingsRequest(Request):
    default_agent: Name | None = None
    default_model: ShortText | None = None
    default_sandbox_type: SandboxType | None = None
    default_workflow_type: AgentWorkflowType | None = None
    default_permission_policy: PermissionPolicy | None = None
    max_running_orders: Annotated[int, Field(ge=1, le=1000)] | None = None
    max_running_orders_per_repository: Annotated[int, Field(ge=1, le=1000)] | None = None
    comment_on_issues: bool | None = None
    close_issues: bool | None = None
    author_name: Name | None = None
    author_email: ShortText | None = None
    default_reasoning_effort: ShortText | None = None
    default_mode: ShortText | None = None
    default_limits: LimitsModel | None = None
    naming: NamingModel | None = None
    default_ai_review: AiReviewRulesModel | None = None
    default_on_approve: OnApprove | None = None
    carry_agent_credentials: bool | None = None
