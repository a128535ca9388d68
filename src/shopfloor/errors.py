"""One tree of errors. Every error has a category, a stable code and says what to do.

ShopfloorError
├── InvalidInput            422  the request is wrong: names the field
├── NotFound                404
├── WrongMove               409  not in this state: says why
│   ├── AgentGenerating     not while the agent works on a turn
│   ├── ConfigurationChanged       somebody else was faster: says what differs
│   ├── PromptAlreadySent   409  too late to change it
│   ├── PermissionAlreadyAnswered  409
│   └── PermissionUnanswered       pauses an order until somebody has time to answer
├── AccessDenied            401/403
├── RepositoryError         the repository cannot be used as asked
│   ├── RepositoryUrlRefused   422
│   ├── RepositoryUnreachable
│   └── RepositoryNotReady     detached HEAD, unknown base branch
├── GitError                a git command of ours failed
│   ├── GitOutOfDisk
│   ├── PushRejected        BranchMoved, BranchProtected, FileTooLarge, WorkflowScopeMissing, HookDeclined,
│   │                       PushForbidden
│   ├── MergeConflict       409
│   └── MergeRefused        409  says the command to run instead
├── ProcessError            a program could not be started or ended
│   └── ProgramNotFound     422  not installed, not on PATH
├── SandboxError            the sandbox could not be made or used
│   └── SetupScriptFailed
├── CommandFileInvalid      a .claude/commands file is wrong
├── ForgeError              the forge did not do it
│   ├── ForgeCredentialMissing, ForgeCredentialRefused, ForgeScopeMissing, ForgeSsoNeeded
│   ├── ForgeNotFound       or we may not see it: forges do not tell
│   ├── ForgeRefused        409  says why
│   ├── RepositoryArchived  409
│   └── ForgeRateLimited, ForgeUnavailable, ForgeUnreachable   these pass
├── VaultError              the stored secrets cannot be opened
│   └── SecretMissing       422  a project refers to one that it does not have
├── StateError              the database refused or failed
│   └── DatabaseUnavailable 503  it may work again in a moment
├── SlowSubscriber          a live reader fell too far behind: it reconnects
├── OutOfDisk               507  no room, or the user's quota is used up
└── AgentError              the agent could not answer
    ├── AgentNotAvailable   not installed
    │   └── AgentNotSignedIn
    ├── AgentStartFailed
    ├── ChoiceNotOffered    422  ModelNotOffered, ModeNotOffered, EffortNotOffered
    ├── AgentCrashed        it died
    │   ├── AgentGaveNoAnswer  it ended as if all were well, or answered nothing
    │   └── AgentOutOfDisk
    ├── AgentTimedOut       it hung
    │   └── TurnTimeLimitReached, TurnIdleLimitReached
    ├── TurnTokenLimitReached, TurnCostLimitReached
    ├── AgentProtocolError  it spoke nonsense
    │   └── AgentFlooded    it said more than anybody can read
    └── AgentReportedError  its own error, with the category it belongs to
        ├── AgentOutOfCredit
        ├── AgentRefused
        ├── RateLimited, ModelUnavailable, ModelUnreachable   these pass
        ├── ModelNotFound
        ├── ModelRequestRefused
        └── ContextTooLong
"""

import errno
from typing import ClassVar

from shopfloor.domain.configuration import Difference
from shopfloor.domain.work_order import ErrorCategory, WorkOrderError

MAKE_ROOM = "Make room on the disk that holds SHOPFLOOR_HOME, then retry."


class ShopfloorError(Exception):
    """Base of all errors a user may see."""

    code: ClassVar[str] = "internal_error"
    category: ErrorCategory = ErrorCategory.FATAL
    status: ClassVar[int] = 500
    retry_after_seconds: float | None = None
    """How long whoever refused asks to be left alone."""

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        category: ErrorCategory | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.field = field
        if category is not None:
            self.category = category

    @property
    def retryable(self) -> bool:
        return self.category is not ErrorCategory.FATAL

    def as_work_order_error(self) -> WorkOrderError:
        return WorkOrderError(self.category, self.code, self.message, self.retryable, self.hint)


class InvalidInput(ShopfloorError):
    code, category, status = "invalid_input", ErrorCategory.USER_ACTION, 422


class NotFound(ShopfloorError):
    code, category, status = "not_found", ErrorCategory.USER_ACTION, 404


class WrongMove(ShopfloorError):
    code, category, status = "wrong_move", ErrorCategory.USER_ACTION, 409


class AgentGenerating(WrongMove):
    code = "agent_generating"


