"""Tasks in the database, with the attempts made at them and what people said."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, or_, select, update

from shopfloor.domain.board import GAP, place_between
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskCommentId, TaskId
from shopfloor.domain.task import Task, TaskAttempt, TaskComment, TaskStatus
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import InvalidInput, NotFound
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import agent_work_orders, task_attempts, task_comments
from shopfloor.state_manager.tables import tasks as table

_BY_COLUMN = (table.c.status, table.c.position, table.c.task_id)

_OF_ORDER = Prepared(
    select(table).join(task_attempts).where(task_attempts.c.agent_work_order_id == bindparam("of_order"))
)


class TaskReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, project_id: ProjectId, task_id: TaskId) -> Task:
        task = Task(**one_row(self._connection, table, task_id, what="task"))
        if task.project_id != project_id:
            raise NotFound(f"There is no task {task_id} in this project.")
        return task

    def find(self, task_id: TaskId) -> Task | None:
        row = self._connection.execute(select(table).where(table.c.task_id == task_id)).one_or_none()
        return None if row is None else Task(**row._mapping)

    def of_order(self, agent_work_order_id: AgentWorkOrderId) -> Task | None:
        row = _OF_ORDER.mapping(self._connection, {"of_order": agent_work_order_id})
        return None if row is None else Task(**row)

    def page(
        self,
        project_id: ProjectId,
        *,
        status: Collection[TaskStatus] | None = None,
        archived: bool = False,
        label: str | None = None,
        assignee: str | None = None,
        text: str | None = None,
        limit: int = 1000,
        offset: int = 0,
    ) -> tuple[list[Task], int]:
        """A page, column by column, each from the top; and how many there are in all."""
        conditions: list[ColumnElement[bool]] = [table.c.project_id == project_id, table.c.archived.is_(archived)]
        if status is not None:
            conditions.append(table.c.status.in_(status))
        if assignee is not None:
            conditions.append(table.c.assignee == assignee)
        if text:
            searched = (table.c.title, table.c.description, table.c.task_id, table.c.labels)
            conditions.append(or_(*(column.icontains(text, autoescape=True) for column in searched)))
        rows = self._connection.execute(select(table).where(*conditions).order_by(*_BY_COLUMN))
        tasks = [Task(**row._mapping) for row in rows]
        if label is not None:
            tasks = [task for task in tasks if label in task.labels]
        return tasks[offset : offset + limit], len(tasks)

    def under_way(self) -> list[Task]:
        return [Task(**row._mapping) for row in self._connection.execute(_UNDER_WAY)]

    def attempts(self, task_id: TaskId) -> list[tuple[TaskAttempt, AgentWorkOrder]]:
        """Newest first."""
        return self.attempts_of([task_id]).get(task_id, [])

    def attempts_of(self, task_ids: Collection[TaskId]) -> dict[TaskId, list[tuple[TaskAttempt, AgentWorkOrder]]]:
        mine = task_attempts.c.task_id.in_(task_ids)
        found = self._connection.execute(select(task_attempts).where(mine).order_by(task_attempts.c.number.desc()))
        attempts = [TaskAttempt(**row._mapping) for row in found]
        joined = select(agent_work_orders).join(task_attempts).where(mine)
        orders = [AgentWorkOrder(**row._mapping) for row in self._connection.execute(joined)]
        by_id = {order.agent_work_order_id: order for order in orders}
        result: dict[TaskId, list[tuple[TaskAttempt, AgentWorkOrder]]] = {}
        for attempt in attempts:
            result.setdefault(attempt.task_id, []).append((attempt, by_id[attempt.agent_work_order_id]))
        return result

    def comments(self, task_id: TaskId) -> list[TaskComment]:
        statement = select(task_comments).where(task_comments.c.task_id == task_id)
        rows = self._connection.execute(statement.order_by(task_comments.c.created_at, task_comments.c.comment_id))
        return [TaskComment(**row._mapping) for row in rows]


_UNDER_WAY = select(table).where(table.c.status == TaskStatus.IN_PROGRESS)


class Tasks(TaskReader):
    def __init__(self, connection: Connection, clock: Clock) -> None:
        super().__init__(connection)
        self._clock = clock

    def insert(self, task: Task) -> None:
        insert_row(self._connection, table, values_of(task))

    def update(self, task_id: TaskId, *, expect_status: Collection[TaskStatus] | None = None, **fields: Any) -> Task:
        """Changes the fields given, if the task is in one of the expected columns; else WrongMove."""
        fields.setdefault("updated_at", self._clock())
        row = changed_row(self._connection, table, task_id, fields, what="task", expect_status=expect_status)
        return Task(**row)

    def delete(self, task_id: TaskId) -> None:
        self._connection.execute(delete(table).where(table.c.task_id == task_id))

    def place_at_end(self, project_id: ProjectId, status: TaskStatus) -> int:
        return place_between(self._edge(project_id, status, func.max(table.c.position)), None) or 0

    def place_at_top(self, project_id: ProjectId, status: TaskStatus) -> int:
        return place_between(None, self._edge(project_id, status, func.min(table.c.position))) or 0

    def place_beside(self, neighbour: Task, *, above: bool) -> int:
        """A position right above or below another card. A column without room is numbered anew."""
        here = neighbour.position
        column = and_(table.c.project_id == neighbour.project_id, table.c.status == neighbour.status)
        side = table.c.position < here if above else table.c.position > here
        edge = func.max(table.c.position) if above else func.min(table.c.position)
        other = self._connection.execute(select(edge).where(column, side)).scalar_one()
        place = place_between(other, here) if above else place_between(here, other)
        if place is not None:
            return place
        self._number_anew(neighbour.project_id, neighbour.status)
        return self.place_beside(self.get(neighbour.project_id, neighbour.task_id), above=above)

    def add_attempt(self, attempt: TaskAttempt) -> None:
        insert_row(self._connection, task_attempts, values_of(attempt))

    def renew_attempt(self, agent_work_order_id: AgentWorkOrderId, round_number: int) -> None:
        """The same work order goes on in a later round."""
        mine = task_attempts.c.agent_work_order_id == agent_work_order_id
        self._connection.execute(update(task_attempts).where(mine).values(round=round_number))

    def choose_winner(self, task_id: TaskId, agent_work_order_id: AgentWorkOrderId) -> None:
        is_winner = task_attempts.c.agent_work_order_id == agent_work_order_id
        mine = task_attempts.c.task_id == task_id
        if not self._connection.execute(update(task_attempts).where(mine, is_winner).values(is_winner=True)).rowcount:
            raise InvalidInput(f"{agent_work_order_id} is not an attempt at this task.", field="session_id")
        self._connection.execute(update(task_attempts).where(mine, ~is_winner).values(is_winner=False))

    def add_comment(self, comment: TaskComment) -> None:
        insert_row(self._connection, task_comments, values_of(comment))

    def change_comment(self, comment_id: TaskCommentId, text: str) -> None:
        mine = task_comments.c.comment_id == comment_id
        self._connection.execute(update(task_comments).where(mine).values(text=text))

    def delete_comment(self, task_id: TaskId, comment_id: TaskCommentId) -> None:
        mine = and_(task_comments.c.task_id == task_id, task_comments.c.comment_id == comment_id)
        if not self._connection.execute(delete(task_comments).where(mine)).rowcount:
            raise NotFound(f"There is no comment {comment_id} on this task.")

    def _edge(self, project_id: ProjectId, status: TaskStatus, edge: ColumnElement[Any]) -> int | None:
        column = and_(table.c.project_id == project_id, table.c.status == status)
        found: int | None = self._connection.execute(select(edge).where(column)).scalar_one()
        return found

    def _number_anew(self, project_id: ProjectId, status: TaskStatus) -> None:
        column = and_(table.c.project_id == project_id, table.c.status == status)
        ids = self._connection.execute(select(table.c.task_id).where(column).order_by(table.c.position)).scalars()
        for number, task_id in enumerate(ids.all(), 1):
            self._connection.execute(update(table).where(table.c.task_id == task_id).values(position=number * GAP))
