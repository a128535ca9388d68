"""GitHub's payloads read as happenings. What no rule could want is nothing."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from shopfloor.domain.webhook import Happening, HappeningKind

Payload = Mapping[str, Any]

_LONGEST_TEXT = 50_000
_OF_REPOSITORY = ("clone_url", "html_url", "ssh_url")
_OUR_MARK = "<!-- shopfloor:"
"""Stands unseen in all that we say there: we do not answer ourselves."""


def read_happening(event: str, payload: Payload) -> Happening | None:
    """None for what means nothing to us. Raises KeyError or TypeError where it is not GitHub's form."""
    reader = _READERS.get((event, payload.get("action")))
    return reader(payload) if reader is not None else None


def is_ours(text: str | None) -> bool:
    return _OUR_MARK in (text or "")


def _happening(kind: HappeningKind, payload: Payload, **facts: Any) -> Happening:
    repository = payload["repository"]
    urls = tuple(str(repository[name]) for name in _OF_REPOSITORY if repository.get(name))
    host, number = urlsplit(str(repository["html_url"])).netloc.lower(), int(repository["id"])
    facts = {"repository_urls": urls, "host": host, "repository_number": number, **facts}
    return Happening(kind, sender=str(payload["sender"]["login"]), **facts)


def _issue_opened(payload: Payload) -> Happening:
    return _of_issue(HappeningKind.ISSUE_OPENED, payload)


def _issue_changed(payload: Payload) -> Happening:
    return _of_issue(HappeningKind.ISSUE_CHANGED, payload)


def _issue_gone(payload: Payload) -> Happening:
    return _of_issue(HappeningKind.ISSUE_CHANGED, payload, state="missing")


def _of_issue(kind: HappeningKind, payload: Payload, **facts: Any) -> Happening:
    issue = payload["issue"]
    return _happening(
        kind,
        payload,
        number=int(issue["number"]),
        title=_cut(issue["title"]),
        text=_cut(issue.get("body")),
        as_of=str(issue["updated_at"]),
        labels=tuple(str(label["name"]) for label in issue.get("labels") or ()),
        **{"state": str(issue["state"]), **facts},
    )


def _labeled(payload: Payload) -> Happening:
    return _of_issue(HappeningKind.ISSUE_LABELED, payload, label=str(payload["label"]["name"]))


def _commented(payload: Payload) -> Happening | None:
    issue, comment = payload["issue"], payload["comment"]
    if is_ours(comment["body"]):
        return None
    return _happening(
        HappeningKind.COMMENTED,
        payload,
        number=int(issue["number"]),
        is_pull_request="pull_request" in issue,
        title=_cut(issue["title"]),
        text=_cut(comment["body"]),
        source_id=int(comment["id"]),
    )


def _comment_edited(payload: Payload) -> Happening | None:
    return _of_comment(payload, str(payload["comment"]["body"]))


def _comment_deleted(payload: Payload) -> Happening | None:
    return _of_comment(payload, "")


def _of_comment(payload: Payload, text: str) -> Happening | None:
    if "pull_request" in payload["issue"] or is_ours(text):
        return None
    number, comment_id = int(payload["issue"]["number"]), int(payload["comment"]["id"])
    return _happening(HappeningKind.COMMENT_CHANGED, payload, number=number, text=_cut(text), source_id=comment_id)


def _review_requested(payload: Payload) -> Happening | None:
    """One asked of a team has no single reviewer."""
    reviewer, pull_request = payload.get("requested_reviewer"), payload["pull_request"]
    if reviewer is None:
        return None
    return _happening(
        HappeningKind.REVIEW_REQUESTED,
        payload,
        number=int(pull_request["number"]),
        is_pull_request=True,
        title=_cut(pull_request["title"]),
        reviewer=str(reviewer["login"]),
        branch=_branch_here(payload),
    )


def _reviewed(payload: Payload) -> Happening | None:
    review = payload["review"]
    return None if is_ours(review.get("body")) else _of_review(payload, int(review["id"]))


