"""A run: one durable pass of the engine over a work order, as a list of turns."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shopfloor.domain.ids import AgentWorkOrderId, PromptId, RepositoryKey, RunId
from shopfloor.domain.work_order import AgentWorkflowPhase


class RunKind(StrEnum):
    START = "start"
    FOLLOW_UP = "follow_up"
    RETRY = "retry"
    RESUME = "resume"
    REVIEW = "review"
    """Another agent looks at what the order did. The order itself stays as it is."""


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    PAUSED = "paused"


class StopKind(StrEnum):
    """What a person asked of a running order."""

    CANCEL = "cancel"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Turn:
    """One prompt and its answer. Without a prompt id the phase's command file is the prompt."""

    phase: AgentWorkflowPhase
    prompt_id: PromptId | None = None


@dataclass(frozen=True, slots=True)
class Run:
    run_id: RunId
    agent_work_order_id: AgentWorkOrderId
    number: int
    kind: RunKind
    turns: tuple[Turn, ...]
    status: RunStatus
    repository_key: RepositoryKey
    exclusive: bool
    """True where the sandbox allows one order at a time per repository (git_branch)."""
    priority: int
    enqueued_at: datetime
    turns_done: int = 0
    stop_requested: StopKind | None = None
    worker_id: str | None = None
    was_interrupted: bool = False
    """True once a process died while it carried this run out: then steps look for what is done already."""
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def remaining_turns(self) -> tuple[Turn, ...]:
        return self.turns[self.turns_done :]
