"""Versions of a project's configuration. Projects that are there begin with what they have."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_NOT_CONFIGURATION = {"project_id", "repository_url", "created_at", "updated_at", "archived", "version"}
_JSON = {"files_to_copy", "mcp_servers", "environment", "limits", "webhook_rules"}


def upgrade() -> None:
    op.add_column("projects", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "project_versions",
        sa.Column("project_id", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author", sa.Text),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "version", name="pk_project_versions"),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["projects.project_id"],
            name="fk_project_versions_project_id_projects",
            ondelete="CASCADE",
        ),
    )
    _write_first_versions(op.get_bind())


def _write_first_versions(connection: sa.Connection) -> None:
    versions = sa.table(
        "project_versions",
        *(sa.column(name) for name in ("project_id", "version", "created_at", "author", "note", "changed", "content")),
    )
    for project in connection.execute(sa.text("SELECT * FROM projects")).mappings().all():
        names = connection.execute(
            sa.text("SELECT name FROM secrets WHERE scope = :scope ORDER BY name"),
            {"scope": f"project:{project['project_id']}"},
        ).scalars()
        first = {
            "project_id": project["project_id"],
            "version": 1,
            "created_at": project["updated_at"],
            "author": None,
            "note": "As it was when versions began.",
            "changed": "[]",
            "content": json.dumps({**_content(project), "secrets": list(names)}),
        }
        connection.execute(sa.insert(versions), first)


def _content(project: sa.RowMapping) -> dict[str, Any]:
    return {
        name: json.loads(value) if name in _JSON and value is not None else value
        for name, value in project.items()
        if name not in _NOT_CONFIGURATION
    }
