"""What it means when a repository elsewhere does not do what git asked of it: read from what both said."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import (
    BranchMoved,
    BranchProtected,
    FileTooLarge,
    ForgeCredentialRefused,
    ForgeSsoNeeded,
    HookDeclined,
    PushForbidden,
    PushRejected,
    RepositoryArchived,
    RepositoryUnreachable,
    ShopfloorError,
    WorkflowScopeMissing,
)
from shopfloor.git_operations.runner import GitResult

_PASSING = re.compile(
    r"could not resolve host|failed to connect|connection (?:refused|reset|timed out|was reset)|couldn't connect"
    r"|operation timed out|timeout was reached|rpc failed|early eof|hung up unexpectedly|unexpected disconnect"
    r"|empty reply from server|returned error: (?:429|5\d\d)|operation too slow|gnutls_handshake|ssl_error_syscall",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Refusal:
    pattern: re.Pattern[str]
    error: Callable[..., ShopfloorError]
    hint: str


def _refusal(pattern: str, error: Callable[..., ShopfloorError], hint: str) -> _Refusal:
    return _Refusal(re.compile(pattern, re.IGNORECASE), error, hint)


_REFUSALS = (
    _refusal(
        r"checked out",
        PushRejected,
        "Somebody has {branch} checked out there: switch to another branch in that checkout, then retry.",
    ),
    _refusal(
        r"fetch first|non-fast-forward|stale info",
        BranchMoved,
        "{branch} has commits there that the order does not know: move or delete that branch, then retry.",
    ),
    _refusal(
        r"without `?workflows?`? (?:scope|permission)",
        WorkflowScopeMissing,
        "Give the token the scope `workflow`, or take the changes under .github/workflows out, then retry.",
    ),
    _refusal(
        r"GH001|large files? detected|exceeds .*file size limit",
        FileTooLarge,
        "Take the file out of the branch's commits, or keep it with Git LFS, then retry.",
    ),
    _refusal(
        r"push protection|secret(?:s)? (?:detected|found)",
        HookDeclined,
        "There is a secret in the branch's commits: take it out, and make a new one.",
    ),
    _refusal(
        r"GH006|GH013|protected branch|repository rule violations",
        BranchProtected,
        "The repository's rules protect {branch}: choose another branch name, or ask for an exception.",
    ),
    _refusal(r"saml sso|single sign-on", ForgeSsoNeeded, "Authorise the token for the organisation: {url}"),
    _refusal(r"archived so (?:it )?is read-only", RepositoryArchived, "Unarchive it, or work in a fork."),
    _refusal(
        r"permission to .* denied|write access to repository not granted|returned error: 403|no anonymous write",
        PushForbidden,
        "The token's owner may not push there.",
    ),
    _refusal(
        r"invalid username or (?:token|password)|authentication failed|could not read (?:username|password)"
        r"|returned error: 401|bad credentials",
        ForgeCredentialRefused,
        "Give git a login there; for GitHub, store a token that may push: shopfloor secrets set github_token",
    ),
    _refusal(r"hook declined", HookDeclined, "The repository's own rules refuse it: see what it says."),
)


def push_failure(place: str, branch: str, reason: str, done: GitResult) -> ShopfloorError:
    """`reason` is what the other side says of the branch, if it got that far."""
    said = f"{reason}\n{done.stderr.decode('utf-8', 'replace')}"
    for refusal in _REFUSALS:
        if refusal.pattern.search(said):
            url = re.search(r"https?://\S+", said)
            hint = refusal.hint.format(branch=branch, url=url[0] if url else "see its settings")
            return refusal.error(f"The push of {branch} was rejected: {_gist(reason, done)}", hint=hint)
    if reason:
        return PushRejected(
            f"The push of {branch} was rejected: {_gist(reason, done)}", hint="The repository's own rules refuse it."
        )
    return read_failure(place, done)


def read_failure(place: str, done: GitResult) -> RepositoryUnreachable:
    """Passing where the network or the other side's health is the reason."""
    text = done.stderr.decode("utf-8", "replace")
    passes = _PASSING.search(text) is not None
    return RepositoryUnreachable(
        f"{place} cannot be read: {done.gist or f'exit code {done.exit_code}'}",
        hint="Check the address, the network and your access.",
        field="repository_url",
        category=ErrorCategory.TRANSIENT if passes else None,
    )


def _gist(reason: str, done: GitResult) -> str:
    remote = [line.removeprefix("remote:").strip() for line in done.stderr.decode("utf-8", "replace").splitlines()]
    told = [line for line in remote if line.lower().startswith("error:") or "denied" in line.lower()]
    parts = [*dict.fromkeys(part for part in (reason, *told[:3]) if part)]
    return "; ".join(parts)[:600] or done.gist
