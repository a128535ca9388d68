from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.integration.github.scene import Scene
from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings


@pytest.fixture(scope="module")
def github(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHubSimulator]:
    with GitHubSimulator(tmp_path_factory.mktemp("github")) as simulator:
        yield simulator


@pytest.fixture(scope="module")
def floor_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("floor") / "home"


@pytest.fixture(scope="module")
def api(github: GitHubSimulator, floor_home: Path) -> Iterator[ApiClient]:
    """A server that knows one GitHub and has no token of its own: each test's project has one."""
    user_home = floor_home.parent / "user"
    user_home.mkdir()
    environ = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(user_home),
        "SHOPFLOOR_GITHUB_HOSTS": github.url,
        "SHOPFLOOR_PUBLIC_URL": "https://floor.example.org",
        "SHOPFLOOR_ALLOWED_HOSTS": "127.0.0.1",
    }
    settings = load_settings(environ, home=floor_home, demo=False, retry_delay_seconds=0.01)
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


@pytest.fixture
def scene(github: GitHubSimulator, api: ApiClient, request: pytest.FixtureRequest) -> Iterator[Scene]:
    """Ada owns a repository, which is a project with her token."""
    yield Scene.new(github, api, request.node.name)
    github.faults.clear()
    github.world.fork_seconds = 0.0
    github.check()
