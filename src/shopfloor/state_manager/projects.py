"""Projects in the database."""

from typing import Any

from sqlalchemy import Connection, delete, func, select

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project import Project
from shopfloor.errors import NotFound
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import projects as table


class ProjectReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, project_id: ProjectId) -> Project:
        return Project(**one_row(self._connection, table, project_id, what="project")._mapping)

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

    def insert(self, project: Project) -> None:
        insert_row(self._connection, table, values_of(project))

    def update(self, project_id: ProjectId, **fields: Any) -> Project:
        fields.setdefault("updated_at", self._clock())
        row = changed_row(self._connection, table, project_id, fields, what="project", expect_status=None)
        return Project(**row._mapping)

    def delete(self, project_id: ProjectId) -> None:
        """Its work orders stay, without a project."""
        if not self._connection.execute(delete(table).where(table.c.project_id == project_id)).rowcount:
            raise NotFound(f"There is no project {project_id}.")
