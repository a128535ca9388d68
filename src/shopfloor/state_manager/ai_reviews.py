"""Reviews by agents in the database."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, func, select, update

from shopfloor.domain.ai_review import AiReview, Finding, ReviewStatus
from shopfloor.domain.ids import AgentWorkOrderId, ReviewId, RunId, TaskId
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.runs import RunKind, RunStatus
from shopfloor.domain.work_order import WorkOrderError
from shopfloor.errors import NotFound
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import ai_reviews as table
from shopfloor.state_manager.tables import runs

_NEWEST_FIRST = (table.c.created_at.desc(), table.c.run_id.desc())
_IN_SHORT = [column for column in table.c if column.name != "findings"]


class AiReviewReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, review_id: ReviewId) -> AiReview:
        return AiReview(**one_row(self._connection, table, review_id, what="review"))

    def of_run(self, run_id: RunId) -> AiReview:
        row = self._connection.execute(select(table).where(table.c.run_id == run_id)).one_or_none()
        if row is None:
            raise NotFound(f"There is no review of the run {run_id}.")
        return AiReview(**row._mapping)

    def of_order(self, agent_work_order_id: AgentWorkOrderId) -> list[AiReview]:
        """Newest first."""
        return self._all(table.c.agent_work_order_id == agent_work_order_id)

    def of_task(self, task_id: TaskId) -> list[AiReview]:
        """Newest first."""
        return self._all(table.c.task_id == task_id)

    def under_way(self) -> list[AiReview]:
        """Of the whole floor, without findings, oldest first. Their runs have an index by status."""
        under_way = runs.c.status.in_([RunStatus.QUEUED, RunStatus.RUNNING]) & (runs.c.kind == RunKind.REVIEW)
        mine = table.c.run_id.in_(select(runs.c.run_id).where(under_way))
        rows = self._connection.execute(select(*_IN_SHORT).where(mine).order_by(table.c.created_at, table.c.run_id))
        return [AiReview(**row._mapping) for row in rows]

    def unsettled(self, task_id: TaskId) -> list[AiReview]:
        """Those whose end the card has still to follow."""
        return self._all(and_(table.c.task_id == task_id, table.c.is_settled.is_(False)))

    def tasks_with_unsettled(self) -> list[TaskId]:
        mine = table.c.task_id.is_not(None) & table.c.is_settled.is_(False)
        return list(self._connection.execute(select(table.c.task_id).where(mine).distinct()).scalars())

    def latest_of(self, task_ids: Collection[TaskId]) -> dict[TaskId, AiReview]:
        """The newest review of each task, without its findings: what cards show."""
        rank = func.row_number().over(partition_by=table.c.task_id, order_by=_NEWEST_FIRST).label("rank")
        ranked = select(*_IN_SHORT, rank).where(table.c.task_id.in_(task_ids)).subquery()
        newest = select(*(ranked.c[column.name] for column in _IN_SHORT)).where(ranked.c.rank == 1)
        reviews = [AiReview(**row._mapping) for row in self._connection.execute(newest)]
        return {review.task_id: review for review in reviews if review.task_id is not None}

    def _all(self, condition: Any) -> list[AiReview]:
        rows = self._connection.execute(select(table).where(condition).order_by(*_NEWEST_FIRST))
        return [AiReview(**row._mapping) for row in rows]


class AiReviews(AiReviewReader):
    def __init__(self, connection: Connection, redactor: Redactor) -> None:
        super().__init__(connection)
        self._redactor = redactor

    def insert(self, review: AiReview) -> None:
        insert_row(self._connection, table, values_of(review))

    def update(
        self, review_id: ReviewId, *, expect_status: Collection[ReviewStatus] | None = None, **fields: Any
    ) -> AiReview:
        """What agents say passes the redactor."""
        if isinstance(error := fields.get("error"), WorkOrderError):
            fields["error"] = replace(error, message=self._redactor.text(error.message))
        if "summary" in fields:
            fields["summary"] = self._redactor.text(fields["summary"])
        if "findings" in fields:
            fields["findings"] = tuple(self._redacted(finding) for finding in fields["findings"])
        row = changed_row(self._connection, table, review_id, fields, what="review", expect_status=expect_status)
        return AiReview(**row)

    def settle_all(self, task_id: TaskId) -> None:
        """The card has gone its way."""
        mine = and_(table.c.task_id == task_id, table.c.is_settled.is_(False))
        self._connection.execute(update(table).where(mine).values(is_settled=True))

    def _redacted(self, finding: Finding) -> Finding:
        return replace(finding, text=self._redactor.text(finding.text))