class ConfigurationChanged(WrongMove):
    """Asked for on the ground of a version that is not the newest any more."""

    code = "configuration_changed"

    def __init__(self, message: str, *, current_version: int, differences: tuple[Difference, ...], hint: str) -> None:
        super().__init__(message, hint=hint)
        self.current_version = current_version
        self.differences = differences


class FileChanged(WrongMove):
    code, status = "file_changed", 412


class FileRefused(ShopfloorError):
    """A file that people do not get to see here: keys and the like."""

    code, category, status = "file_refused", ErrorCategory.USER_ACTION, 403


class ContentTooLarge(ShopfloorError):
    code, category, status = "content_too_large", ErrorCategory.USER_ACTION, 413


class PromptAlreadySent(WrongMove):
    code = "prompt_already_sent"


class PermissionAlreadyAnswered(WrongMove):
    code = "permission_already_answered"


class PermissionUnanswered(WrongMove):
    code = "permission_unanswered"


class AccessDenied(ShopfloorError):
    code, category, status = "access_denied", ErrorCategory.USER_ACTION, 403


class RepositoryError(ShopfloorError):
    code, category, status = "repository_error", ErrorCategory.USER_ACTION, 422


class RepositoryUrlRefused(RepositoryError):
    code = "repository_url_refused"


class RepositoryUnreachable(RepositoryError):
    code, category = "repository_unreachable", ErrorCategory.PERSISTENT


class RepositoryNotReady(RepositoryError):
    code, status = "repository_not_ready", 409


class OutOfDisk(ShopfloorError):
    code, category, status = "out_of_disk", ErrorCategory.USER_ACTION, 507


class GitError(ShopfloorError):
    code, category = "git_command_failed", ErrorCategory.PERSISTENT


class GitOutOfDisk(GitError, OutOfDisk):
    code, category, status = "out_of_disk", ErrorCategory.USER_ACTION, 507


class PushRejected(GitError):
    code, status = "push_rejected", 409


class BranchMoved(PushRejected):
    code, category = "branch_moved", ErrorCategory.USER_ACTION


class BranchProtected(PushRejected):
    code, category = "branch_protected", ErrorCategory.USER_ACTION


class FileTooLarge(PushRejected):
    code, category = "file_too_large", ErrorCategory.USER_ACTION


class WorkflowScopeMissing(PushRejected):
    code, category = "workflow_scope_missing", ErrorCategory.USER_ACTION


class HookDeclined(PushRejected):
    code, category = "hook_declined", ErrorCategory.USER_ACTION


class PushForbidden(PushRejected):
    code, category = "push_forbidden", ErrorCategory.USER_ACTION


