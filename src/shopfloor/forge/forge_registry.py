"""One forge for all repositories: each call goes to the one that keeps that repository."""

from collections.abc import Sequence
from typing import Protocol

from shopfloor.domain.pull_request import MergeMethod, PullRequest
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import Author
from shopfloor.forge.forge_protocol import Forge, NewPullRequest, RepositoryInfo


class HostedForge(Forge, Protocol):
    def knows(self, repository_url: str) -> bool: ...


class ForgeRegistry:
    """Implements Forge."""

    def __init__(self, *, local: Forge, hosted: Sequence[HostedForge], elsewhere: Forge) -> None:
        self._local = local
        self._hosted = hosted
        self._elsewhere = elsewhere

    def of(self, repository_url: str) -> Forge:
        if parse_repository_url(repository_url).kind == "local":
            return self._local
        return next((forge for forge in self._hosted if forge.knows(repository_url)), self._elsewhere)

    async def verify_repository(self, repository_url: str) -> RepositoryInfo:
        return await self.of(repository_url).verify_repository(repository_url)

    def has_pull_requests(self, repository_url: str) -> bool:
        return self.of(repository_url).has_pull_requests(repository_url)

    def pull_request_url(self, repository_url: str, number: int) -> str:
        return self.of(repository_url).pull_request_url(repository_url, number)

    async def author(self, repository_url: str) -> Author | None:
        return await self.of(repository_url).author(repository_url)

    async def require_credential(self, repository_url: str) -> None:
        await self.of(repository_url).require_credential(repository_url)

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest:
        return await self.of(repository_url).open_pull_request(repository_url, new)

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest:
        return await self.of(repository_url).get_pull_request(repository_url, number)

    async def inspect_pull_request(self, repository_url: str, number: int) -> PullRequest:
        return await self.of(repository_url).inspect_pull_request(repository_url, number)

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None:
        return await self.of(repository_url).find_pull_request(repository_url, head_branch)

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest:
        return await self.of(repository_url).update_pull_request(repository_url, number, title=title, body=body)

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest:
        return await self.of(repository_url).mark_ready(repository_url, number)

    async def mark_draft(self, repository_url: str, number: int) -> PullRequest:
        return await self.of(repository_url).mark_draft(repository_url, number)

    async def set_labels(self, repository_url: str, number: int, labels: Sequence[str]) -> PullRequest:
        return await self.of(repository_url).set_labels(repository_url, number, labels)

    async def request_reviewers(self, repository_url: str, number: int, reviewers: Sequence[str]) -> PullRequest:
        return await self.of(repository_url).request_reviewers(repository_url, number, reviewers)

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        return await self.of(repository_url).merge_pull_request(repository_url, number, method)

    def known_fork(self, repository_url: str) -> str | None:
        return self.of(repository_url).known_fork(repository_url)

    async def fork(self, repository_url: str) -> str:
        return await self.of(repository_url).fork(repository_url)
