"""Prompts and permission requests on the wire."""

from datetime import datetime
from typing import Any

from pydantic import Field

from shopfloor.api.wire.base import Name, PromptText, Request, Response
from shopfloor.domain.conversation import MessageKind, Role
from shopfloor.domain.work_order import PromptIntent, PromptStatus


class AgentPromptRequest(Request):
    prompt_text: PromptText
    agent_work_order_id: str | None = Field(None, description="may repeat the id of the path")


class AgentPromptResponse(Response):
    agent_work_order_id: str
    prompt_id: str
    prompt_accepted: bool
    message: str


class ChatRequest(Request):
    message: PromptText


class EditPromptRequest(Request):
    prompt_text: PromptText


class PromptModel(Response):
    prompt_id: str
    prompt_text: str
    status: PromptStatus
    position: int
    author: str | None
    intent: PromptIntent
    created_at: datetime
    sent_at: datetime | None
    answered_at: datetime | None


class PromptsResponse(Response):
    prompts: list[PromptModel]
    total_count: int
    has_more: bool


class MessageModel(Response):
    message_id: str
    seq: int = Field(description="where it stands in the conversation; the cursor for `after`")
    role: Role
    kind: MessageKind
    text: str
    turn: int
    phase: str | None
    at: datetime
    data: dict[str, Any]


class MessagesResponse(Response):
    messages: list[MessageModel]
    total_count: int
    has_more: bool


class PermissionOptionModel(Response):
    option_id: str
    name: str
    kind: str


class PermissionModel(Response):
    permission_id: str
    title: str
    tool_kind: str
    options: list[PermissionOptionModel]
    tool_call: dict[str, Any]
    status: str = Field(description="open, answered or expired")
    answer: str | None = Field(description="the option's id")
    answered_by: str | None
    created_at: datetime
    answered_at: datetime | None
    expires_at: datetime = Field(description="when the order is paused if nobody has answered")


class PermissionsResponse(Response):
    permissions: list[PermissionModel]
    total_count: int
    has_more: bool


class AnswerPermissionRequest(Request):
    option_id: Name = Field(description="an option's id or kind, or a word: once, always, reject")
