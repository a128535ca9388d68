"""What GitHub's refusals mean. One status stands for many reasons; its headers and words tell which."""

import re
import time
from datetime import UTC, datetime
from typing import Any

import httpx

from shopfloor.errors import (
    ForgeCredentialMissing,
    ForgeCredentialRefused,
    ForgeError,
    ForgeNotFound,
    ForgeRateLimited,
    ForgeRefused,
    ForgeScopeMissing,
    ForgeSsoNeeded,
    ForgeUnavailable,
    RepositoryArchived,
)
from shopfloor.github_integration.hosts import GitHubHost

_SECONDARY_SECONDS = 60.0
"""GitHub's own advice where it names no time."""
_SERVER_ERROR = 500
_NO_RIGHT = re.compile(r"not accessible by|must have|requires? .*(scope|permission|access)|not allowed|denied", re.I)


_ASKED = re.compile(r"/repos/(?P<repository>[^/?]+/[^/?]+)(?:/(?P<kind>issues|pulls)/(?P<number>\d+))?/?$")
_KINDS = {None: "repository {0}", "issues": "issue #{1} in {0}", "pulls": "pull request #{1} in {0}"}


def token_hint(host: GitHubHost) -> str:
    return f"Set one: shopfloor secrets set {host.secret_name}"


def refusal_in(host: GitHubHost, response: httpx.Response, *, has_token: bool, asked: str = "") -> ForgeError:
    """`asked` is the address that was asked."""
    status, message = response.status_code, _message(response)
    if status >= _SERVER_ERROR:
        return ForgeUnavailable(f"{host.name} failed with {status}: {message}", hint="It usually passes.")
    if status == httpx.codes.UNAUTHORIZED:
        return _unauthorized(host, message, has_token=has_token)
    if status in {httpx.codes.FORBIDDEN, httpx.codes.TOO_MANY_REQUESTS}:
        return _forbidden(host, response, message)
    if status in {httpx.codes.NOT_FOUND, httpx.codes.GONE}:
        return _not_found(host, response, message, asked, has_token=has_token)
    return ForgeRefused(f"{host.name} refused: {message}", details=_details(response))


def _unauthorized(host: GitHubHost, message: str, *, has_token: bool) -> ForgeError:
    if has_token:
        return ForgeCredentialRefused(
            f"{host.name} does not accept the token: {message}. It may have expired or been revoked.",
            hint=f"Set a new one: shopfloor secrets set {host.secret_name}",
        )
    return ForgeCredentialMissing(f"{host.name} wants to know who asks: {message}", hint=token_hint(host))


def _forbidden(host: GitHubHost, response: httpx.Response, message: str) -> ForgeError:
    headers = response.headers
    if limited := _rate_limit(host, response, message):
        return limited
    if sso := re.search(r"required; url=(\S+)", headers.get("x-github-sso", "")):
        return ForgeSsoNeeded(
            "The organisation wants the token to be authorised for single sign-on.", hint=f"Do so at {sso[1]}"
        )
    if "archived" in message.lower():
        return RepositoryArchived(f"{host.name} says: {message}", hint="Unarchive it, or work in a fork.")
    if _NO_RIGHT.search(message):
        return ForgeScopeMissing(f"The token may not do this: {message}", hint=_scope_hint(response))
    return ForgeRefused(f"{host.name} refused: {message}", details=_details(response))


def _rate_limit(host: GitHubHost, response: httpx.Response, message: str) -> ForgeRateLimited | None:
    headers = response.headers
    after = headers.get("retry-after", "")
    if after.isdigit() or "secondary rate limit" in message.lower():
        return _limited(host, float(after) if after.isdigit() else _SECONDARY_SECONDS)
    is_used_up = headers.get("x-ratelimit-remaining") == "0" and headers.get("x-ratelimit-reset", "").isdigit()
    if is_used_up and ("rate limit" in message.lower() or response.status_code == httpx.codes.TOO_MANY_REQUESTS):
        return _limited(host, max(1.0, float(headers["x-ratelimit-reset"]) - time.time()))
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return _limited(host, _SECONDARY_SECONDS)
    return None


def _limited(host: GitHubHost, seconds: float) -> ForgeRateLimited:
    until = datetime.fromtimestamp(time.time() + seconds, UTC)
    return ForgeRateLimited(
        f"{host.name} takes no more requests from us until {until:%H:%M:%S} UTC.",
        hint="It goes on by itself then.",
        retry_after_seconds=seconds,
    )


def _not_found(
    host: GitHubHost, response: httpx.Response, message: str, asked: str, *, has_token: bool
) -> ForgeNotFound:
    match = _ASKED.search(asked)
    what = _KINDS[match["kind"]].format(match["repository"], match["number"]) if match else "such thing"
    if not has_token:
        return ForgeNotFound(f"{host.name} has no {what}, or does not show it to strangers.", hint=token_hint(host))
    scopes = response.headers.get("x-oauth-scopes")
    hint = "Check the name, and that the token's owner has access to it."
    if scopes is not None and "repo" not in _names(scopes):
        hint = f"The token has the scopes [{scopes}]; private repositories need `repo`."
    said = "" if message in {"", "Not Found"} else f" ({message})"
    return ForgeNotFound(f"{host.name} has no {what}, or the token may not see it{said}.", hint=hint)


def _scope_hint(response: httpx.Response) -> str:
    wanted, held = response.headers.get("x-accepted-oauth-scopes"), response.headers.get("x-oauth-scopes")
    if held is not None and wanted and not set(_names(wanted)) & set(_names(held)):
        return f"It has the scopes [{held}] and needs one of [{wanted}]."
    needed = response.headers.get("x-accepted-github-permissions")
    return f"It needs: {needed}" if needed else "Give the token, or its owner, write access to the repository."


def _names(scopes: str) -> list[str]:
    return [name.strip() for name in scopes.split(",") if name.strip()]


def _body(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _message(response: httpx.Response) -> str:
    body = _body(response)
    said = str(body.get("message") or response.reason_phrase)
    details = "; ".join(_details(response))
    return f"{said}: {details}" if details else said


def _details(response: httpx.Response) -> tuple[str, ...]:
    errors = _body(response).get("errors")
    return tuple(_detail(error) for error in errors) if isinstance(errors, list) else ()


def _detail(error: object) -> str:
    if not isinstance(error, dict):
        return str(error)
    if error.get("message"):
        return str(error["message"])
    return " ".join(str(error[part]) for part in ("field", "code") if error.get(part))
