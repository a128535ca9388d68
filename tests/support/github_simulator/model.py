"""What GitHub keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from pathlib import Path
from typing import Any, Literal


class Permission(IntEnum):
    NONE = 0
    READ = 1
    TRIAGE = 2
    WRITE = 3
    MAINTAIN = 4
    ADMIN = 5


@dataclass(slots=True)
class Account:
    account_id: int
    login: str
    kind: Literal["User", "Organization", "Bot"]
    created_at: datetime
    name: str | None = None
    email: str | None = None
    members: dict[str, Literal["admin", "member"]] = field(default_factory=dict)
    """Only of an organisation."""
    requires_sso: bool = False

    @property
    def node_id(self) -> str:
        return f"{'O' if self.kind == 'Organization' else 'U'}_{self.account_id}"


@dataclass(slots=True)
class RateLimit:
    limit: int = 5000
    used: int = 0
    reset_at: float = 0.0


@dataclass(slots=True)
class Token:
    value: str
    account: Account
    scopes: frozenset[str] | None
    """None for a fine-grained token and for an installation's, which have permissions instead."""
    sso_organisations: frozenset[str] = frozenset()
    installation: "Installation | None" = None
    repositories: frozenset[int] | None = None
    permissions: Mapping[str, str] | None = None
    expires_at: datetime | None = None
    is_revoked: bool = False
    rate: RateLimit = field(default_factory=RateLimit)


@dataclass(slots=True)
class App:
    app_id: int
    slug: str
    owner: Account
    public_key: str
    bot: Account
    permissions: Mapping[str, str]
    created_at: datetime


@dataclass(slots=True)
class Installation:
    installation_id: int
    app: App
    account: Account
    permissions: Mapping[str, str]
    repositories: frozenset[int] | None
    created_at: datetime


@dataclass(slots=True)
class Label:
    label_id: int
    name: str
    color: str = "ededed"
    description: str | None = None


@dataclass(slots=True)
class Comment:
    comment_id: int
    author: Account
    body: str
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True)
class Issue:
    """A pull request is an issue too; both share their numbers."""

    issue_id: int
    number: int
    title: str
    body: str | None
    author: Account
    created_at: datetime
    updated_at: datetime
    state: Literal["open", "closed"] = "open"
    state_reason: str | None = None
    closed_at: datetime | None = None
    closed_by: Account | None = None
    labels: list[Label] = field(default_factory=list)
    assignees: list[Account] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    pull_request: "PullRequest | None" = None


@dataclass(slots=True)
class Review:
    review_id: int
    author: Account
    body: str
    state: str
    commit_sha: str
    submitted_at: datetime | None


@dataclass(slots=True)
class ReviewComment:
    comment_id: int
    review_id: int
    author: Account
    body: str
    path: str
    line: int | None
    side: str
    commit_sha: str
    diff_hunk: str
    created_at: datetime
    updated_at: datetime
    in_reply_to: int | None = None
    start_line: int | None = None
    is_resolved: bool = False


@dataclass(slots=True)
class PullRequest:
    pull_request_id: int
    issue: Issue
    head_repository: "Repository"
    head_branch: str
    head_sha: str
    base_branch: str
    base_sha: str
    is_draft: bool
    maintainer_can_modify: bool = False
    merged_at: datetime | None = None
    merged_by: Account | None = None
    merge_commit_sha: str | None = None
    mergeability_asked: tuple[str, str] | None = None
    """The head and base for which somebody asked already: GitHub computes after the first question."""
    requested_reviewers: list[Account] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    review_comments: list[ReviewComment] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        return f"PR_{self.pull_request_id}"


@dataclass(slots=True)
class CheckRun:
    check_run_id: int
    name: str
    head_sha: str
    status: str
    conclusion: str | None
    started_at: datetime
    completed_at: datetime | None
    details_url: str | None = None
    output: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class CommitStatus:
    status_id: int
    sha: str
    state: str
    context: str
    description: str | None
    target_url: str | None
    author: Account
    created_at: datetime


@dataclass(slots=True)
class Hook:
    hook_id: int
    url: str
    secret: str
    events: frozenset[str]


@dataclass(slots=True)
class Repository:
    repository_id: int
    owner: Account
    name: str
    path: Path
    default_branch: str
    is_private: bool
    created_at: datetime
    pushed_at: datetime
    parent: "Repository | None" = None
    is_archived: bool = False
    supports_drafts: bool = True
    allows: frozenset[str] = frozenset({"merge", "squash", "rebase"})
    protected_branches: dict[str, str] = field(default_factory=dict)
    """By name, with what the refusal says."""
    push_protection: str | None = None
    """A text that nothing pushed may hold."""
    collaborators: dict[str, Permission] = field(default_factory=dict)
    ready_at: float = 0.0
    """The git side of a new fork comes later than its API side."""
    labels: list[Label] = field(default_factory=list)
    issues: dict[int, Issue] = field(default_factory=dict)
    check_runs: list[CheckRun] = field(default_factory=list)
    statuses: list[CommitStatus] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)

    @property
    def full_name(self) -> str:
        return f"{self.owner.login}/{self.name}"

    @property
    def pull_requests(self) -> list[PullRequest]:
        return [issue.pull_request for issue in self.issues.values() if issue.pull_request is not None]
