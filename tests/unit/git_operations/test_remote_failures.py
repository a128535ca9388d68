import pytest

from shopfloor.domain.work_order import ErrorCategory
from shopfloor.git_operations.remote_failures import push_failure, read_failure
from shopfloor.git_operations.runner import GitResult

SIZE = "remote: error: File big.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB"


def failed(stderr: str) -> GitResult:
    return GitResult(1, b"", stderr.encode())


@pytest.mark.parametrize(
    ("code", "reason", "stderr"),
    [
        ("branch_moved", "[rejected] (fetch first)", "error: failed to push some refs"),
        ("branch_moved", "[rejected] (non-fast-forward)", ""),
        ("branch_protected", "[remote rejected] (protected branch hook declined)", "remote: error: GH006: Protected"),
        ("branch_protected", "[remote rejected] (push declined due to repository rule violations)", "remote: GH013"),
        ("file_too_large", "[remote rejected] (pre-receive hook declined)", SIZE),
        (
            "workflow_scope_missing",
            "[remote rejected] (refusing to allow a Personal Access Token to create or update workflow"
            " `.github/workflows/ci.yml` without `workflow` scope)",
            "",
        ),
        ("hook_declined", "[remote rejected] (pre-receive hook declined)", "remote: no thanks"),
        ("hook_declined", "[remote rejected] (push declined)", "remote: - GITHUB PUSH PROTECTION"),
        ("push_rejected", "[remote rejected] (something new)", ""),
        ("push_forbidden", "", "remote: Permission to a/b.git denied to ada.\nfatal: returned error: 403"),
        ("repository_archived", "", "remote: This repository was archived so it is read-only.\nerror: 403"),
        ("sso_required", "", "remote: The `o' organization has enabled or enforced SAML SSO. visit https://x/sso"),
        ("bad_credentials", "", "remote: Invalid username or token.\nfatal: Authentication failed for 'https://x/'"),
        ("bad_credentials", "", "fatal: could not read Username for 'https://x': terminal prompts disabled"),
        ("repository_unreachable", "", "fatal: unable to access 'https://x/': Could not resolve host: x"),
    ],
)
def test_every_refusal_of_a_push_has_its_name(code: str, reason: str, stderr: str) -> None:
    error = push_failure("https://x/a/b", "feat", reason, failed(stderr))
    assert error.code == code
    assert error.hint


@pytest.mark.parametrize(
    ("stderr", "passes"),
    [
        ("fatal: unable to access 'https://x/': Could not resolve host: x", True),
        ("error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502", True),
        ("fatal: the remote end hung up unexpectedly", True),
        ("fatal: unable to access 'https://x/': Failed to connect to x port 443: Connection refused", True),
        ("remote: Repository not found.\nfatal: repository 'https://x/a/b/' not found", False),
        ("fatal: Authentication failed for 'https://x/a/b/'", False),
    ],
)
def test_what_passes_is_told_from_what_stays(stderr: str, passes: bool) -> None:
    error = read_failure("https://x/a/b", failed(stderr))
    assert (error.category is ErrorCategory.TRANSIENT) is passes
