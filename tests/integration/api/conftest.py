from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.integration.api.board_client import BUILD, BoardClient
from tests.support.client import ApiClient
from tests.support.repositories import make_repository

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings


@pytest.fixture(scope="module")
def floor_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def api(floor_home: Path) -> Iterator[ApiClient]:
    """A real server on loopback, in a thread of this process, with everything real behind it."""
    settings = load_settings(home=floor_home, demo=False, retry_delay_seconds=0.01, permission_seconds=20.0)
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "things.git")


@pytest.fixture
def board(api: ApiClient, repository: Path) -> BoardClient:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), **BUILD})
    return BoardClient(api, project["project_id"])
