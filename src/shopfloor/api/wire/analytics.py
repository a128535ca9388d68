"""What was used, on the wire."""

from datetime import date, datetime

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


class FiguresModel(Response):
    filed: int
    merged: int
    completed: int = Field(description="done and not merged, as far as we have seen")
    open: int = Field(description="not ended yet")
    cancelled: int
    failed: int
    success_rate: float | None = Field(description="of those that succeeded or failed; null where none did")
    median_seconds: float | None = Field(description="from the start to the end, of those that are done")


class DayFiguresModel(FiguresModel):
    date: date


class AgentFiguresModel(FiguresModel):
    agent: str


class FailureCountModel(Response):
    code: str
    count: int


class SpentModel(Response):
    date: date
    agent: str
    turns: int
    total_tokens: int | None
    cost_usd: float | None


class FloorFiguresResponse(Response):
    since: datetime
    until: datetime
    total: FiguresModel
    days: list[DayFiguresModel] = Field(description="by the day on which orders were filed, none left out")
    agents: list[AgentFiguresModel] = Field(description="the busiest first")
    failures: list[FailureCountModel] = Field(description="the most frequent first")
    spent: list[SpentModel] = Field(description="what turns used that ended on that day")
