"""Reviews by agents, on both databases."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.support.work_orders import NOON, a_run, an_order

from shopfloor.domain.ai_review import AiReview, Finding, ReviewStatus, Severity, Side, Verdict
from shopfloor.domain.ids import RunId, TaskId, new_project_id, new_review_id, new_task_id
from shopfloor.domain.project import Project
from shopfloor.domain.runs import RunKind, RunStatus
from shopfloor.domain.task import Task
from shopfloor.domain.work_order import ErrorCategory, WorkOrderError
from shopfloor.errors import NotFound
from shopfloor.state_manager.store import Store, Transaction


@pytest.fixture
async def review(store: Store) -> AiReview:
    project = Project(new_project_id(), "App", "/repositories/app", NOON, NOON)
    task = Task(new_task_id(), project.project_id, "Task", NOON, NOON, 0)
    order = an_order()
    order_id = order.agent_work_order_id
    made = AiReview(
        new_review_id(), order_id, RunId(f"{order_id}-r2"), task.task_id, 1, "demo", None, ReviewStatus.QUEUED, NOON
    )

    def write(tx: Transaction) -> None:
        tx.projects.insert(project)
        tx.tasks.insert(task)
        tx.orders.insert(order)
        tx.runs.insert(a_run(order_id))
        tx.runs.insert(a_run(order_id, 2, kind=RunKind.REVIEW))
        tx.ai_reviews.insert(made)

    await store.write(write)
    return made


async def test_a_review_comes_back_as_it_was(store: Store, review: AiReview) -> None:
    findings = (Finding(Severity.MAJOR, "Ünsafe 🏭", "a.py", 3, 4, Side.OLD), Finding(Severity.NOTE, "Well"))
    error = WorkOrderError(ErrorCategory.PERSISTENT, "x", "broken", retryable=False)
    fields: dict[str, Any] = {
        "status": ReviewStatus.COMPLETED,
        "verdict": Verdict.CHANGES_WANTED,
        "summary": "Hm",
        "findings": findings,
        "finding_counts": {"major": 1, "note": 1},
        "error": error,
        "ended_at": NOON,
    }
    updated = await store.write(lambda tx: tx.ai_reviews.update(review.review_id, **fields))
    assert updated == replace(review, **fields)
    assert await store.read(lambda tx: tx.ai_reviews.get(review.review_id)) == updated
    assert await store.read(lambda tx: tx.ai_reviews.of_run(review.run_id)) == updated
    assert await store.read(lambda tx: tx.ai_reviews.of_order(review.agent_work_order_id)) == [updated]
    with pytest.raises(NotFound):
        await store.read(lambda tx: tx.ai_reviews.of_run(RunId("wo-none-r1")))


async def test_those_under_way_are_found_until_their_run_ends(store: Store, review: AiReview) -> None:
    assert await store.read(lambda tx: tx.ai_reviews.under_way()) == [review]
    await store.write(lambda tx: tx.runs.update(review.run_id, status=RunStatus.RUNNING))
    assert await store.read(lambda tx: tx.ai_reviews.under_way()) == [review]
    await store.write(lambda tx: tx.runs.update(review.run_id, status=RunStatus.COMPLETED))
    assert await store.read(lambda tx: tx.ai_reviews.under_way()) == []


async def test_cards_show_the_newest_without_its_findings(store: Store, review: AiReview) -> None:
    task_id = review.task_id
    assert task_id is not None
    newer = replace(
        review,
        review_id=new_review_id(),
        run_id=RunId("wo-other-r3"),
        number=2,
        created_at=NOON + timedelta(minutes=1),
        findings=(Finding(Severity.MINOR, "x"),),
        finding_counts={"minor": 1},
    )
    await store.write(lambda tx: tx.ai_reviews.insert(newer))
    latest = await store.read(lambda tx: tx.ai_reviews.latest_of([task_id, TaskId("tk-other")]))
    assert latest == {task_id: replace(newer, findings=())}


async def test_settled_reviews_are_left_alone_and_stay_without_their_task(store: Store, review: AiReview) -> None:
    task_id = review.task_id
    assert task_id is not None
    assert await store.read(lambda tx: tx.ai_reviews.tasks_with_unsettled()) == [task_id]
    assert await store.read(lambda tx: tx.ai_reviews.unsettled(task_id)) == [review]
    await store.write(lambda tx: tx.ai_reviews.settle_all(task_id))
    assert await store.read(lambda tx: tx.ai_reviews.unsettled(task_id)) == []
    await store.write(lambda tx: tx.tasks.delete(task_id))
    (kept,) = await store.read(lambda tx: tx.ai_reviews.of_order(review.agent_work_order_id))
    assert kept.task_id is None
    await store.write(lambda tx: tx.orders.delete(review.agent_work_order_id))
    assert await store.read(lambda tx: tx.ai_reviews.of_order(review.agent_work_order_id)) == []


async def test_what_works_on_an_order_is_not_its_review(store: Store, review: AiReview) -> None:
    latest = await store.read(lambda tx: tx.runs.latest(review.agent_work_order_id))
    assert latest is not None
    assert latest.number == 1


async def test_what_a_reviewer_says_of_secrets_is_not_kept(store: Store, review: AiReview) -> None:
    token = f"ghp_{'a1B2' * 9}"
    said = (Finding(Severity.BLOCKER, f"{token} stands in the code"),)
    error = WorkOrderError(ErrorCategory.PERSISTENT, "x", f"refused {token}", retryable=False)
    await store.write(lambda tx: tx.ai_reviews.update(review.review_id, summary=token, findings=said, error=error))
    kept = await store.read(lambda tx: tx.ai_reviews.get(review.review_id))
    assert token not in str(kept)
    assert "stands in the code" in kept.findings[0].text
