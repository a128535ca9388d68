"""A pull request, alike on every forge."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PullRequestState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


class PullRequestStanding(StrEnum):
    """How far it is, in one word: what a row of a list says of it."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


class MergeMethod(StrEnum):
    MERGE = "merge"
    SQUASH = "squash"
    REBASE = "rebase"


@dataclass(frozen=True, slots=True)
class Check:
    """What a machine says of the head commit."""

    name: str
    status: str
    """queued, in_progress or completed"""
    conclusion: str | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Review:
    author: str
    state: str
    """approved, changes_requested, commented, dismissed or pending"""
    body: str
    submitted_at: datetime | None


@dataclass(frozen=True, slots=True)
class PullRequest:
    pull_request_number: int
    pull_request_title: str
    pull_request_body: str
    pull_request_url: str
    head_branch: str
    base_branch: str
    state: PullRequestState
    is_draft: bool
    created_at: datetime
    updated_at: datetime
    merged_at: datetime | None = None
    merge_commit_sha: str | None = None
    head_sha: str | None = None
    """What it holds, or held when it was closed; None where the forge does not tell."""
    labels: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    """Those who were asked."""
    mergeable: bool | None = None
    """None where the forge has not found out yet, or was not asked."""
    conflicts: tuple[str, ...] = ()
    """The files that keep it from being merged, where the forge tells."""
    merge_methods: tuple[MergeMethod, ...] = tuple(MergeMethod)
    """What the forge allows here and now, as far as it was asked."""
    checks: tuple[Check, ...] = ()
    reviews: tuple[Review, ...] = ()

    @property
    def standing(self) -> PullRequestStanding:
        is_draft = self.is_draft and self.state is PullRequestState.OPEN
        return PullRequestStanding.DRAFT if is_draft else PullRequestStanding(self.state.value)
