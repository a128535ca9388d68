"""Saying how an agent ended, so that a person knows what to do."""

import signal

from shopfloor.errors import AgentCrashed

_SHOWN_CHARACTERS = 2000


def ended_error(exit_code: int, stderr_tail: str) -> AgentCrashed:
    message = f"The agent {_how(exit_code)} without answering.{shown_stderr(stderr_tail)}"
    return AgentCrashed(message, exit_code=exit_code, stderr_tail=stderr_tail)


def silent_error(stderr_tail: str) -> AgentCrashed:
    message = f"The agent closed its output without answering, and runs on.{shown_stderr(stderr_tail)}"
    return AgentCrashed(message, stderr_tail=stderr_tail)


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
