"""A pull request, alike on every forge."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PullRequestState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


class MergeMethod(StrEnum):
    MERGE = "merge"
    SQUASH = "squash"


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
