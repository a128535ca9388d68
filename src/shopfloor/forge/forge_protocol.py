"""Where a repository lives and pull requests are opened."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from shopfloor.domain.issue import Issue
from shopfloor.domain.pull_request import MergeMethod, PullRequest
from shopfloor.domain.work_order import Author


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
    visibility: Literal["public", "private", "internal"] | None = None
    can_push: bool | None = None
    """None where only a push would tell."""
    can_open_pull_requests: bool = True
    is_archived: bool = False
    needs_fork: bool = False
    """We may not push there: an order's branch goes to a fork of ours, and its pull request comes from there."""


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

    def has_pull_requests(self, repository_url: str) -> bool:
        """False for a plain git server: branches are pushed there, and that is all."""
        ...

    def pull_request_url(self, repository_url: str, number: int) -> str: ...

    async def author(self, repository_url: str) -> Author | None:
        """Who we are there, for the commits of somebody who has not said her name."""
        ...

    async def require_credential(self, repository_url: str) -> None:
        """Raises ForgeCredentialMissing where it is certain that we could open no pull request."""
        ...

    async def open_pull_request(self, repository_url: str, new: NewPullRequest) -> PullRequest: ...

    async def get_pull_request(self, repository_url: str, number: int) -> PullRequest: ...

    async def inspect_pull_request(self, repository_url: str, number: int) -> PullRequest:
        """With checks, reviews and whether it can be merged."""
        ...

    async def find_pull_request(self, repository_url: str, head_branch: str) -> PullRequest | None: ...

    async def update_pull_request(
        self, repository_url: str, number: int, *, title: str | None = None, body: str | None = None
    ) -> PullRequest: ...

    async def mark_ready(self, repository_url: str, number: int) -> PullRequest: ...

    async def mark_draft(self, repository_url: str, number: int) -> PullRequest: ...

    async def set_labels(self, repository_url: str, number: int, labels: Sequence[str]) -> PullRequest: ...

    async def request_reviewers(self, repository_url: str, number: int, reviewers: Sequence[str]) -> PullRequest: ...

    async def merge_pull_request(
        self, repository_url: str, number: int, method: MergeMethod = MergeMethod.MERGE
    ) -> PullRequest:
        """Raises MergeConflict (naming the files) or MergeRefused, and then has not moved the base."""
        ...

    def known_fork(self, repository_url: str) -> str | None:
        """Where branches of that repository go instead, as far as it has been found out."""
        ...

    async def fork(self, repository_url: str) -> str:
        """A fork of ours, made if there is none. It may take a moment until git finds it."""
        ...


@dataclass(frozen=True, slots=True)
class IssuePage:
    issues: tuple[Issue, ...]
    total_count: int
    has_more: bool


class IssueTracker(Protocol):
    def has_issues(self, repository_url: str) -> bool: ...

    def issue_url(self, repository_url: str, number: int) -> str | None:
        """Where people see it; None where there are no issues."""
        ...

    async def get_issue(self, repository_url: str, number: int, *, with_comments: bool = True) -> Issue: ...

    def open_issues(self, repository_url: str, *, label: str | None = None) -> AsyncIterator[Issue]:
        """All of them, the oldest first, without their comments."""
        ...

    async def close_issue(self, repository_url: str, number: int) -> Issue:
        """As done; one that is closed stays so."""
        ...

    async def list_issues(self, repository_url: str, *, query: str, limit: int, offset: int) -> IssuePage: ...

    async def say_on_issue(self, repository_url: str, number: int, key: str, text: str) -> None:
        """Says it under this key once: where it was said already, in other words, these are replaced."""
        ...
