"""The migrations lead to the schema that tables.py describes, on both databases."""

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine.interfaces import ReflectedIndex

from shopfloor.errors import DatabaseUnavailable, StateError
from shopfloor.state_manager import migrations
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.migrate import current_revision
from shopfloor.state_manager.tables import metadata


async def test_migrations_lead_to_the_schema(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    await database.migrate()
    differences = await database.read(
        lambda connection: compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True}),
            metadata,
        )
    )
    await database.close()
    assert differences == []


def described(connection: Connection, ignored: set[str]) -> dict[str, Any]:
    """All that the database knows of its tables: also conditions of indexes and what happens on deletion."""
    inspector = inspect(connection)
    return {
        name: {
            "columns": [(one["name"], str(one["type"]), one["nullable"]) for one in inspector.get_columns(name)],
            "primary key": inspector.get_pk_constraint(name),
            "foreign keys": sorted(map(str, inspector.get_foreign_keys(name))),
            "unique": sorted(map(str, inspector.get_unique_constraints(name))),
            "indexes": sorted(_index(index) for index in inspector.get_indexes(name)),
            "checks": sorted(map(str, inspector.get_check_constraints(name))),
        }
        for name in inspector.get_table_names()
        if name not in ignored
    }


def _index(index: ReflectedIndex) -> str:
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return str({**index, "dialect_options": options})


async def test_migrations_make_the_same_tables_as_the_metadata(empty_database_url: str) -> None:
    database = Database(empty_database_url)

    def make(connection: Connection) -> dict[str, Any]:
        metadata.create_all(connection)
        result = described(connection, set())
        metadata.drop_all(connection)
        return result

    from_metadata = await database.write(make)
    await database.migrate()
    from_migrations = await database.read(lambda connection: described(connection, {"alembic_version"}))
    await database.close()
    assert from_migrations == from_metadata


async def test_migrating_again_does_nothing(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    for _ in range(2):
        await database.migrate()
    assert await database.read(current_revision) == migrations.HEAD
    await database.close()


def test_the_known_head_is_the_newest_migration() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert scripts.get_heads() == [migrations.HEAD]


async def test_a_database_of_a_newer_version_is_left_alone(database: Database) -> None:
    await database.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StateError, match="another version"):
        await database.migrate()


async def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(StateError):
        await database.read(lambda connection: connection.execute(text("DELETE FROM settings")))


@pytest.mark.parametrize("url", ["", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "not a url"])
def test_a_database_we_cannot_use_is_refused_with_a_hint(url: str) -> None:
    with pytest.raises(StateError) as caught:
        Database(url)
    assert "sqlite:////" in str(caught.value.hint)


def test_a_refused_url_does_not_tell_its_password() -> None:
    with pytest.raises(StateError) as caught:
        Database("mysql://root:geheim@host/db")
    assert "geheim" not in caught.value.message


async def test_a_database_that_does_not_answer_is_unavailable() -> None:
    database = Database("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(DatabaseUnavailable):
        await database.migrate()
    await database.close()


async def test_a_sqlite_file_that_is_none_is_unavailable_or_refused(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is not a database, and long enough to be taken for one" * 20)
    database = Database(f"sqlite:///{tmp_path / 'no.db'}")
    with pytest.raises(StateError):
        await database.migrate()
    await database.close()
