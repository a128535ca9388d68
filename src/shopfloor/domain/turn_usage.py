"""What turns used, one by one and summed up."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RunId
from shopfloor.domain.work_order import AgentWorkflowPhase, Usage, UsageSource


class UsageGroup(StrEnum):
    AGENT = "agent"
    MODEL = "model"
    PROJECT = "project"
    ORDER = "order"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class TurnUsage:
    """One attempt at a turn. Kept when its order is deleted: what was spent stays spent."""

    run_id: RunId
    turn: int
    """Its place in the run, from 1."""
    agent_work_order_id: AgentWorkOrderId
    project_id: ProjectId | None
    agent: str
    model: str | None
    phase: AgentWorkflowPhase
    ended_at: datetime
    attempt: int = 0
    """Given by the store: a turn may be taken again after an error or a crash."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    cost_usd: float | None = None
    source: UsageSource | None = None

    @property
    def usage(self) -> Usage:
        return Usage(self.input_tokens, self.output_tokens, self.total_tokens, self.cost_usd, self.source)


@dataclass(frozen=True, slots=True)
class UsageSum:
    key: str | None
    """The agent, model, project, order or turn; None for those without one."""
    turns: int
    turns_without_tokens: int
    """Of which nobody knows how many tokens they took."""
    turns_without_cost: int
    usage: Usage
    agent_work_order_id: AgentWorkOrderId | None = None
    agent: str | None = None
    model: str | None = None
    phase: AgentWorkflowPhase | None = None
    ended_at: datetime | None = None
