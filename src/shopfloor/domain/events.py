"""The journal's vocabulary: numbered facts about a work order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId

Json = object
LogLevel = Literal["debug", "info", "warning", "error"]


class EventType(StrEnum):
    AGENT_WORK_ORDER_CREATED = "agent_work_order_created"
    AGENT_WORK_ORDER_QUEUED = "agent_work_order_queued"
    AGENT_WORK_ORDER_STARTED = "agent_work_order_started"
    AGENT_WORK_ORDER_RECOVERED = "agent_work_order_recovered"
    AGENT_WORK_ORDER_UPDATED = "agent_work_order_updated"
    AGENT_WORK_ORDER_WAITING = "agent_work_order_waiting"
    AGENT_WORK_ORDER_STOP_REQUESTED = "agent_work_order_stop_requested"
    AGENT_WORK_ORDER_PAUSED = "agent_work_order_paused"
    AGENT_WORK_ORDER_COMPLETED = "agent_work_order_completed"
    AGENT_WORK_ORDER_FAILED = "agent_work_order_failed"
    AGENT_WORK_ORDER_CANCELLED = "agent_work_order_cancelled"
    PROMPT_QUEUED = "prompt_queued"
    PROMPT_UPDATED = "prompt_updated"
    PROMPT_WITHDRAWN = "prompt_withdrawn"
    PROMPT_SENT = "prompt_sent"
    PROMPT_ANSWERED = "prompt_answered"
    CHAT_MESSAGE_RECEIVED = "chat_message_received"
    CHAT_COMMAND_COMPLETED = "chat_command_completed"
    CHAT_COMMAND_FAILED = "chat_command_failed"
    SANDBOX_CREATED = "sandbox_created"
    CLEANUP_SCRIPT_COMPLETED = "cleanup_script_completed"
    CLEANUP_SCRIPT_FAILED = "cleanup_script_failed"
    REPOSITORY_UNCOMMITTED_CHANGES_NOTICED = "repository_uncommitted_changes_noticed"
    GIT_BRANCH_CREATED = "git_branch_created"
    GIT_BRANCH_RENAMED = "git_branch_renamed"
    GIT_COMMIT_CREATED = "git_commit_created"
    GIT_PUSH_COMPLETED = "git_push_completed"
    GIT_WORK_RESCUED = "git_work_rescued"
    DELIVERY_RETRIED = "delivery_retried"
    ISSUE_FETCHED = "github_issue_fetched"
    PULL_REQUEST_CREATED = "github_pull_request_created"
    PULL_REQUEST_UPDATED = "github_pull_request_updated"
    PULL_REQUEST_MERGED = "github_pull_request_merged"
    AI_REVIEW_QUEUED = "ai_review_queued"
    AI_REVIEW_STARTED = "ai_review_started"
    AI_REVIEW_COMPLETED = "ai_review_completed"
    AI_REVIEW_FAILED = "ai_review_failed"
    AI_REVIEW_CANCELLED = "ai_review_cancelled"
    WORKFLOW_PHASE_STARTED = "workflow_phase_started"
    WORKFLOW_PHASE_COMPLETED = "workflow_phase_completed"
    WORKFLOW_PHASE_FAILED = "workflow_phase_failed"
    AGENT_COMMAND_STARTED = "agent_command_started"
    AGENT_COMMAND_COMPLETED = "agent_command_completed"
    AGENT_COMMAND_FAILED = "agent_command_failed"
    AGENT_COMMAND_RETRIED = "agent_command_retried"
    AGENT_SESSION_STARTED = "agent_session_started"
    AGENT_MESSAGE = "agent_message"
    AGENT_THOUGHT = "agent_thought"
    AGENT_TOOL_CALL = "agent_tool_call"
    AGENT_PLAN = "agent_plan"
    AGENT_USAGE = "agent_usage"
    AGENT_UPDATE = "agent_update"
    AGENT_PERMISSION_REQUESTED = "agent_permission_requested"
    AGENT_PERMISSION_ANSWERED = "agent_permission_answered"


CONVERSATION = frozenset(
    {
        EventType.AGENT_MESSAGE,
        EventType.AGENT_THOUGHT,
        EventType.AGENT_TOOL_CALL,
        EventType.AGENT_PLAN,
        EventType.AGENT_USAGE,
        EventType.AGENT_UPDATE,
    }
)
"""What the agent said and did. Left out of the coarse feed, level debug in the logs."""

ENDING = frozenset(
    {
        EventType.AGENT_WORK_ORDER_COMPLETED,
        EventType.AGENT_WORK_ORDER_FAILED,
        EventType.AGENT_WORK_ORDER_CANCELLED,
    }
)

REVIEW_MOVES = frozenset(
    {
        EventType.AI_REVIEW_QUEUED,
        EventType.AI_REVIEW_STARTED,
        EventType.AI_REVIEW_COMPLETED,
        EventType.AI_REVIEW_FAILED,
        EventType.AI_REVIEW_CANCELLED,
    }
)
"""What a card with a review shows changes with these."""

_ERRORS = frozenset(
    {EventType.AGENT_WORK_ORDER_FAILED, EventType.AGENT_COMMAND_FAILED, EventType.WORKFLOW_PHASE_FAILED}
)
_WARNINGS = frozenset(
    {
        EventType.CLEANUP_SCRIPT_FAILED,
        EventType.AGENT_COMMAND_RETRIED,
        EventType.CHAT_COMMAND_FAILED,
        EventType.AGENT_WORK_ORDER_RECOVERED,
        EventType.GIT_WORK_RESCUED,
        EventType.REPOSITORY_UNCOMMITTED_CHANGES_NOTICED,
        EventType.AGENT_WORK_ORDER_CANCELLED,
        EventType.AI_REVIEW_FAILED,
    }
)


def level_of(event_type: EventType) -> LogLevel:
    if event_type in _ERRORS:
        return "error"
    if event_type in _WARNINGS:
        return "warning"
    return "debug" if event_type in CONVERSATION else "info"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event before the journal has numbered it."""

    type: EventType
    payload: Mapping[str, Json] = field(default_factory=dict)
    once: str | None = None
    """Names a fact that may be recorded once per order: a second append under the same name does nothing."""


@dataclass(frozen=True, slots=True)
class Event:
    """A durable, numbered event. `seq` is gapless per order, `position` orders the events of all orders."""

    agent_work_order_id: AgentWorkOrderId
    seq: int
    position: int
    at: datetime
    type: EventType
    level: LogLevel
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class LiveDelta:
    """Text that was streamed since the last snapshot of its message: sent, never stored."""

    agent_work_order_id: AgentWorkOrderId
    type: Literal["agent_message_delta", "agent_thought_delta", "agent_message_open", "agent_thought_open"]
    message_id: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class BoardNotice:
    """A card was made, changed, moved or removed: who looks at the board reads it again. Sent, never stored."""

    project_id: ProjectId
    task_id: TaskId


@dataclass(frozen=True, slots=True)
class ProjectNotice:
    """A project was connected, changed, archived or forgotten. Sent, never stored."""

    project_id: ProjectId


Notice = BoardNotice | ProjectNotice
