"""A real Chromium in front of a real server with the demo agent."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.e2e.chromium import FLAGS, chromium_path
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator
from tests.support.repositories import make_repository
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess, ready_server

from shopfloor.api.web_app import WEB_DIST

expect.set_options(timeout=60_000)

Visit = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a module share its server, so they stay together."""
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group(f"e2e-{item.path.stem}"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole run: while it lives, playwright's event loop stands in the way of other tests' loops."""
    assert (WEB_DIST / "index.html").exists(), "The web app is not built: run `make setup` first."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def github(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHubSimulator]:
    with GitHubSimulator(tmp_path_factory.mktemp("github")) as simulator:
        yield simulator


@pytest.fixture(scope="module")
def floor_settings() -> dict[str, str]:
    """Modules that need others say so."""
    return {"permission_seconds": "300"}


@pytest.fixture(scope="module")
def floor(
    tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, floor_settings: dict[str, str]
) -> Iterator[ServerProcess]:
    home = tmp_path_factory.mktemp("floor") / "home"
    with ready_server(home, settings=floor_settings, nursery=nursery) as server:
        yield server


@pytest.fixture
def api(floor: ServerProcess) -> Iterator[ApiClient]:
    client = ApiClient(floor.url)
    yield client
    client.close()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    files = {
        "README.md": "# Checkout\n",
        "app.py": "def greet():\n    return 'hello'\n",
        "src/session.py": "SESSION = 1\n",
    }
    return make_repository(tmp_path / "checkout.git", files=files)


@pytest.fixture
def visit(browser: Browser, floor: ServerProcess) -> Iterator[Visit]:
    """Opens a tab of its own profile; at the end none of them may have complained."""
    visitors: list[Visitor] = []

    def open_tab(width: int = 1440, height: int = 900, **options: Any) -> Visitor:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(60_000)
        visitor = Visitor(context.new_page(), floor.url)
        visitors.append(visitor)
        return visitor

    yield open_tab
    for visitor in visitors:
        visitor.page.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    return visit()
