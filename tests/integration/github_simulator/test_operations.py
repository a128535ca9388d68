"""Every operation of GitHub's that is used, once, as a client asks for it; both sides keep to the contract."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from tests.support.github_contract.table import DOCUMENT, document
from tests.support.github_contract.used import GRAPHQL_FIELDS, OPERATIONS, OUR_MUTATIONS, OUR_WEBHOOKS, WEBHOOKS
from tests.support.github_simulator import GitHubSimulator, Permission
from tests.support.github_simulator.actions import NewReviewComment

REPOSITORY = "/repos/ada/app"
USER, APP, INSTALLATION = "user", "app", "installation"

CALLS: dict[str, tuple[str, str, str, Any]] = {
    "apps/create-installation-access-token": (APP, "POST", "/app/installations/{installation}/access_tokens", {}),
    "apps/get-authenticated": (APP, "GET", "/app", None),
    "apps/get-repo-installation": (APP, "GET", f"{REPOSITORY}/installation", None),
    "apps/list-repos-accessible-to-installation": (INSTALLATION, "GET", "/installation/repositories", None),
    "checks/list-for-ref": (USER, "GET", f"{REPOSITORY}/commits/feature/check-runs", None),
    "git/get-ref": (USER, "GET", f"{REPOSITORY}/git/ref/heads/trunk", None),
    "issues/add-labels": (USER, "POST", f"{REPOSITORY}/issues/1/labels", {"labels": ["new"]}),
    "issues/create": (USER, "POST", f"{REPOSITORY}/issues", {"title": "Another"}),
    "issues/create-comment": (USER, "POST", f"{REPOSITORY}/issues/1/comments", {"body": "Well"}),
    "issues/delete-comment": (USER, "DELETE", f"{REPOSITORY}/issues/comments/{{comment}}", None),
    "issues/get": (USER, "GET", f"{REPOSITORY}/issues/1", None),
    "issues/get-comment": (USER, "GET", f"{REPOSITORY}/issues/comments/{{comment}}", None),
    "issues/list-comments": (USER, "GET", f"{REPOSITORY}/issues/1/comments?per_page=100", None),
    "issues/list-for-repo": (USER, "GET", f"{REPOSITORY}/issues?state=all", None),
    "issues/list-labels-for-repo": (USER, "GET", f"{REPOSITORY}/labels", None),
    "issues/list-labels-on-issue": (USER, "GET", f"{REPOSITORY}/issues/1/labels", None),
    "issues/remove-label": (USER, "DELETE", f"{REPOSITORY}/issues/1/labels/bug", None),
    "issues/set-labels": (USER, "PUT", f"{REPOSITORY}/issues/1/labels", {"labels": []}),
    "issues/update": (USER, "PATCH", f"{REPOSITORY}/issues/1", {"state": "closed"}),
    "issues/update-comment": (USER, "PATCH", f"{REPOSITORY}/issues/comments/{{comment}}", {"body": "Better"}),
    "pulls/create": (USER, "POST", f"{REPOSITORY}/pulls", {"title": "x", "head": "other", "base": "trunk"}),
    "pulls/create-reply-for-review-comment": (
        USER, "POST", f"{REPOSITORY}/pulls/2/comments/{{review_comment}}/replies", {"body": "Done"},
    ),
    "pulls/create-review": (USER, "POST", f"{REPOSITORY}/pulls/2/reviews", {"event": "COMMENT", "body": "Hm"}),
    "pulls/create-review-comment": (
        USER, "POST", f"{REPOSITORY}/pulls/2/comments",
        {"body": "Hm", "path": "new.py", "line": 1, "commit_id": "{head}"},
    ),
    "pulls/get": (USER, "GET", f"{REPOSITORY}/pulls/2", None),
    "pulls/get-review": (USER, "GET", f"{REPOSITORY}/pulls/2/reviews/{{review}}", None),
    "pulls/get-review-comment": (USER, "GET", f"{REPOSITORY}/pulls/comments/{{review_comment}}", None),
    "pulls/list": (USER, "GET", f"{REPOSITORY}/pulls?head=ada:feature&state=open", None),
    "pulls/list-comments-for-review": (USER, "GET", f"{REPOSITORY}/pulls/2/reviews/{{review}}/comments", None),
    "pulls/list-commits": (USER, "GET", f"{REPOSITORY}/pulls/2/commits", None),
    "pulls/list-files": (USER, "GET", f"{REPOSITORY}/pulls/2/files", None),
    "pulls/list-requested-reviewers": (USER, "GET", f"{REPOSITORY}/pulls/2/requested_reviewers", None),
    "pulls/list-review-comments": (USER, "GET", f"{REPOSITORY}/pulls/2/comments", None),
    "pulls/list-reviews": (USER, "GET", f"{REPOSITORY}/pulls/2/reviews", None),
    "pulls/merge": (USER, "PUT", f"{REPOSITORY}/pulls/2/merge", {"merge_method": "squash"}),
    "pulls/remove-requested-reviewers": (
        USER, "DELETE", f"{REPOSITORY}/pulls/2/requested_reviewers", {"reviewers": ["bob"]},
    ),
    "pulls/request-reviewers": (USER, "POST", f"{REPOSITORY}/pulls/2/requested_reviewers", {"reviewers": ["bob"]}),
    "pulls/update": (USER, "PATCH", f"{REPOSITORY}/pulls/2", {"title": "Better", "body": "Because"}),
    "rate-limit/get": (USER, "GET", "/rate_limit", None),
    "repos/create-fork": (USER, "POST", "/repos/acme/thing/forks", {}),
    "repos/get": (USER, "GET", REPOSITORY, None),
    "repos/get-branch": (USER, "GET", f"{REPOSITORY}/branches/trunk", None),
    "repos/get-collaborator-permission-level": (USER, "GET", f"{REPOSITORY}/collaborators/bob/permission", None),
    "repos/get-combined-status-for-ref": (USER, "GET", f"{REPOSITORY}/commits/feature/status", None),
    "repos/list-branches": (USER, "GET", f"{REPOSITORY}/branches", None),
    "repos/list-commit-statuses-for-ref": (USER, "GET", f"{REPOSITORY}/commits/feature/statuses", None),
    "repos/list-for-authenticated-user": (USER, "GET", "/user/repos", None),
    "repos/list-forks": (USER, "GET", f"{REPOSITORY}/forks", None),
    "search/issues-and-pull-requests": (USER, "GET", "/search/issues?q=repo:ada/app+is:issue+bug", None),
    "users/get-authenticated": (USER, "GET", "/user", None),
    "users/get-by-username": (USER, "GET", "/users/bob", None),
}  # fmt: skip


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[tuple[GitHubSimulator, dict[str, str], dict[str, str]]]:
    """A GitHub with one of everything, its numbers, and a token of each kind."""
    with GitHubSimulator(tmp_path / "github") as github:
        ada, bob = github.add_user("ada"), github.add_user("bob")
        repository = github.add_repository(ada, collaborators={"bob": Permission.WRITE})
        acme = github.add_organization("acme", members=[ada])
        github.add_repository(acme, "thing")
        issue = github.add_issue(repository, bob, "A bug")
        github.actions.add_labels(repository, issue, bob, ["bug"])
        comment = github.actions.comment(repository, issue, ada, "Indeed")
        for branch in ("feature", "other"):
            github.world.git.run(repository.path, "update-ref", f"refs/heads/{branch}", "refs/heads/trunk")
            github.actions.commit(repository, ada, branch, {"new.py": "1\n"}, "Add new.py")
        pull_request = github.actions.open_pull_request(
            repository, ada, "New", None, repository, "feature", "trunk", is_draft=False
        )
        review = github.actions.review(
            repository, pull_request, bob, "COMMENTED", "Hm", [NewReviewComment("new.py", "Two?", 1)]
        )
        github.add_check_run(repository, pull_request.head_sha, "ci")
        github.add_status(repository, pull_request.head_sha, "lint", "pending", ada)
        app, key = github.add_app("floor", ada)
        installation = github.install_app(app, ada)
        now = int(time.time())
        numbers = {
            "installation": installation.installation_id,
            "comment": comment.comment_id,
            "review": review.review_id,
            "review_comment": pull_request.review_comments[0].comment_id,
            "head": pull_request.head_sha,
        }
        tokens = {
            USER: github.add_token(ada).value,
            APP: jwt.encode({"iat": now - 30, "exp": now + 300, "iss": str(app.app_id)}, key, "RS256"),
            INSTALLATION: github.world.add_installation_token(installation, None).value,
        }
        yield github, {name: str(value) for name, value in numbers.items()}, tokens


def test_each_operation_keeps_to_the_contract(
    furnished: tuple[GitHubSimulator, dict[str, str], dict[str, str]],
) -> None:
    """Those that change what others look at come last."""
    github, numbers, tokens = furnished
    last = ("issues/delete-comment", "issues/remove-label", "issues/set-labels", "pulls/merge")
    for name in (*(each for each in CALLS if each not in last), *last):
        who, method, path, body = CALLS[name]
        if isinstance(body, dict):
            body = {key: value.format(**numbers) if isinstance(value, str) else value for key, value in body.items()}
        answer = httpx.request(
            method,
            f"{github.api_url}{path.format(**numbers)}",
            json=body,
            headers={"authorization": f"Bearer {tokens[who]}", "accept": "application/vnd.github+json"},
        )
        assert answer.is_success, f"{name}: {answer.status_code} {answer.text}"


def test_no_operation_is_used_without_a_contract_test() -> None:
    assert set(CALLS) == set(OPERATIONS)


def test_the_list_of_operations_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == document(), "run `make github-contract`"
    assert set(OUR_MUTATIONS) <= set(GRAPHQL_FIELDS["Mutation"])
    assert set(OUR_WEBHOOKS) == {webhook.split("$")[0] for webhook in WEBHOOKS} - {"installation", "ping"}


def test_an_operation_that_is_not_on_the_list_is_a_violation(tmp_path: Path) -> None:
    github = GitHubSimulator(tmp_path)
    github.start()
    try:
        github.add_repository(github.add_user("ada"))
        answer = httpx.get(f"{github.api_url}{REPOSITORY}/labels", headers={"user-agent": "shopfloor/1"})
    finally:
        github.stop()
    assert answer.status_code == 500
    with pytest.raises(AssertionError, match="not among the operations"):
        github.check()
