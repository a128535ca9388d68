"""Reviews by agents on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from shopfloor.api.wire.base import Name, Request, Response, ShortText
from shopfloor.api.wire.orders import WorkOrderErrorModel
from shopfloor.domain.ai_review import MOST_ROUNDS, ReviewStatus, Severity, Side, Verdict


class FindingModel(Response):
    file: str | None = Field(description="null for a remark on the change as a whole")
    line: int | None
    end_line: int | None
    side: Side = Field(description="line counts in the file as it is now (new) or as it was before (old)")
    severity: Severity
    text: str = Field(description="an agent's words: text, never markup")


class AiReviewSummaryModel(Response):
    review_id: str
    agent_work_order_id: str
    number: int = Field(description="of the reviews since a person last had a hand in it")
    agent: str
    model: str | None
    status: ReviewStatus
    verdict: Verdict | None
    summary: str
    finding_counts: dict[Severity, int]
    error: WorkOrderErrorModel | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class AiReviewModel(AiReviewSummaryModel):
    run_id: str
    task_id: str | None
    base_sha: str | None
    head_sha: str | None = Field(description="the commit that was looked at")
    findings: list[FindingModel]


class AiReviewsResponse(Response):
    reviews: list[AiReviewModel]
    total_count: int
    has_more: bool


class ReviewUnderWayModel(AiReviewSummaryModel):
    title: str = Field(description="of the work order that is read")
    project_id: str | None


class ReviewsUnderWayResponse(Response):
    reviews: list[ReviewUnderWayModel]
    total_count: int
    has_more: bool


class StartAiReviewRequest(Request):
    agent: Name | None = Field(None, description="null: as set for the project, else the program that built it")
    model: ShortText | None = None


class AiReviewRulesModel(Request):
    """Whether another agent reviews a finished task before a person does, and how."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    enabled: bool = False
    agent: Name | None = Field(None, description="null: the program that built it, in a fresh session")
    model: ShortText | None = None
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = Field(
        2, description="how often the building agent gets the findings before a person is asked"
    )
