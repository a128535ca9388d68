import time

import httpx
import pytest

from shopfloor.errors import ForgeRateLimited
from shopfloor.github_integration.hosts import GitHubHost, GitHubHosts
from shopfloor.github_integration.refusals import refusal_in

HOST = GitHubHost("github.com")


def refusal(status: int, message: str, *, has_token: bool = True, **headers: str) -> str:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    response = httpx.Response(status, headers=sent, json={"message": message})
    return refusal_in(HOST, response, has_token=has_token).code


@pytest.mark.parametrize(
    ("code", "status", "message", "headers"),
    [
        ("bad_credentials", 401, "Bad credentials", {}),
        ("forge_rate_limited", 403, "You have exceeded a secondary rate limit.", {}),
        ("forge_rate_limited", 403, "Slow down", {"retry_after": "7"}),
        ("forge_rate_limited", 429, "Too many", {}),
        (
            "forge_rate_limited",
            403,
            "API rate limit exceeded for user ID 1.",
            {"x_ratelimit_remaining": "0", "x_ratelimit_reset": "4102444800"},
        ),
        ("sso_required", 403, "SAML", {"x_github_sso": "required; url=https://github.com/orgs/o/sso?x=1"}),
        ("repository_archived", 403, "Repository was archived so is read-only.", {}),
        ("missing_scope", 403, "Resource not accessible by personal access token", {}),
        ("missing_scope", 403, "Must have admin rights to Repository.", {}),
        ("forge_refused", 403, "Something else", {}),
        ("not_found_or_no_access", 404, "Not Found", {}),
        ("not_found_or_no_access", 410, "Issues are disabled for this repo", {}),
        ("forge_refused", 422, "Validation Failed", {}),
        ("forge_unavailable", 502, "Bad gateway", {}),
    ],
)
def test_a_status_and_its_words_become_one_reason(
    code: str, status: int, message: str, headers: dict[str, str]
) -> None:
    assert refusal(status, message, has_token=True, **headers) == code


def test_a_stranger_is_asked_for_a_token() -> None:
    assert refusal(401, "Requires authentication", has_token=False) == "credential_missing"


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/repos/ada/app", "repository ada/app"),
        ("/repos/ada/app/issues/7", "issue #7 in ada/app"),
        ("/repos/ada/app/pulls/7", "pull request #7 in ada/app"),
        ("/repos/ada/app/pulls/7/requested_reviewers", "such thing"),
    ],
)
def test_what_is_not_there_is_named(path: str, what: str) -> None:
    answer, asked = httpx.Response(404, json={"message": "Not Found"}), f"{HOST.api_url}{path}"
    error = refusal_in(HOST, answer, has_token=True, asked=asked)
    assert error.message == f"github.com has no {what}, or the token may not see it."


def test_the_token_that_is_wanted_is_called_by_its_name() -> None:
    other = GitHubHosts(["github.com", "github.example.com:8443"]).all[1]
    error = refusal_in(other, httpx.Response(401, json={"message": "Who?"}), has_token=False)
    assert error.hint == "Set one: shopfloor secrets set github_token.github.example.com_8443"


def test_a_limit_says_until_when() -> None:
    headers = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(time.time()) + 600)}
    response = httpx.Response(403, headers=headers, json={"message": "API rate limit exceeded"})
    error = refusal_in(HOST, response, has_token=True)
    assert isinstance(error, ForgeRateLimited)
    assert error.retry_after_seconds is not None
    assert 500 < error.retry_after_seconds <= 600


def test_the_details_of_a_refusal_are_told() -> None:
    body = {"message": "Validation Failed", "errors": [{"field": "head", "code": "invalid"}, {"message": "No commits"}]}
    error = refusal_in(HOST, httpx.Response(422, json=body), has_token=True)
    assert error.message == "github.com refused: Validation Failed: head invalid; No commits"


def test_a_refusal_that_is_not_json_is_told_too() -> None:
    assert "503" in refusal_in(HOST, httpx.Response(503, content=b"<html>"), has_token=True).message
