from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.integration.survival.audience import Audience
from tests.integration.survival.floor_under_fire import FloorUnderFire
from tests.support.postgres import PostgresServer
from tests.support.repositories import make_repository
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess


@pytest.fixture
def repositories(tmp_path: Path) -> list[Path]:
    return [make_repository(tmp_path / name) for name in ("things.git", "other things.git")]


@pytest.fixture
def server(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    with closing(ServerProcess(tmp_path / "home", nursery=nursery)) as server:
        yield server


@pytest.fixture
def floor(server: ServerProcess, repositories: list[Path]) -> Iterator[FloorUnderFire]:
    with Audience(server.url) as audience, closing(FloorUnderFire(server, audience, repositories, seed=1)) as floor:
        yield floor


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    url = postgres_server.create_database(empty=True)
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(params=["sqlite", "postgres"])
def server_on_each(request: pytest.FixtureRequest, tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    """One whose data is in SQLite, one whose data is in Postgres."""
    settings = {"database_url": request.getfixturevalue("postgres_url")} if request.param == "postgres" else {}
    with closing(ServerProcess(tmp_path / "home", settings=settings, nursery=nursery)) as server:
        yield server
