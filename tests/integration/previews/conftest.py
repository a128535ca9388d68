import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tests.support import dev_server, rude_server
from tests.support.client import ApiClient
from tests.support.repositories import make_repository

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

SECONDS = 60.0
DEV_SERVER = f"{shlex.quote(sys.executable)} {shlex.quote(dev_server.__file__)}"
RUDE_SERVER = f"{shlex.quote(sys.executable)} {shlex.quote(rude_server.__file__)}"
KEY = "a-long-and-random-key"


@dataclass
class Floor:
    """A server, an order that rests, and a browser's view of what it serves."""

    api: ApiClient
    order_id: str

    def path(self, rest: str = "") -> str:
        return f"/agent-work-orders/{self.order_id}/preview{rest}"

    def start(self, command: str, *, state: str = "running") -> dict[str, Any]:
        self.api.ok("DELETE", self.path())
        self.api.ok("POST", self.path(), json={"command": command})
        return self.wait_for(state)

    def wait_for(self, state: str) -> dict[str, Any]:
        deadline = time.monotonic() + SECONDS
        while True:
            now: dict[str, Any] = self.api.ok("GET", self.path())
            if now["state"] == state:
                return now
            assert time.monotonic() < deadline, now
            time.sleep(0.02)

    def entrance(self, path: str = "/") -> str:
        return str(self.api.ok("POST", self.path("/visits"), json={"path": path})["url"])

    def browser(self) -> httpx.Client:
        """Let in: with the cookie, under the preview's own host name."""
        entrance = urlsplit(self.entrance())
        headers = {"host": entrance.netloc}
        answer = httpx.get(f"{self.api.url}{entrance.path}?{entrance.query}", headers=headers, timeout=SECONDS)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
        return httpx.Client(base_url=self.api.url, headers=headers, timeout=SECONDS)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    folder = tmp_path_factory.mktemp("previews")
    settings = load_settings(
        home=folder / "home",
        demo=False,
        retry_delay_seconds=0.01,
        api_key=KEY,
        allowed_hosts=("floor.example.com",),
    )
    with embedded_server(settings, with_worker=True) as url:
        api = ApiClient(url)
        api.http.headers["authorization"] = f"Bearer {KEY}"
        repository = make_repository(folder / "things.git")
        order = api.create(repository, "demo: write page.txt First", workflow_type="agent_workflow_build")
        api.wait_for(order["agent_work_order_id"], "completed")
        yield Floor(api, str(order["agent_work_order_id"]))
        api.close()


@pytest.fixture(scope="module")
def shown(floor: Floor) -> Iterator[Floor]:
    """With the development server running."""
    floor.start(DEV_SERVER)
    yield floor
    floor.api.ok("DELETE", floor.path())


@pytest.fixture
def browser(shown: Floor) -> Iterator[httpx.Client]:
    client = shown.browser()
    yield client
    client.close()
