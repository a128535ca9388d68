"""Work orders in the database."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from shopfloor.domain.floor_figures import OrderFact
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RepositoryKey
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus, WorkOrderError
from shopfloor.errors import InvalidInput, NotFound
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import agent_work_orders as table

WorkOrderSort = Literal[
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
    "title",
    "-title",
    "priority",
    "-priority",
    "status",
    "-status",
]
_SEARCHED = (
    table.c.title,
    table.c.initial_prompt,
    table.c.git_branch_name,
    table.c.repository_url,
    table.c.agent_work_order_id,
)


_FACTS = (
    "agent_work_order_id",
    "created_at",
    "agent",
    "status",
    "pull_request_state",
    "execution_started_at",
    "execution_completed_at",
)


@dataclass(frozen=True, slots=True)
class UsedRepository:
    repository_key: RepositoryKey
    repository_url: str
    order_count: int
    last_used_at: datetime


class WorkOrderReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, agent_work_order_id: AgentWorkOrderId) -> AgentWorkOrder:
        row = one_row(self._connection, table, agent_work_order_id, what="work order")
        return AgentWorkOrder(**row)

    def get_by_pull_request(self, repository_key: RepositoryKey, number: int) -> AgentWorkOrder:
        mine = (table.c.repository_key == repository_key) & (table.c.pull_request_number == number)
        row = self._connection.execute(select(table).where(mine).limit(1)).one_or_none()
        if row is None:
            raise NotFound(f"There is no pull request #{number} in this repository.")
        return AgentWorkOrder(**row._mapping)

    def list(
        self,
        *,
        status: Collection[AgentWorkOrderStatus] | None = None,
        project_id: ProjectId | None = None,
        agent: str | None = None,
        repository_key: RepositoryKey | None = None,
        archived: bool | None = None,
        text: str | None = None,
        sort: str = "-created_at",
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[list[AgentWorkOrder], int]:
        """A page and how many there are in all."""
        conditions: list[ColumnElement[bool]] = [] if status is None else [table.c.status.in_(status)]
        exact = {
            table.c.project_id: project_id,
            table.c.agent: agent,
            table.c.repository_key: repository_key,
            table.c.archived: archived,
        }
        conditions += [column == value for column, value in exact.items() if value is not None]
        if text:
            conditions.append(or_(*(column.icontains(text, autoescape=True) for column in _SEARCHED)))
        total = self._connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()
        page = select(table).where(*conditions).order_by(*_order(sort)).limit(limit).offset(offset)
        return [AgentWorkOrder(**row._mapping) for row in self._connection.execute(page)], total

    def repositories(self, limit: int = 500) -> Sequence[UsedRepository]:
        """Those that orders were filed for, the last used first."""
        last_used = func.max(table.c.created_at)
        columns = (table.c.repository_key, func.max(table.c.repository_url), func.count(), last_used)
        statement = select(*columns).group_by(table.c.repository_key).order_by(last_used.desc()).limit(limit)
        return [UsedRepository(*row) for row in self._connection.execute(statement)]

    def titles(self, ids: Collection[str]) -> dict[str, str]:
        statement = select(table.c.agent_work_order_id, table.c.title).where(table.c.agent_work_order_id.in_(ids))
        return {row.agent_work_order_id: row.title for row in self._connection.execute(statement)}

    def created_at(self, order_ids: Collection[AgentWorkOrderId]) -> dict[AgentWorkOrderId, datetime]:
        """Of those that are there."""
        statement = select(table.c.agent_work_order_id, table.c.created_at)
        found = self._connection.execute(statement.where(table.c.agent_work_order_id.in_(order_ids)))
        return {row.agent_work_order_id: row.created_at for row in found}

    def facts(self, since: datetime, until: datetime, project_id: ProjectId | None = None) -> Sequence[OrderFact]:
        """Of the orders that were filed from then to then."""
        columns = (table.c[name] for name in _FACTS)
        conditions = [table.c.created_at >= since, table.c.created_at < until]
        if project_id is not None:
            conditions.append(table.c.project_id == project_id)
        return [
            OrderFact(**dict(zip(_FACTS, row, strict=False)), error_code=row.error.code if row.error else None)
            for row in self._connection.execute(select(*columns, table.c.error).where(*conditions))
        ]


def _order(sort: str) -> tuple[ColumnElement[Any], ...]:
    if sort not in get_args(WorkOrderSort):
        raise InvalidInput(f"Cannot sort by {sort!r}; use one of {', '.join(get_args(WorkOrderSort))}.", field="sort")
    column = table.c[sort.removeprefix("-")]
    if sort.startswith("-"):
        return column.desc(), table.c.agent_work_order_id.desc()
    return column.asc(), table.c.agent_work_order_id.asc()


class WorkOrders(WorkOrderReader):
    def __init__(self, connection: Connection, clock: Clock, redactor: Redactor) -> None:
        super().__init__(connection)
        self._clock = clock
        self._redactor = redactor

    def insert(self, order: AgentWorkOrder) -> None:
        insert_row(self._connection, table, values_of(order))

    def update(
        self,
        agent_work_order_id: AgentWorkOrderId,
        *,
        expect_status: Collection[AgentWorkOrderStatus] | None = None,
        **fields: Any,
    ) -> AgentWorkOrder:
        """Changes the fields given, if the order is in one of the expected states; else WrongMove."""
        fields.setdefault("updated_at", self._clock())
        if isinstance(error := fields.get("error"), WorkOrderError):
            fields["error"] = replace(error, message=self._redactor.text(error.message))
        row = changed_row(
            self._connection, table, agent_work_order_id, fields, what="work order", expect_status=expect_status
        )
        return AgentWorkOrder(**row)

    def reserve_branch(self, agent_work_order_id: AgentWorkOrderId, repository_key: RepositoryKey, name: str) -> bool:
        """Gives the branch name to the order unless another order of the repository has it."""
        statement = update(table).values(git_branch_name=name, updated_at=self._clock())
        mine = (table.c.agent_work_order_id == agent_work_order_id) & (table.c.repository_key == repository_key)
        try:
            with self._connection.begin_nested():
                changed = self._connection.execute(statement.where(mine)).rowcount
        except IntegrityError:
            return False
        if not changed:
            raise NotFound(f"There is no work order {agent_work_order_id} in this repository.")
        return True

    def delete(self, agent_work_order_id: AgentWorkOrderId) -> None:
        """With its journal, prompts, runs and permissions."""
        statement = delete(table).where(table.c.agent_work_order_id == agent_work_order_id)
        if not self._connection.execute(statement).rowcount:
            raise NotFound(f"There is no work order {agent_work_order_id}.")
