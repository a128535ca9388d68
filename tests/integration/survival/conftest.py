from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.postgres import PostgresServer
from tests.support.repositories import make_repository
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess, program_environment


@pytest.fixture
def repositories(tmp_path: Path) -> list[Path]:
    return [make_repository(tmp_path / name) for name in ("things.git", "other things.git")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "home")
    yield server
    server.end()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    url = postgres_server.create_database(empty=True)
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(params=["sqlite", "postgres"])
def server_on_each(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """One whose data is in SQLite, one whose data is in Postgres."""
    settings = {"database_url": request.getfixturevalue("postgres_url")} if request.param == "postgres" else {}
    nursery = Nursery(program_environment(tmp_path / "home", {}))
    server = ServerProcess(tmp_path / "home", settings=settings, nursery=nursery)
    yield server
    server.end()
    nursery.close()
