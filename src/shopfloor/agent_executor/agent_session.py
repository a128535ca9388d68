"""A conversation with an agent, whatever protocol it speaks."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from shopfloor.agent_executor.agent_options import AgentOptions, OptionKind
from shopfloor.domain.agent_updates import AgentUpdate, PermissionRequest
from shopfloor.domain.work_order import AgentWorkflowPhase, Usage

OnUpdate = Callable[[AgentUpdate], Awaitable[None]]
"""Gets what the agent tells, in order. While it waits, the agent is not read from and so is held back."""

OnPermission = Callable[[PermissionRequest], Awaitable[str | None]]
"""Answers with the id of an option, or None for no answer."""


class StopReason(StrEnum):
    END_TURN = "end_turn"
    MAX_TOKENS = "max_tokens"
    MAX_TURN_REQUESTS = "max_turn_requests"
    REFUSAL = "refusal"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What an agent may want to know about a turn besides its prompt. Most do not look at it."""

    phase: AgentWorkflowPhase
    task: str | None = None
    """What the user asked for, in her words; it occurs in the prompt's text."""
    plan_path: str | None = None
    results_path: str | None = None
    follow_up: bool = False
    question: bool = False
    """An answer is wanted, and no change."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    stop_reason: StopReason
    usage: Usage | None


class AgentSession(Protocol):
    @property
    def agent_session_id(self) -> str: ...

    @property
    def was_resumed(self) -> bool:
        """False where the agent knows nothing of earlier turns."""
        ...

    @property
    def is_alive(self) -> bool:
        """False once the agent has ended: then it takes no more prompts."""
        ...

    @property
    def options(self) -> AgentOptions:
        """What can be chosen, and what is."""
        ...

    async def choose(self, kind: OptionKind, value: str) -> None:
        """Between turns. Raises ChoiceNotOffered for what the agent does not have."""
        ...

    async def prompt(
        self,
        text: str,
        *,
        on_update: OnUpdate,
        on_permission: OnPermission,
        context: TurnContext | None = None,
    ) -> TurnResult:
        """One turn. All updates have been handed over when it returns. Raises an AgentError if there is no answer."""
        ...

    async def cancel(self) -> None:
        """Ends the turn: asks the agent, and ends it if it does not listen. Afterwards `prompt` has its result."""
        ...

    async def close(self) -> None:
        """Ends the agent and all it started. Can be called again."""
        ...
