"""What several kinds of tests share: databases of both kinds, and the parts that stand on them."""

import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.support.ability_table import pytest_terminal_summary
from tests.support.agent_scheduling import pytest_xdist_make_scheduler
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.schema import put_schema_into
from tests.support.server_nursery import Nursery

from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store

__all__ = ["pytest_terminal_summary", "pytest_xdist_make_scheduler"]

settings.register_profile("floor", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("floor")
"""A busy machine is not a finding: no property depends on how long its examples take to make."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
"""Where the tests run in the background of a script, Ctrl-C is ignored, and so it would be by all they start."""

DATABASES = ["sqlite", "postgres"]


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with closing(Nursery()) as nursery:
        yield nursery


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    put_schema_into(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    shutil.copy(sqlite_template, tmp_path / "shopfloor.db")
    return f"sqlite:///{tmp_path / 'shopfloor.db'}"


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A fresh database with the schema in place, once on SQLite and once on Postgres."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url = server.create_database()
    yield url
    server.drop_database(url)


@pytest.fixture(params=DATABASES)
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new' / 'shopfloor.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url = server.create_database(empty=True)
    yield url
    server.drop_database(url)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    await database.migrate()
    yield database
    await database.close()


@pytest.fixture
def hub() -> JournalHub:
    return JournalHub()


@pytest.fixture
def store(database: Database, hub: JournalHub) -> Store:
    return Store(database, hub)


@pytest.fixture
async def journal(store: Store, hub: JournalHub) -> AsyncIterator[Journal]:
    journal = Journal(store, hub)
    yield journal
    await journal.close()
