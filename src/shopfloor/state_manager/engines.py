"""SQLAlchemy engines tuned for what we do: many short writes, one at a time, and reads beside them."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from shopfloor.errors import StateError
from shopfloor.state_manager.sqlite_transactions import SqliteTransactions

_SMALL_CACHE = "cache_size=-512"
"""In kB, for each connection: what it does not hold the system does, once for all of them."""
_WRITE_LOCK = 0x5F10_0001
"""Names the lock under which all processes of one Postgres database take turns to write."""


def parse_database_url(database_url: str) -> URL:
    try:
        url = make_url(database_url)
    except ArgumentError as error:
        raise StateError("The database URL cannot be read.", hint=_HINT) from error
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite")
    raise StateError(f"Not a database Shopfloor can use: {url.render_as_string(hide_password=True)}", hint=_HINT)


_HINT = "Use sqlite:////absolute/path.db or postgresql://user:password@host/database."


class Transactions(Protocol):
    """What is needed of an engine."""

    def begin(self) -> AbstractContextManager[Connection]: ...

    def dispose(self) -> None: ...


def open_database(url: URL, *, readers: int) -> tuple[Transactions, Transactions]:
    """For the single writer, and for the readers."""
    if url.get_backend_name() == "sqlite":
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        return _sqlite(url, 1, "BEGIN IMMEDIATE", ""), _sqlite(url, readers, "BEGIN", "PRAGMA query_only=ON")
    return _postgres_writer(url), _postgres(url, readers).execution_options(postgresql_readonly=True)


def _sqlite(url: URL, connections: int, begin: str, extra_pragma: str) -> Transactions:
    arguments = {"check_same_thread": False, "timeout": 15.0}
    engine = create_engine(url, pool_size=connections, max_overflow=0, connect_args=arguments)
    pragmas = [f"PRAGMA {each}" for each in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", _SMALL_CACHE)]
    pragmas.append(extra_pragma)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in filter(None, pragmas):
            connection.execute(pragma).close()

    return SqliteTransactions(engine, begin)


def _postgres(url: URL, connections: int) -> Engine:
    arguments = {"connect_timeout": 10, "application_name": "shopfloor"}
    return create_engine(
        url, pool_size=connections, max_overflow=0, pool_pre_ping=True, pool_recycle=1800, connect_args=arguments
    )


def _postgres_writer(url: URL) -> Engine:
    engine = _postgres(url, 1)
    take_turn = text(f"SELECT pg_advisory_xact_lock({_WRITE_LOCK})")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.execute(take_turn)

    return engine