class MergeConflict(GitError):
    code, category, status = "merge_conflict", ErrorCategory.USER_ACTION, 409

    def __init__(self, message: str, *, conflicting_files: tuple[str, ...] = (), hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.conflicting_files = conflicting_files


class MergeRefused(GitError):
    code, category, status = "merge_refused", ErrorCategory.USER_ACTION, 409


class ProcessError(ShopfloorError):
    code, category = "process_failed", ErrorCategory.PERSISTENT


class ProgramNotFound(ProcessError):
    code, category, status = "program_not_found", ErrorCategory.USER_ACTION, 422


class SandboxError(ShopfloorError):
    code, category = "sandbox_failed", ErrorCategory.PERSISTENT


class SetupScriptFailed(SandboxError):
    code, category = "setup_script_failed", ErrorCategory.USER_ACTION


class NothingToReview(ShopfloorError):
    code, category, status = "nothing_to_review", ErrorCategory.USER_ACTION, 409


class ReviewUnreadable(ShopfloorError):
    """The reviewing agent answered twice in a form that cannot be read."""

    code, category = "review_unreadable", ErrorCategory.PERSISTENT


class CommandFileInvalid(ShopfloorError):
    code, category, status = "command_file_invalid", ErrorCategory.USER_ACTION, 422


class ForgeError(ShopfloorError):
    code, category, status = "forge_failed", ErrorCategory.PERSISTENT, 502


class ForgeCredentialMissing(ForgeError):
    code, category, status = "credential_missing", ErrorCategory.USER_ACTION, 422


class ForgeCredentialRefused(ForgeError):
    code, category, status = "bad_credentials", ErrorCategory.USER_ACTION, 422


class ForgeScopeMissing(ForgeError):
    code, category, status = "missing_scope", ErrorCategory.USER_ACTION, 422


class ForgeSsoNeeded(ForgeError):
    code, category, status = "sso_required", ErrorCategory.USER_ACTION, 422


class ForgeNotFound(ForgeError):
    code, category, status = "not_found_or_no_access", ErrorCategory.USER_ACTION, 404


class ForgeRefused(ForgeError):
    code, category, status = "forge_refused", ErrorCategory.USER_ACTION, 409

    def __init__(self, message: str, *, hint: str | None = None, details: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint=hint)
        self.details = details


class RepositoryArchived(ForgeError):
    code, category, status = "repository_archived", ErrorCategory.USER_ACTION, 409


class ForgeRateLimited(ForgeError):
    code, category, status = "forge_rate_limited", ErrorCategory.TRANSIENT, 503

    def __init__(self, message: str, *, hint: str | None = None, retry_after_seconds: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_seconds = retry_after_seconds


class ForgeUnavailable(ForgeError):
    code, category = "forge_unavailable", ErrorCategory.TRANSIENT


class ForgeUnreachable(ForgeError):
    code, category = "forge_unreachable", ErrorCategory.TRANSIENT


class VaultError(ShopfloorError):
    code, category = "vault_error", ErrorCategory.USER_ACTION


class SecretMissing(VaultError):
    code, status = "secret_missing", 422


class StateError(ShopfloorError):
    code = "state_error"


class DatabaseUnavailable(StateError):
    code, category, status = "database_unavailable", ErrorCategory.TRANSIENT, 503


class SlowSubscriber(ShopfloorError):
    code, category = "slow_subscriber", ErrorCategory.TRANSIENT


class AgentError(ShopfloorError):
    code, category = "agent_failed", ErrorCategory.PERSISTENT


class AgentNotAvailable(AgentError):
    code, category, status = "agent_not_available", ErrorCategory.USER_ACTION, 422


class AgentNotSignedIn(AgentNotAvailable):
    code = "agent_not_signed_in"


class AgentStartFailed(AgentError):
    code = "agent_start_failed"


class ChoiceNotOffered(AgentError):
    code, category, status = "choice_not_offered", ErrorCategory.USER_ACTION, 422


class ModelNotOffered(ChoiceNotOffered):
    code = "model_not_offered"


class ModeNotOffered(ChoiceNotOffered):
    code = "mode_not_offered"


class EffortNotOffered(ChoiceNotOffered):
    code = "effort_not_offered"


class AgentCrashed(AgentError):
    code = "agent_crashed"

    def __init__(
        self, message: str, *, hint: str | None = None, exit_code: int | None = None, stderr_tail: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.exit_code = exit_code
        self.stderr_tail = stderr_tail


class AgentGaveNoAnswer(AgentCrashed):
    code = "agent_gave_no_answer"


class AgentOutOfDisk(AgentCrashed, OutOfDisk):
    code, category, status = "out_of_disk", ErrorCategory.USER_ACTION, 507


class AgentTimedOut(AgentError):
    code = "agent_timed_out"


class TurnTimeLimitReached(AgentTimedOut):
    code, category = "turn_time_limit_reached", ErrorCategory.USER_ACTION


class TurnIdleLimitReached(AgentTimedOut):
    code = "turn_idle_limit_reached"


class TurnTokenLimitReached(AgentError):
    code, category = "turn_token_limit_reached", ErrorCategory.USER_ACTION


class TurnCostLimitReached(AgentError):
    code, category = "turn_cost_limit_reached", ErrorCategory.USER_ACTION


class AgentProtocolError(AgentError):
    code = "agent_protocol_error"


class AgentFlooded(AgentProtocolError):
    code = "agent_flooded"


class AgentReportedError(AgentError):
    code = "agent_reported_error"

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        category: ErrorCategory | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message, hint=hint, category=category)
        self.retry_after_seconds = retry_after_seconds


class AgentOutOfCredit(AgentReportedError):
    code, category = "agent_out_of_credit", ErrorCategory.USER_ACTION


class AgentRefused(AgentReportedError):
    code, category = "agent_refused", ErrorCategory.USER_ACTION


class RateLimited(AgentReportedError):
    code, category = "rate_limited", ErrorCategory.TRANSIENT


class ModelUnavailable(AgentReportedError):
    code, category = "model_unavailable", ErrorCategory.TRANSIENT


class ModelUnreachable(AgentReportedError):
    code, category = "model_unreachable", ErrorCategory.TRANSIENT


class ModelNotFound(AgentReportedError):
    code, category = "model_not_found", ErrorCategory.USER_ACTION


class ModelRequestRefused(AgentReportedError):
    code = "model_request_refused"


class ContextTooLong(AgentReportedError):
    code, category = "context_too_long", ErrorCategory.USER_ACTION


def unexpected_error(exc: Exception) -> ShopfloorError:
    """For what no adapter has translated."""
    if isinstance(exc, OSError) and exc.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutOfDisk(f"There is no room left on the disk: {exc}.", hint=MAKE_ROOM)
    return ShopfloorError(f"{type(exc).__name__}: {exc}", category=ErrorCategory.PERSISTENT)
