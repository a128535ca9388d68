"""A floor and a GitHub that talk to each other over HTTP, both ways."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator, Permission
from tests.support.github_simulator.model import Account, PullRequest, Repository
from tests.support.github_simulator.webhooks import Delivery

from shopfloor.home import Home
from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

SECRET = "known to GitHub and to us"
DEADLINE_SECONDS = 60.0


@dataclass(frozen=True)
class Scene:
    """Ada's repository is a project of the floor, whose token is hers; Bob may push to it; Eve may not."""

    github: GitHubSimulator
    api: ApiClient
    repository: Repository
    project_id: str
    ada: Account
    bob: Account
    eve: Account

    def set_rules(self, **rules: Any) -> None:
        self.api.ok("PATCH", f"/projects/{self.project_id}", json={"webhook_rules": rules})

    def settled(self, delivery: Delivery | None = None) -> dict[str, Any]:
        """What the floor made of a delivery, the last one if none is named."""
        self.github.webhooks.wait_until_sent()
        delivery = delivery or self.github.webhooks.deliveries[-1]
        assert delivery.statuses, "it was sent"
        return dict(self.until(lambda: self._outcome(delivery.delivery_id)))

    def _outcome(self, delivery_id: str) -> dict[str, Any] | None:
        listed = self.api.ok("GET", "/webhooks/deliveries", params={"limit": 200})["deliveries"]
        found: dict[str, Any] = next(each for each in listed if each["delivery_id"] == delivery_id)
        return None if found["status"] == "waiting" else found

    def orders(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.api.ok(
            "GET", "/agent-work-orders", params={"project_id": self.project_id, "limit": 100}
        )["agent_work_orders"]
        return listed

    def ordered(self, prompt: str) -> tuple[dict[str, Any], PullRequest]:
        """An order that has ended, and its pull request on GitHub."""
        body = {"project_id": self.project_id, "initial_prompt": prompt}
        filed = self.api.ok("POST", "/agent-work-orders", json=body)["agent_work_order"]
        order = self.api.wait_for(filed["agent_work_order_id"], "completed")
        [pull_request] = self.repository.pull_requests
        return order, pull_request

    def until(self, look: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not (found := look()):
            assert time.monotonic() < deadline, "it did not come about"
            time.sleep(0.02)
        return found


@pytest.fixture(scope="module")
def floor_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("floor") / "home")


@pytest.fixture(scope="module")
def floor(floor_home: Home) -> Iterator[tuple[GitHubSimulator, ApiClient]]:
    with GitHubSimulator(floor_home.path.parent / "github") as github:
        settings = load_settings(
            {"PATH": "/usr/local/bin:/usr/bin:/bin"},
            home=floor_home.path,
            demo=False,
            github_hosts=(github.url,),
            github_webhook_secret=SECRET,
            default_workflow_type="agent_workflow_build",
            retry_delay_seconds=0.01,
        )
        with embedded_server(settings, with_worker=True) as url:
            api = ApiClient(url)
            yield github, api
            api.close()
        github.webhooks.wait_until_sent()


@pytest.fixture
def scene(floor: tuple[GitHubSimulator, ApiClient], request: pytest.FixtureRequest) -> Scene:
    github, api = floor
    suffix = abs(hash(request.node.nodeid)) % 10**8
    ada, bob, eve = (github.add_user(f"{name}{suffix}") for name in ("ada", "bob", "eve"))
    repository = github.add_repository(ada, collaborators={bob.login: Permission.WRITE, eve.login: Permission.READ})
    project = api.ok("POST", "/projects", json={"repository_url": github.repository_url(repository), "agent": "demo"})
    project_id = project["project_id"]
    token = {"value": github.add_token(ada).value}
    api.ok("PUT", "/secrets/github_token", params={"project_id": project_id}, json=token)
    github.add_hook(repository, f"{api.url}/api/webhooks/github", SECRET)
    return Scene(github, api, repository, project_id, ada, bob, eve)
