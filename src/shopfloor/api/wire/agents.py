"""Agents and what they offer on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from shopfloor.agent_executor.agent_states import SignedIn
from shopfloor.api.wire.base import Response


class AgentModel(Response):
    name: str
    display_name: str
    description: str
    is_installed: bool
    version: str | None
    path: str | None
    signed_in: SignedIn = Field(description="as far as can be told from here")
    hint: str | None = Field(description="what to do before it can be used")
    install_hint: str | None
    sign_in_hint: str | None
    unavailable_reason: str | None
    supports_resume: bool
    supports_models: bool
    supports_permissions: bool
    supports_modes: bool
    supports_effort: bool
    default_model: str | None
    asks_permission: bool = Field(description="the same as supports_permissions")


class OfferedModelModel(Response):
    model_id: str
    name: str
    provider: str
    description: str | None


class OfferedChoiceModel(Response):
    id: str
    name: str
    description: str | None


class AgentModelsResponse(Response):
    agent: str
    state: Literal["ready", "unavailable"]
    message: str | None = Field(description="why it could not be asked, or what there is to know")
    fetched_at: datetime | None = Field(description="when it last said this; null where it never did")
    models: list[OfferedModelModel] = Field(description="by provider")
    modes: list[OfferedChoiceModel]
    efforts: list[OfferedChoiceModel] = Field(description="of the current model")
    current_model: str | None = Field(description="what it uses when nobody chooses")
    total_count: int
    has_more: bool


class AgentsResponse(Response):
    agents: list[AgentModel]
    total_count: int
    has_more: bool