def _review_comment(payload: Payload) -> Happening | None:
    comment = payload["comment"]
    review_id = comment.get("pull_request_review_id")
    if review_id is None or is_ours(comment["body"]):
        return None
    return _of_review(payload, int(review_id))


def _of_review(payload: Payload, review_id: int) -> Happening:
    number = int(payload["pull_request"]["number"])
    return _happening(HappeningKind.REVIEWED, payload, number=number, is_pull_request=True, source_id=review_id)


def _pushed(payload: Payload) -> Happening | None:
    ref = str(payload["ref"])
    if payload["deleted"] or not ref.startswith("refs/heads/"):
        return None
    head = payload.get("head_commit") or {}
    subject = str(head.get("message", "")).partition("\n")[0]
    return _happening(HappeningKind.PUSHED, payload, branch=ref.removeprefix("refs/heads/"), title=_cut(subject))


def _closed(payload: Payload) -> Happening:
    pull_request = payload["pull_request"]
    return _happening(
        HappeningKind.PULL_REQUEST_CLOSED,
        payload,
        number=int(pull_request["number"]),
        is_pull_request=True,
        is_merged=bool(pull_request["merged"]),
    )


def _turned(payload: Payload) -> Happening:
    pull_request = payload["pull_request"]
    return _happening(
        HappeningKind.PULL_REQUEST_TURNED,
        payload,
        number=int(pull_request["number"]),
        is_pull_request=True,
        is_draft=bool(pull_request.get("draft")),
    )


def _renamed(payload: Payload) -> Happening:
    name = str(payload["changes"]["repository"]["name"]["from"])
    return _moved(payload, f"{payload['repository']['owner']['login']}/{name}")


def _transferred(payload: Payload) -> Happening:
    before = payload["changes"]["owner"]["from"]
    owner = before.get("user") or before["organization"]
    return _moved(payload, f"{owner['login']}/{payload['repository']['name']}")


def _moved(payload: Payload, old_name: str) -> Happening:
    """Known to us by its old addresses, at most."""
    repository, new_name = payload["repository"], str(payload["repository"]["full_name"])
    urls = tuple(str(repository[name]) for name in _OF_REPOSITORY if repository.get(name))
    old_urls = tuple(url.replace(new_name, old_name) for url in urls)
    return _happening(HappeningKind.REPOSITORY_MOVED, payload, repository_urls=(*old_urls, *urls), title=new_name)


def _branch_here(payload: Payload) -> str | None:
    """The branch of a pull request that comes from the repository itself; a fork's cannot be built upon."""
    head = payload["pull_request"]["head"]
    of_fork = (head.get("repo") or {}).get("id") != payload["repository"]["id"]
    return None if of_fork else str(head["ref"])


def _cut(text: str | None) -> str:
    return (text or "")[:_LONGEST_TEXT]


_READERS: dict[tuple[str, str | None], Callable[[Payload], Happening | None]] = {
    ("issues", "opened"): _issue_opened,
    ("issues", "closed"): _issue_changed,
    ("issues", "reopened"): _issue_changed,
    ("issues", "edited"): _issue_changed,
    ("issues", "labeled"): _labeled,
    ("issues", "unlabeled"): _issue_changed,
    ("issues", "deleted"): _issue_gone,
    ("issues", "transferred"): _issue_gone,
    ("issue_comment", "created"): _commented,
    ("issue_comment", "edited"): _comment_edited,
    ("issue_comment", "deleted"): _comment_deleted,
    ("pull_request", "review_requested"): _review_requested,
    ("pull_request", "closed"): _closed,
    ("pull_request", "reopened"): _turned,
    ("pull_request", "ready_for_review"): _turned,
    ("pull_request", "converted_to_draft"): _turned,
    ("pull_request_review", "submitted"): _reviewed,
    ("pull_request_review_comment", "created"): _review_comment,
    ("push", None): _pushed,
    ("repository", "renamed"): _renamed,
    ("repository", "transferred"): _transferred,
}
