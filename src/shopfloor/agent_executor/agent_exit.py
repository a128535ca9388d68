"""Saying how an agent ended, so that a person knows what to do."""

import signal

from shopfloor.agent_executor.error_classification import ErrorProfile, crash_type, error_of, hint_for
from shopfloor.agent_executor.error_vocabulary import GO_ON
from shopfloor.errors import AgentCrashed, AgentError, AgentGaveNoAnswer, AgentOutOfDisk

_SHOWN_CHARACTERS = 2000
_FILE_TOO_LARGE = -signal.SIGXFSZ
_OUT_OF_MEMORY_HINT = "Something killed it, perhaps the kernel for want of memory: `dmesg` knows. Then retry."


def ended_error(exit_code: int, stderr_tail: str, profile: ErrorProfile) -> AgentError:
    message = f"The agent {_how(exit_code)} without answering.{shown_stderr(stderr_tail)}"
    kind = AgentOutOfDisk if exit_code == _FILE_TOO_LARGE else crash_type(stderr_tail)
    if kind is not None and not issubclass(kind, AgentCrashed):
        return error_of(kind, message, profile)
    kind = kind or (AgentGaveNoAnswer if exit_code == 0 else AgentCrashed)
    hint = _OUT_OF_MEMORY_HINT if exit_code == -signal.SIGKILL else hint_for(kind, profile)
    return kind(message, hint=hint, exit_code=exit_code, stderr_tail=stderr_tail)


def silent_error(stderr_tail: str) -> AgentCrashed:
    message = f"The agent closed its output without answering, and runs on.{shown_stderr(stderr_tail)}"
    return AgentCrashed(message, hint=GO_ON, stderr_tail=stderr_tail)


def shown_stderr(stderr_tail: str) -> str:
    tail = stderr_tail.strip()
    return f" Its last words were: {tail[-_SHOWN_CHARACTERS:]}" if tail else ""


def _how(exit_code: int) -> str:
    if exit_code >= 0:
        return f"ended with exit code {exit_code}"
    try:
        return f"was ended by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"was ended by signal {-exit_code}"
