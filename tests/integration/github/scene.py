"""Somebody with a repository on GitHub, a token, and a floor where it is a project."""

import itertools
from dataclasses import dataclass
from typing import Any

from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator, Permission
from tests.support.github_simulator.model import Account, PullRequest, Repository, Token

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Scene:
    github: GitHubSimulator
    api: ApiClient
    ada: Account
    repository: Repository
    token: Token
    project_id: str

    @staticmethod
    def new(github: GitHubSimulator, api: ApiClient, _name: str) -> "Scene":
        ada = github.add_user(f"ada{next(_numbers)}")
        repository = github.add_repository(ada)
        return Scene.of(github, api, ada, repository, github.add_token(ada))

    @staticmethod
    def of(github: GitHubSimulator, api: ApiClient, who: Account, repository: Repository, token: Token) -> "Scene":
        url = github.repository_url(repository)
        project = api.ok("POST", "/projects", json={"repository_url": url})
        scene = Scene(github, api, who, repository, token, project["project_id"])
        scene.use(token)
        return scene

    def foreign(self, **options: Any) -> "Scene":
        """The repository of somebody else, which Ada can read."""
        grace = self.github.add_user(f"grace{next(_numbers)}")
        repository = self.github.add_repository(grace, f"tool-of-{grace.login}", **options)
        if options.get("is_private"):
            repository.collaborators[self.ada.login] = Permission.READ
        return Scene.of(self.github, self.api, self.ada, repository, self.token)

    @property
    def url(self) -> str:
        return self.github.repository_url(self.repository)

    @property
    def pull_requests(self) -> list[PullRequest]:
        return self.github.pull_requests(self.repository)

    def use(self, token: Token) -> None:
        self.api.ok("PUT", "/secrets/github_token", json={"value": token.value}, params={"project_id": self.project_id})

    def file(self, prompt: str | None = "demo: write hello.txt Hello", **fields: Any) -> str:
        body = {"project_id": self.project_id, "workflow_type": "agent_workflow_build", **fields}
        if prompt is not None:
            body["initial_prompt"] = prompt
        answer = self.api.ok("POST", "/agent-work-orders", json=body)
        return str(answer["agent_work_order"]["agent_work_order_id"])

    def run(self, prompt: str | None = "demo: write hello.txt Hello", **fields: Any) -> dict[str, Any]:
        return self.api.wait_for(self.file(prompt, **fields), "completed")

    def run_to_failure(self, prompt: str = "demo: write hello.txt Hello", **fields: Any) -> dict[str, Any]:
        return self.api.wait_for(self.file(prompt, **fields), "failed")

    def retry(self, order: dict[str, Any]) -> dict[str, Any]:
        order_id = order["agent_work_order_id"]
        self.api.ok("POST", f"/agent-work-orders/{order_id}/retry")
        return self.api.wait_for(order_id, "completed")

    def event_types(self, order: dict[str, Any]) -> list[str]:
        return [event["type"] for event in self.api.events(order["agent_work_order_id"])]

    def verify(self, url: str | None = None) -> dict[str, Any]:
        answer = self.api.ok("POST", "/github/verify-repository", json={"repository_url": url or self.url})
        return dict(answer)

    def pull(self, order: dict[str, Any], method: str = "GET", action: str = "", **options: Any) -> dict[str, Any]:
        path = f"/agent-work-orders/{order['agent_work_order_id']}/pull-request{action}"
        return dict(self.api.ok(method, path, **options))

    def branch_sha(self, repository: Repository, branch: str) -> str | None:
        return self.github.world.git.sha(repository.path, f"refs/heads/{branch}")
