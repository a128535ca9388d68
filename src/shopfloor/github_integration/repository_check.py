"""Whether a repository on GitHub can be worked on, and if not, which of the many reasons it is."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from shopfloor.errors import ForgeScopeMissing
from shopfloor.forge.forge_protocol import RepositoryInfo
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.hosts import GitHubRepository
from shopfloor.github_integration.repository_numbers import RepositoryNumbers


class RepositoryCheck:
    def __init__(self, client: GitHubClient, numbers: RepositoryNumbers, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._numbers = numbers
        self._clock = clock

    async def verify(self, repository: GitHubRepository, url: str) -> RepositoryInfo:
        """Raises the ForgeError that says why not."""
        answer = await self._client.request(repository, "GET", repository.path())
        data, scopes = answer.data, answer.headers.get("x-oauth-scopes")
        await self._numbers.learn(repository, url, data["id"])
        is_private, is_archived = bool(data["private"]), bool(data.get("archived"))
        held = data.get("permissions") or {}
        has_token = bool(held)
        may_push = bool(held.get("push")) and not is_archived
        if has_token and scopes is not None:
            _require_scope(scopes, is_private=is_private)
        return RepositoryInfo(
            repository_owner=data["owner"]["login"],
            repository_name=data["name"],
            repository_url=url if _is_same(data, repository) else data["html_url"],
            default_branch=data.get("default_branch"),
            is_accessible=True,
            access_verified_at=self._clock(),
            is_empty=data.get("size") == 0 and not await self._has_branches(repository),
            visibility=data.get("visibility") or ("private" if is_private else "public"),
            can_push=may_push,
            can_open_pull_requests=has_token and not is_archived,
            is_archived=is_archived,
            needs_fork=has_token and not may_push and not is_archived,
        )

    async def _has_branches(self, repository: GitHubRepository) -> bool:
        return bool(await self._client.get(repository, repository.path("branches"), per_page=1))


def _is_same(data: Any, repository: GitHubRepository) -> bool:
    return bool(data["full_name"].lower() == repository.full_name.lower())


def _require_scope(scopes: str, *, is_private: bool) -> None:
    """What the permissions say holds for the person; the token may still be good for less."""
    held = {name.strip() for name in scopes.split(",")}
    if "repo" in held or ("public_repo" in held and not is_private):
        return
    raise ForgeScopeMissing(
        f"The token may look, but not push: it has the scopes [{scopes}].",
        hint="Give it the scope `repo` (and `workflow`, if agents may change workflows).",
    )
