"""GitHub's credential and issues on the wire."""

from datetime import datetime

from pydantic import Field

from shopfloor.api.wire.base import Response


class GitHubCredentialModel(Response):
    host: str
    source: str | None = Field(
        description="user_token, project_token, github_app, environment or gh; null where there is none"
    )
    login: str | None
    scopes: list[str] | None = Field(description="null for tokens that have permissions instead")
    error_code: str | None
    error_message: str | None
    hint: str | None


class GitHubCredentialsResponse(Response):
    credentials: list[GitHubCredentialModel]
    total_count: int
    has_more: bool


class IssueCommentModel(Response):
    author: str
    body: str
    created_at: datetime
    updated_at: datetime


class IssueModel(Response):
    number: int
    title: str
    state: str
    author: str
    labels: list[str]
    url: str
    body: str
    comment_count: int
    comments: list[IssueCommentModel] = Field(description="only where one issue was asked for")


class IssuesResponse(Response):
    issues: list[IssueModel]
    total_count: int
    has_more: bool
