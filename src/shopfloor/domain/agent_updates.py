"""What an agent tells while it works, whatever protocol it speaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from shopfloor.domain.work_order import Usage

Json = object


@dataclass(frozen=True, slots=True)
class TextChunk:
    kind: Literal["message", "thought"]
    text: str


@dataclass(frozen=True, slots=True)
class ToolCallUpdate:
    """A tool call as far as it is known; later updates name the same id and carry only what changed."""

    tool_call_id: str
    changes: Mapping[str, Json]
    """Of: title, kind, status, locations, input, output, content."""


@dataclass(frozen=True, slots=True)
class PlanUpdate:
    entries: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class UsageUpdate:
    usage: Usage
    """Of this turn, so far; never of the whole session."""
    context_tokens: int | None = None
    """How full the model's context is."""
    context_size: int | None = None
    session_cost_usd: float | None = None
    """Of the whole session, where the agent tells it: a turn after it was taken up again is counted from there."""


@dataclass(frozen=True, slots=True)
class RawUpdate:
    """Something this version does not know. Kept as it came."""

    name: str
    content: Mapping[str, Json]


AgentUpdate = TextChunk | ToolCallUpdate | PlanUpdate | UsageUpdate | RawUpdate


@dataclass(frozen=True, slots=True)
class PermissionOption:
    option_id: str
    name: str
    kind: str
    """allow_once, allow_always, reject_once, reject_always."""


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    permission_id: str
    title: str
    options: tuple[PermissionOption, ...]
    tool_call: Mapping[str, Json]
