"""What turns used, in the database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, func, literal, select

from shopfloor.domain.floor_figures import SpentFact
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RunId
from shopfloor.domain.turn_usage import TurnUsage, UsageGroup, UsageSum
from shopfloor.domain.work_order import Usage, UsageSource
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import insert_row, values_of
from shopfloor.state_manager.tables import turn_usage as table

_COLUMNS = {
    UsageGroup.AGENT: table.c.agent,
    UsageGroup.MODEL: table.c.model,
    UsageGroup.PROJECT: table.c.project_id,
    UsageGroup.ORDER: table.c.agent_work_order_id,
}
_ESTIMATED = func.max(case((table.c.source == UsageSource.ESTIMATED, 1), else_=0))
_SUMS = (
    func.count(),
    func.count(table.c.total_tokens),
    func.count(table.c.cost_usd),
    func.sum(table.c.input_tokens),
    func.sum(table.c.output_tokens),
    func.sum(table.c.total_tokens),
    func.sum(table.c.cost_usd),
    func.count(table.c.source),
    _ESTIMATED,
)

_LAST_ATTEMPT = Prepared(
    select(func.max(table.c.attempt)).where(table.c.run_id == bindparam("of_run"), table.c.turn == bindparam("of_turn"))
)


@dataclass(frozen=True, slots=True)
class UsageFilter:
    agent_work_order_id: AgentWorkOrderId | None = None
    project_id: ProjectId | None = None
    agent: str | None = None
    model: str | None = None
    since: datetime | None = None
    until: datetime | None = None


class TurnUsageReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def total(self, which: UsageFilter) -> UsageSum:
        row = self._connection.execute(select(literal(None), *_SUMS).where(*_conditions(which))).one()
        return _sum(tuple(row))

    def grouped(
        self, group: UsageGroup, which: UsageFilter, *, limit: int, offset: int
    ) -> tuple[Sequence[UsageSum], int]:
        """The most expensive first, then those with the most tokens; turns by time, the latest first."""
        if group is UsageGroup.TURN:
            return self._turns(which, limit, offset)
        key = _COLUMNS[group]
        dearest = (
            func.coalesce(func.sum(table.c.cost_usd), 0).desc(),
            func.coalesce(func.sum(table.c.total_tokens), 0).desc(),
            key,
        )
        groups = select(key).where(*_conditions(which)).group_by(key).subquery()
        count = self._connection.execute(select(func.count()).select_from(groups)).scalar_one()
        statement = select(key, *_SUMS).where(*_conditions(which)).group_by(key).order_by(*dearest)
        rows = self._connection.execute(statement.limit(limit).offset(offset))
        return [_sum(tuple(row)) for row in rows], count

    def attempts_in(self, run_id: RunId) -> int:
        mine = select(func.count()).select_from(table).where(table.c.run_id == run_id)
        return self._connection.execute(mine).scalar_one()

    def facts(self, which: UsageFilter) -> Sequence[SpentFact]:
        columns = (table.c.ended_at, table.c.agent, table.c.total_tokens, table.c.cost_usd)
        return [SpentFact(*row) for row in self._connection.execute(select(*columns).where(*_conditions(which)))]

    def _turns(self, which: UsageFilter, limit: int, offset: int) -> tuple[Sequence[UsageSum], int]:
        conditions = _conditions(which)
        count = self._connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()
        latest = (table.c.ended_at.desc(), table.c.run_id, table.c.turn, table.c.attempt)
        rows = self._connection.execute(select(table).where(*conditions).order_by(*latest).limit(limit).offset(offset))
        return [_of_turn(TurnUsage(**row._mapping)) for row in rows], count


class TurnUsages(TurnUsageReader):
    def add(self, used: TurnUsage) -> None:
        ((last,),) = _LAST_ATTEMPT.rows(self._connection, {"of_run": used.run_id, "of_turn": used.turn})
        insert_row(self._connection, table, values_of(replace(used, attempt=(last or 0) + 1)))


def _conditions(which: UsageFilter) -> list[ColumnElement[bool]]:
    names = ("agent_work_order_id", "project_id", "agent", "model")
    conditions = [table.c[name] == value for name in names if (value := getattr(which, name)) is not None]
    if which.since is not None:
        conditions.append(table.c.ended_at >= which.since)
    if which.until is not None:
        conditions.append(table.c.ended_at < which.until)
    return conditions


def _sum(row: Sequence[Any]) -> UsageSum:
    key, turns, with_tokens, with_cost, read, written, total, cost, with_source, estimated = row
    source = UsageSource.ESTIMATED if estimated else UsageSource.AGENT if with_source else None
    usage = Usage(_whole(read), _whole(written), _whole(total), None if cost is None else float(cost), source)
    return UsageSum(key, turns, turns - with_tokens, turns - with_cost, usage)


def _whole(number: Any) -> int | None:
    """Postgres sums big integers as decimals."""
    return None if number is None else int(number)


def _of_turn(used: TurnUsage) -> UsageSum:
    return UsageSum(
        key=f"{used.run_id}-t{used.turn}" + (f"-a{used.attempt}" if used.attempt > 1 else ""),
        turns=1,
        turns_without_tokens=int(used.total_tokens is None),
        turns_without_cost=int(used.cost_usd is None),
        usage=used.usage,
        agent_work_order_id=used.agent_work_order_id,
        agent=used.agent,
        model=used.model,
        phase=used.phase,
        ended_at=used.ended_at,
    )
