"""GitHub's own examples, read."""

from typing import Any

import pytest
from tests.support.github_contract.contract import webhook_examples

from shopfloor.domain.webhook import HappeningKind
from shopfloor.webhooks.github_payload import read_happening


def example(name: str, **changes: Any) -> tuple[str, dict[str, Any]]:
    return name.split("$")[0], {**webhook_examples()[name], **changes}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("issues$labeled", HappeningKind.ISSUE_LABELED),
        ("issue_comment$created", HappeningKind.COMMENTED),
        ("pull_request$review_requested", HappeningKind.REVIEW_REQUESTED),
        ("pull_request$closed", HappeningKind.PULL_REQUEST_CLOSED),
        ("pull_request$ready_for_review", HappeningKind.PULL_REQUEST_TURNED),
        ("pull_request_review$submitted", HappeningKind.REVIEWED),
        ("pull_request_review_comment$created", HappeningKind.REVIEWED),
        ("repository$renamed", HappeningKind.REPOSITORY_MOVED),
        ("repository$transferred", HappeningKind.REPOSITORY_MOVED),
        ("issues$opened", HappeningKind.ISSUE_OPENED),
        ("issues$edited", HappeningKind.ISSUE_CHANGED),
        ("issues$reopened", HappeningKind.ISSUE_CHANGED),
        ("ping$event", None),
        ("pull_request$opened", None),
        ("installation$created", None),
    ],
)
def test_what_an_example_means(name: str, kind: HappeningKind | None) -> None:
    happening = read_happening(*example(name))
    assert (happening.kind if happening else None) == kind


def test_the_repository_and_who_did_it() -> None:
    happening = read_happening(*example("issues$labeled"))
    assert happening is not None
    assert happening.sender == "Codertocat"
    assert "https://github.com/Codertocat/Hello-World.git" in happening.repository_urls


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("repository$renamed", "Octocoders/Hello-World", "Octocoders/Hello"),
        ("repository$transferred", "octocat/Hello-World", "Octocoders/Hello-World"),
    ],
)
def test_a_moved_repository_is_told_with_its_old_address(name: str, before: str, after: str) -> None:
    event, payload = example(name)
    payload["repository"] = {
        **payload["repository"],
        "name": after.split("/")[1],
        "full_name": after,
        "html_url": f"https://github.com/{after}",
        "clone_url": f"https://github.com/{after}.git",
        "ssh_url": f"git@github.com:{after}.git",
    }
    moved = read_happening(event, payload)
    assert moved is not None
    assert (moved.host, moved.repository_number) == ("github.com", payload["repository"]["id"])
    for name in (before, after):
        urls = {f"https://github.com/{name}", f"https://github.com/{name}.git", f"git@github.com:{name}.git"}
        assert urls <= set(moved.repository_urls)


def test_a_push_names_its_branch_unless_it_deletes_or_tags() -> None:
    pushed = read_happening(*example("push$event", ref="refs/heads/a/b", deleted=False))
    assert pushed is not None
    assert pushed.branch == "a/b"
    assert read_happening(*example("push$event", ref="refs/tags/v1", deleted=False)) is None
    assert read_happening(*example("push$event", ref="refs/heads/a", deleted=True)) is None


def test_our_own_words_mean_nothing() -> None:
    event, payload = example("issue_comment$created")
    ours = {**payload["comment"], "body": "/shopfloor x <!-- shopfloor:review-1 -->"}
    assert read_happening(event, {**payload, "comment": ours}) is None
