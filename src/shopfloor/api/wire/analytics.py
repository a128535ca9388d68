"""What was used, on the wire."""

from datetime import datetime

from pydantic import Field

from shopfloor.api.wire.base import Response
from shopfloor.domain.turn_usage import UsageGroup
from shopfloor.domain.work_order import AgentWorkflowPhase, UsageSource


class UsageSumModel(Response):
    """Sums of what is known. null: of none of these turns it is known; never zero in its place."""

    key: str | None = Field(description="agent, model, project, order or turn; null for those without one")
    name: str | None = Field(description="the project's name, the order's title, else the key")
    turns: int
    turns_without_tokens: int = Field(description="of which the tokens are not known")
    turns_without_cost: int
    input_tokens: int | None
    output_tokens: int | None
    total_tokens: int | None
    cost_usd: float | None
    source: UsageSource | None
    agent_work_order_id: str | None = Field(description="of a turn")
    agent: str | None
    model: str | None
    phase: AgentWorkflowPhase | None
    ended_at: datetime | None


class UsageResponse(Response):
    group_by: UsageGroup
    usage: list[UsageSumModel]
    total: UsageSumModel
    total_count: int
    has_more: bool
