"""Projects in the database."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, select

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project import Project
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import NotFound
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.configuration import Configurations
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import projects as table


class ProjectReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, project_id: ProjectId) -> Project:
        return Project(**one_row(self._connection, table, project_id, what="project"))

    def of_order(self, order: AgentWorkOrder) -> Project | None:
        """None where it has none, or where that was forgotten meanwhile."""
        if order.project_id is None:
            return None
        try:
            return self.get(order.project_id)
        except NotFound:
            return None

    def find(self, repository_url: str) -> Project | None:
        """The oldest project of that repository that is not archived."""
        statement = select(table).where(table.c.repository_url == repository_url, table.c.archived.is_(False))
        row = self._connection.execute(statement.order_by(table.c.created_at).limit(1)).one_or_none()
        return None if row is None else Project(**row._mapping)

    def list(self, *, include_archived: bool = False, limit: int = 100, offset: int = 0) -> tuple[list[Project], int]:
        conditions = [] if include_archived else [table.c.archived.is_(False)]
        total = self._connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()
        page = select(table).where(*conditions).order_by(table.c.created_at, table.c.project_id)
        rows = self._connection.execute(page.limit(limit).offset(offset))
        return [Project(**row._mapping) for row in rows], total


class Projects(ProjectReader):
    def __init__(self, connection: Connection, clock: Clock) -> None:
        super().__init__(connection)
        self._clock = clock
        self._configurations = Configurations(connection)

    def insert(self, project: Project, *, author: str | None = None) -> None:
        insert_row(self._connection, table, values_of(project))
        self._configurations.begin(project, author=author)

    def update(
        self, project_id: ProjectId, *, author: str | None = None, note: str = "Changed.", **fields: Any
    ) -> Project:
        """A change of the configuration makes a version of it; one that changes nothing makes none."""
        current = self.get(project_id)
        before = self._configurations.content_of(current)
        if self._configurations.content_of(replace(current, **fields)) == before:
            return self._write(project_id, fields)
        changed = self._write(project_id, {**fields, "version": current.version + 1})
        self._configurations.follow(before, changed, author=author, note=note)
        return changed

    def secret_changed(self, project_id: ProjectId, name: str, *, author: str | None, note: str) -> None:
        """A secret was set or removed: a version tells that, and never what."""
        changed = self._write(project_id, {"version": self.get(project_id).version + 1})
        self._configurations.secret_changed(changed, name, author=author, note=note)

    def hold(self, project_id: ProjectId) -> None:
        """Until the end of the transaction nobody else holds it."""
        held = select(table.c.project_id).where(table.c.project_id == project_id).with_for_update()
        if self._connection.execute(held).one_or_none() is None:
            raise NotFound(f"There is no project {project_id}.")

    def delete(self, project_id: ProjectId) -> None:
        """Its work orders stay, without a project."""
        if not self._connection.execute(delete(table).where(table.c.project_id == project_id)).rowcount:
            raise NotFound(f"There is no project {project_id}.")

    def _write(self, project_id: ProjectId, fields: dict[str, Any]) -> Project:
        stamped = {"updated_at": self._clock(), **fields}
        row = changed_row(self._connection, table, project_id, stamped, what="project", expect_status=None)
        return Project(**row)
