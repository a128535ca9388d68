from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.support.github_simulator import GitHubSimulator
from tests.support.github_simulator.model import Account, Repository, Token


@dataclass(frozen=True)
class Scene:
    """Ada owns a repository and has a token."""

    github: GitHubSimulator
    ada: Account
    repository: Repository
    token: Token
    http: httpx.Client

    def ok(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, path, json=body) if body is not None else self.http.request(method, path)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def graphql(self, query: str, **variables: Any) -> Any:
        url = f"{self.github.url}/api/graphql"
        answer = self.http.post(url, json={"query": query, "variables": variables})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def clone_url(self) -> str:
        return f"http://ada:{self.token.value}@{self.github.url.removeprefix('http://')}/ada/app.git"

    def commit_on(self, branch: str, files: dict[str, str] | None = None) -> str:
        """On a branch that starts at the trunk."""
        git, path = self.github.world.git, self.repository.path
        if git.sha(path, f"refs/heads/{branch}") is None:
            git.run(path, "update-ref", f"refs/heads/{branch}", "refs/heads/trunk")
        return self.github.actions.commit(self.repository, self.ada, branch, files or {"new.py": "1\n"}, "A change")

    def open_pull_request(self, branch: str = "feature", **more: Any) -> Any:
        self.commit_on(branch)
        return self.ok("POST", "/repos/ada/app/pulls", {"title": "New", "head": branch, "base": "trunk", **more})


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with GitHubSimulator(tmp_path / "github") as github:
        ada = github.add_user("ada")
        repository, token = github.add_repository(ada), github.add_token(ada)
        headers = {"authorization": f"Bearer {token.value}", "accept": "application/vnd.github+json"}
        with httpx.Client(base_url=github.api_url, headers=headers, timeout=60) as http:
            yield Scene(github, ada, repository, token, http)
