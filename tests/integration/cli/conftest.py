from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.integration.cli.programs import Shopfloor, running_server
from tests.support.client import ApiClient
from tests.support.repositories import make_checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "app", files={"README.md": "# App\n", "src/app.py": "print('hello')\n"})


@pytest.fixture
def shopfloor(tmp_path: Path, checkout: Path) -> Shopfloor:
    """No server is running."""
    return Shopfloor(tmp_path / "home", checkout)


@pytest.fixture(scope="module")
def served_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("served")
    with running_server(Shopfloor(folder / "home", folder)):
        yield folder / "home"


@pytest.fixture
def served(served_home: Path, checkout: Path) -> Shopfloor:
    """A server is running."""
    return Shopfloor(served_home, checkout)


@pytest.fixture
def api(served: Shopfloor) -> Iterator[ApiClient]:
    from shopfloor.home import Home

    note = Home(served.home).running_server()
    assert note is not None
    client = ApiClient(note["url"])
    yield client
    client.close()
