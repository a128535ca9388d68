"""Runs in the database, and the queue they form."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, or_, select

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.runs import Run, RunKind, RunStatus
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.run_queue import Candidate, choose_runs
from shopfloor.state_manager.tables import runs as table

_IN_TURN = (table.c.priority.desc(), table.c.enqueued_at, table.c.run_id)
_QUEUED = table.c.status == RunStatus.QUEUED
_QUEUED_ORDERS = Prepared(select(table.c.agent_work_order_id).where(_QUEUED).order_by(*_IN_TURN))
_ANY_QUEUED = Prepared(select(table.c.run_id).where(_QUEUED).limit(1))
_COUNT_RUNNING = Prepared(select(func.count()).select_from(table).where(table.c.status == RunStatus.RUNNING))
_KNOWN = Prepared(select(table.c.run_id).where(table.c.run_id == bindparam("the_run")))
_CANDIDATES = Prepared(
    select(table.c.run_id, table.c.agent_work_order_id, table.c.repository_key, table.c.exclusive)
    .where(table.c.status == bindparam("the_status"))
    .order_by(*_IN_TURN)
)


class RunReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, run_id: RunId) -> Run:
        return Run(**one_row(self._connection, table, run_id, what="run"))

    def latest(self, agent_work_order_id: AgentWorkOrderId) -> Run | None:
        """The last one that worked on it: reviews only look."""
        runs = [run for run in self.list(agent_work_order_id) if run.kind is not RunKind.REVIEW]
        return runs[-1] if runs else None

    def queued_orders(self) -> "list[AgentWorkOrderId]":
        """Whose runs wait, in their turn."""
        return [row[0] for row in _QUEUED_ORDERS.rows(self._connection)]

    def any_queued(self) -> bool:
        return bool(_ANY_QUEUED.rows(self._connection))

    def count_running(self) -> int:
        ((count,),) = _COUNT_RUNNING.rows(self._connection)
        return int(count)

    def running(self, worker_id: str | None = None) -> list[Run]:
        statement = select(table).where(table.c.status == RunStatus.RUNNING).order_by(table.c.started_at)
        return self._all(statement if worker_id is None else statement.where(table.c.worker_id == worker_id))

    def queue_position(self, run_id: RunId) -> int | None:
        """1 for the run that is next; None for one that does not wait."""
        statement = select(table).where(table.c.run_id == run_id, table.c.status == RunStatus.QUEUED)
        run = self._connection.execute(statement).one_or_none()
        if run is None:
            return None
        later = and_(table.c.enqueued_at == run.enqueued_at, table.c.run_id < run_id)
        ahead = or_(
            table.c.priority > run.priority,
            and_(table.c.priority == run.priority, or_(table.c.enqueued_at < run.enqueued_at, later)),
        )
        counted = select(func.count()).select_from(table).where(table.c.status == RunStatus.QUEUED, ahead)
        return int(self._connection.execute(counted).scalar_one()) + 1

    def _all(self, statement: Any) -> list[Run]:
        return [Run(**row._mapping) for row in self._connection.execute(statement)]

    def list(self, agent_work_order_id: AgentWorkOrderId) -> list[Run]:
        of_order = table.c.agent_work_order_id == agent_work_order_id
        return self._all(select(table).where(of_order).order_by(table.c.number))


class Runs(RunReader):
    def __init__(self, connection: Connection, clock: Clock) -> None:
        super().__init__(connection)
        self._clock = clock

    def insert(self, run: Run) -> bool:
        """False, and nothing done, if the run is there already: enqueueing twice is once."""
        if _KNOWN.rows(self._connection, {"the_run": run.run_id}):
            return False
        insert_row(self._connection, table, values_of(run))
        return True

    def update(self, run_id: RunId, *, expect_status: Collection[RunStatus] | None = None, **fields: Any) -> Run:
        row = changed_row(self._connection, table, run_id, fields, what="run", expect_status=expect_status)
        return Run(**row)

    def claim_next(self, worker_id: str, *, global_limit: int, per_repository_limit: int) -> "list[Run]":
        """Starts as many waiting runs as the limits allow, in their turn. Writers take turns, so nobody else does."""
        chosen = choose_runs(
            running=self._candidates(RunStatus.RUNNING),
            queued=self._candidates(RunStatus.QUEUED),
            global_limit=global_limit,
            per_repository_limit=per_repository_limit,
        )
        fields = {"status": RunStatus.RUNNING, "worker_id": worker_id, "started_at": self._clock()}
        return [self.update(run_id, expect_status=(RunStatus.QUEUED,), **fields) for run_id in chosen]

    def _candidates(self, status: RunStatus) -> "list[Candidate]":
        return [Candidate(*row) for row in _CANDIDATES.rows(self._connection, {"the_status": status})]
