"""Versions of projects' configurations in the database.

Content goes in and out by the columns of the projects table: a field that is added there is versioned, and a version
that does not know it yet holds its default.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from shopfloor.domain.configuration import NOT_CONFIGURATION, SECRETS, ConfigurationVersion, Json, differences
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project import Project
from shopfloor.domain.secret import scope_of
from shopfloor.errors import NotFound
from shopfloor.state_manager.column_types import EnumText, JsonText, to_json
from shopfloor.state_manager.rows import insert_row, values_of
from shopfloor.state_manager.tables import project_versions as table
from shopfloor.state_manager.tables import projects, secrets


class ConfigurationReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, project_id: ProjectId, version: int) -> ConfigurationVersion:
        mine = (table.c.project_id == project_id, table.c.version == version)
        row = self._connection.execute(select(table).where(*mine)).one_or_none()
        if row is None:
            raise NotFound(f"The project {project_id} has no version {version} of its configuration.")
        return _whole(ConfigurationVersion(**row._mapping))

    def page(
        self, project_id: ProjectId, *, limit: int = 50, offset: int = 0
    ) -> tuple[list[ConfigurationVersion], int]:
        """Newest first."""
        mine = table.c.project_id == project_id
        total = self._connection.execute(select(func.count()).select_from(table).where(mine)).scalar_one()
        page = select(table).where(mine).order_by(table.c.version.desc()).limit(limit).offset(offset)
        return [_whole(ConfigurationVersion(**row._mapping)) for row in self._connection.execute(page)], total

    def content_of(self, project: Project) -> dict[str, Json]:
        """What a version of this project would hold now."""
        return {**_plain(values_of(project)), SECRETS: self._secret_names(project.project_id)}

    def _secret_names(self, project_id: ProjectId) -> list[str]:
        mine = secrets.c.scope == scope_of(project_id)
        return list(self._connection.execute(select(secrets.c.name).where(mine).order_by(secrets.c.name)).scalars())


class Configurations(ConfigurationReader):
    def begin(self, project: Project, *, author: str | None) -> None:
        self._insert(project, author, "Project connected.", ())

    def follow(self, before: Mapping[str, Json], project: Project, *, author: str | None, note: str) -> None:
        """Writes down what the project is from now on."""
        changed = tuple(each.field for each in differences(before, self.content_of(project)))
        self._insert(project, author, note, changed)

    def secret_changed(self, project: Project, name: str, *, author: str | None, note: str) -> None:
        self._insert(project, author, note, (f"{SECRETS}.{name}",))

    def _insert(self, project: Project, author: str | None, note: str, changed: tuple[str, ...]) -> None:
        version = ConfigurationVersion(
            project_id=project.project_id,
            version=project.version,
            created_at=project.updated_at,
            author=author,
            note=note,
            changed=changed,
            content=self.content_of(project),
        )
        insert_row(self._connection, table, values_of(version))


def fields_of(version: ConfigurationVersion) -> dict[str, Any]:
    """The fields of a project as this version held them."""
    return _from_plain(version.content)


def _whole(version: ConfigurationVersion) -> ConfigurationVersion:
    """With what fields that were added since would have held."""
    content = {**_plain(_from_plain(version.content)), SECRETS: version.content.get(SECRETS, [])}
    return dataclasses.replace(version, content=content)


def _plain(values: Mapping[str, Any]) -> dict[str, Json]:
    kept = {name: value for name, value in values.items() if name not in NOT_CONFIGURATION}
    plain: dict[str, Json] = json.loads(to_json(kept))
    return plain


def _from_plain(content: Mapping[str, Any]) -> dict[str, Any]:
    return {
        field.name: _from_plain_value(field.name, content[field.name]) if field.name in content else _default(field)
        for field in dataclasses.fields(Project)
        if field.name not in NOT_CONFIGURATION
    }


def _from_plain_value(name: str, value: Any) -> Any:
    kind = projects.c[name].type
    if value is None:
        return None
    if isinstance(kind, JsonText):
        return value if kind.decode is None else kind.decode(value)
    return kind.enum_class(value) if isinstance(kind, EnumText) else value


def _default(field: "dataclasses.Field[Any]") -> Any:
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
