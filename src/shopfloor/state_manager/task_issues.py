"""The issues of tasks, as they were last seen."""

from collections.abc import Collection

from sqlalchemy import BigInteger, Connection, cast, delete, or_, select

from shopfloor.domain.ids import ProjectId, TaskId
from shopfloor.domain.task import Task, TaskStatus
from shopfloor.domain.task_issue import IssueState, TaskIssue
from shopfloor.state_manager.rows import insert_row, values_of
from shopfloor.state_manager.tables import task_issues as table
from shopfloor.state_manager.tables import tasks


class TaskIssueReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, task_id: TaskId) -> TaskIssue | None:
        return self.of([task_id]).get(task_id)

    def of(self, task_ids: Collection[TaskId]) -> dict[TaskId, TaskIssue]:
        rows = self._connection.execute(select(table).where(table.c.task_id.in_(task_ids)))
        return {row.task_id: TaskIssue(**row._mapping) for row in rows}

    def tasks_of(self, project_id: ProjectId, number: int) -> list[Task]:
        """Those that stand for this issue, put away or not."""
        mine = (tasks.c.project_id == project_id) & (tasks.c.github_issue_number == str(number))
        rows = self._connection.execute(select(tasks).where(mine).order_by(tasks.c.created_at, tasks.c.task_id))
        return [Task(**row._mapping) for row in rows]

    def numbers_in(self, project_id: ProjectId) -> set[str]:
        mine = (tasks.c.project_id == project_id) & tasks.c.github_issue_number.is_not(None)
        return set(self._connection.execute(select(tasks.c.github_issue_number).where(mine)).scalars())

    def unseen(self) -> list[Task]:
        """Tasks that were linked with an issue which nobody has looked at yet."""
        joined = select(tasks).outerjoin(table, table.c.task_id == tasks.c.task_id)
        other = table.c.number != cast(tasks.c.github_issue_number, BigInteger)
        found = joined.where(tasks.c.github_issue_number.is_not(None), or_(table.c.task_id.is_(None), other))
        return [Task(**row._mapping) for row in self._connection.execute(found)]

    def done_but_open(self) -> list[tuple[Task, TaskIssue]]:
        joined = select(tasks).join(table, table.c.task_id == tasks.c.task_id)
        here = (tasks.c.status == TaskStatus.DONE) & (table.c.state == IssueState.OPEN)
        done = [Task(**row._mapping) for row in self._connection.execute(joined.where(here))]
        issues = self.of([task.task_id for task in done])
        return [(task, issues[task.task_id]) for task in done]


class TaskIssues(TaskIssueReader):
    def put(self, issue: TaskIssue) -> None:
        self._connection.execute(delete(table).where(table.c.task_id == issue.task_id))
        insert_row(self._connection, table, values_of(issue))
