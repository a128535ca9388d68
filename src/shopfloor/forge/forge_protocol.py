"""Where a repository lives and pull requests are opened."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shopfloor.domain.pull_request import MergeMethod, PullRequest


@dataclass(frozen=True, slots=True)
class RepositoryInfo:
    repository_owner: str
    repository_name: str
    repository_url: str
    default_branch: str | None
    """None where the repository has no commit yet and does not tell."""
    is_accessible: bool
    access_verified_at: datetime
    is_empty: bool = False
    uncommitted_changes: int = 0
    """Only for a local checkout: files changed there that no order will see."""


@dataclass(frozen=True, slots=True)
class NewPullRequest:
    title: str
    body: str
    head_branch: str
    base_branch: str
    is_draft: bool = True


class Forge(Protocol):
    """Each call looks before it acts: opening a pull request twice finds the first."""

    async def verify_repository(self, repository_url: str) -> RepositoryInfo: ...

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest: ...

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest: ...

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None: ...

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest: ...

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest: ...

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        """Raises MergeConflict (naming the files) or MergeRefused, and then has not moved the base."""
        ...
