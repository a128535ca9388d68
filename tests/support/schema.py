"""The current schema in a new database, without an event loop."""

from shopfloor.state_manager.engines import open_database, parse_database_url
from shopfloor.state_manager.migrate import migrate


def put_schema_into(url: str) -> None:
    writing, reading = open_database(parse_database_url(url), readers=1)
    try:
        with writing.begin() as connection:
            migrate(connection)
    finally:
        writing.dispose()
        reading.dispose()
