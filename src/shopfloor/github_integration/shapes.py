"""From GitHub's JSON to our values. Only what is used is read: servers of other ages leave the rest out."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from shopfloor.domain.issue import Issue, IssueComment
from shopfloor.domain.pull_request import Check, MergeMethod, PullRequest, PullRequestState, Review

Json = Mapping[str, Any]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def pull_request(data: Json) -> PullRequest:
    is_merged = bool(data.get("merged_at"))
    state = PullRequestState.MERGED if is_merged else PullRequestState(data["state"])
    return PullRequest(
        pull_request_number=data["number"],
        pull_request_title=data["title"],
        pull_request_body=(data.get("body") or "").replace("\r\n", "\n"),
        pull_request_url=data["html_url"],
        head_branch=data["head"]["ref"],
        base_branch=data["base"]["ref"],
        state=state,
        is_draft=bool(data.get("draft")),
        created_at=moment(data["created_at"]),
        updated_at=moment(data["updated_at"]),
        merged_at=moment(data["merged_at"]) if is_merged else None,
        merge_commit_sha=data.get("merge_commit_sha") if is_merged else None,
        head_sha=data["head"]["sha"],
        labels=tuple(label["name"] for label in data.get("labels") or ()),
        reviewers=(
            *(user["login"] for user in data.get("requested_reviewers") or ()),
            *(team["slug"] for team in data.get("requested_teams") or ()),
        ),
        mergeable=data.get("mergeable") if state is PullRequestState.OPEN else None,
    )


def merge_methods(repository: Json, pull_request: Json) -> tuple[MergeMethod, ...]:
    """What the repository's settings allow; who may not push is not told them."""
    allowed = {
        MergeMethod.MERGE: repository.get("allow_merge_commit") is not False,
        MergeMethod.SQUASH: repository.get("allow_squash_merge") is not False,
        MergeMethod.REBASE: repository.get("allow_rebase_merge") is not False
        and pull_request.get("rebaseable") is not False,
    }
    return tuple(method for method, is_allowed in allowed.items() if is_allowed)


def check_run(data: Json) -> Check:
    return Check(data["name"], data["status"], data.get("conclusion"), data.get("html_url") or data.get("details_url"))


def commit_status(data: Json) -> Check:
    """The older kind of check: pending, success, failure or error."""
    is_pending = data["state"] == "pending"
    conclusion = None if is_pending else {"error": "failure"}.get(data["state"], data["state"])
    return Check(data["context"], "in_progress" if is_pending else "completed", conclusion, data.get("target_url"))


def review(data: Json) -> Review:
    at = data.get("submitted_at")
    return Review(_login(data.get("user")), data["state"].lower(), data.get("body") or "", moment(at) if at else None)


def issue(data: Json, comments: Iterable[IssueComment] = ()) -> Issue:
    labels = [label if isinstance(label, str) else label.get("name") or "" for label in data.get("labels") or ()]
    return Issue(
        number=data["number"],
        title=data["title"],
        state=data["state"],
        author=_login(data.get("user")),
        labels=tuple(labels),
        url=data["html_url"],
        body=data.get("body") or "",
        comment_count=data.get("comments") or 0,
        updated_at=moment(data["updated_at"]),
        comments=tuple(comments),
        is_pull_request="pull_request" in data,
    )


def issue_comment(data: Json) -> IssueComment:
    return IssueComment(
        data["id"],
        _login(data.get("user")),
        data.get("body") or "",
        moment(data["created_at"]),
        moment(data["updated_at"]),
    )


def _login(user: Json | None) -> str:
    return user["login"] if user else "ghost"
