"""How the run of a review begins and ends, each in one transaction: the run, the review, the event."""

from dataclasses import dataclass
from datetime import datetime

from shopfloor.domain.ai_review import AiReview, ReviewAnswer, ReviewStatus, counted
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import Run, RunStatus
from shopfloor.state_manager.store import Transaction
from shopfloor.workflow_engine.run_end import RunOutcome

_UNDER_WAY = frozenset({RunStatus.QUEUED, RunStatus.RUNNING})


@dataclass(frozen=True, slots=True)
class ReviewResult:
    answer: ReviewAnswer
    base_sha: str | None
    head_sha: str


def start_review(tx: Transaction, run: Run) -> None:
    review = tx.ai_reviews.of_run(run.run_id)
    started = tx.ai_reviews.update(review.review_id, status=ReviewStatus.RUNNING, started_at=run.started_at)
    _tell(tx, started, EventType.AI_REVIEW_STARTED, once=f"review-started:{run.run_id}")


def settle_review(
    tx: Transaction, run_id: RunId, outcome: RunOutcome, result: ReviewResult | None, now: datetime
) -> AiReview:
    """Doing it twice does nothing twice: a run that has ended is left as it is."""
    run, review = tx.runs.get(run_id), tx.ai_reviews.of_run(run_id)
    if run.status not in _UNDER_WAY:
        return review
    if outcome.status == "done" and result is not None:
        return _complete(tx, review, result, now)
    if outcome.status == "failed" and outcome.error is not None:
        tx.runs.update(run_id, status=RunStatus.FAILED, ended_at=now)
        failed = tx.ai_reviews.update(review.review_id, status=ReviewStatus.FAILED, error=outcome.error, ended_at=now)
        facts = {"error": outcome.error.message, "code": outcome.error.code, "hint": outcome.error.hint}
        return _tell(tx, failed, EventType.AI_REVIEW_FAILED, once=f"review-ended:{run_id}", **facts)
    tx.runs.update(run_id, status=RunStatus.CANCELLED, ended_at=now)
    cancelled = tx.ai_reviews.update(review.review_id, status=ReviewStatus.CANCELLED, ended_at=now)
    return _tell(tx, cancelled, EventType.AI_REVIEW_CANCELLED, once=f"review-ended:{run_id}")


def _complete(tx: Transaction, review: AiReview, result: ReviewResult, now: datetime) -> AiReview:
    answer, counts = result.answer, counted(result.answer.findings)
    tx.runs.update(review.run_id, status=RunStatus.COMPLETED, turns_done=1, ended_at=now)
    completed = tx.ai_reviews.update(
        review.review_id,
        status=ReviewStatus.COMPLETED,
        verdict=answer.verdict,
        summary=answer.summary,
        findings=answer.findings,
        finding_counts=counts,
        base_sha=result.base_sha,
        head_sha=result.head_sha,
        ended_at=now,
    )
    facts: dict[str, Json] = {"verdict": answer.verdict.value, "summary": answer.summary, "finding_counts": counts}
    once = f"review-ended:{review.run_id}"
    return _tell(tx, completed, EventType.AI_REVIEW_COMPLETED, once=once, **facts)


def _tell(tx: Transaction, review: AiReview, event_type: EventType, *, once: str, **facts: Json) -> AiReview:
    told: dict[str, Json] = {
        "review_id": review.review_id,
        "run_id": review.run_id,
        "task_id": review.task_id,
        "number": review.number,
        "agent": review.agent,
        **facts,
    }
    tx.journal.append(review.agent_work_order_id, [NewEvent(event_type, told, once=once)])
    return review
