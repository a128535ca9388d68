"""Brings a database to the newest schema. Does nothing, fast, where it is there already."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from shopfloor.errors import StateError
from shopfloor.state_manager import migrations


def current_revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def migrate(connection: Connection) -> None:
    if current_revision(connection) == migrations.HEAD:
        return
    from alembic import command  # imported late: it costs a start that has nothing to migrate 0.2 s
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StateError(
            f"The database was made by another version of Shopfloor: {error}",
            hint="Start the newer version, or use another database.",
        ) from error
