"""What an order left in git, and its pull request, on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from shopfloor.api.wire.base import Name, Request, Response, ShortText
from shopfloor.domain.pull_request import MergeMethod, PullRequestState
from shopfloor.domain.work_order import AgentWorkflowPhase


class PhaseHistoryModel(Response):
    phase: AgentWorkflowPhase
    started_at: datetime | None
    completed_at: datetime | None
    commits: int


class GitProgressResponse(Response):
    agent_work_order_id: str
    current_phase: AgentWorkflowPhase | None
    git_commit_count: int
    git_files_changed: int
    git_lines_added: int
    git_lines_removed: int
    latest_commit_message: str | None
    latest_commit_sha: str | None
    snapshot_timestamp: datetime
    phase_history: list[PhaseHistoryModel]


class CommitModel(Response):
    sha: str
    parent_shas: list[str]
    subject: str
    body: str
    author_name: str
    author_email: str
    authored_at: datetime
    phase: str | None
    run_id: str | None
    files_changed: int
    lines_added: int
    lines_removed: int


class CommitsResponse(Response):
    agent_work_order_id: str
    commits: list[CommitModel]
    total_count: int
    has_more: bool


class FileDiffModel(Response):
    path: str
    old_path: str | None
    status: str
    lines_added: int
    lines_removed: int
    is_binary: bool
    patch: str | None
    truncated: bool


class DiffResponse(Response):
    agent_work_order_id: str
    base_sha: str | None
    head_sha: str | None
    files: list[FileDiffModel]
    truncated: bool


class CheckModel(Response):
    name: str
    status: str = Field(description="queued, in_progress or completed")
    conclusion: str | None
    url: str | None


class ReviewModel(Response):
    author: str
    state: str = Field(description="approved, changes_requested, commented, dismissed or pending")
    body: str
    submitted_at: datetime | None


class PullRequestModel(Response):
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
    merged_at: datetime | None
    merge_commit_sha: str | None
    labels: list[str]
    reviewers: list[str]
    mergeable: bool | None = Field(description="null where the forge has not found out yet")
    conflicts: list[str] = Field(description="files that keep it from being merged, where the forge tells")
    merge_methods: list[MergeMethod] = Field(description="those that the forge allows now")
    checks: list[CheckModel]
    reviews: list[ReviewModel]


class LabelsRequest(Request):
    labels: Annotated[list[Name], Field(max_length=100)]


class ReviewersRequest(Request):
    reviewers: Annotated[list[Name], Field(min_length=1, max_length=50)]


class EditPullRequestRequest(Request):
    title: ShortText | None = None
    body: Annotated[str, StringConstraints(max_length=100_000)] | None = None


class MergePullRequestRequest(Request):
    method: MergeMethod = MergeMethod.MERGE
