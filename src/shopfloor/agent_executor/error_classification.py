"""Gives an agent's error its name: what kind it is, whether it passes, and what a person can do about it.

By what it states, then by the protocols' own names and status codes, and by its words only where nothing else is said.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shopfloor.agent_executor.error_facts import ErrorFacts
from shopfloor.agent_executor.error_vocabulary import (
    HINTS,
    KINDS,
    MEANT_BY,
    STATUSES,
    UNSPECIFIC,
    WORDS,
    ErrorType,
)
from shopfloor.errors import (
    AgentError,
    AgentNotSignedIn,
    AgentOutOfCredit,
    AgentOutOfDisk,
    AgentReportedError,
    ModelRequestRefused,
    ModelUnavailable,
)

_SHOWN_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """What one agent's errors are like."""

    display_name: str = "The agent"
    login_hint: str | None = None
    errors_told_as_answers: tuple[str, ...] = ()
    """Patterns, for an agent that ends its turn as if all were well and tells of the error as its answer."""
    trouble_key: str | None = None
    """Where in the `_meta` of its updates such an agent notes the error: it has `threadStatus` and `error` there."""
    retries_silently: bool = False
    """True for one that tries again without end and without a word when its model's server fails."""


_PATTERNS = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in WORDS)
_IN_A_CRASH = (AgentOutOfDisk, AgentOutOfCredit, AgentNotSignedIn)
"""What the last words of a program that died may be trusted to say. The rest may be about anything."""


def classify(facts: ErrorFacts, profile: ErrorProfile) -> AgentError:
    message = facts.text[:_SHOWN_CHARACTERS]
    if facts.category is not None:
        return AgentReportedError(
            message,
            category=facts.category,
            hint=profile.login_hint if facts.category.value == "user-action" else None,
            retry_after_seconds=facts.retry_after_seconds,
        )
    return error_of(type_of(facts) or AgentReportedError, message, profile, facts.retry_after_seconds)


def type_of(facts: ErrorFacts) -> ErrorType | None:
    return _by_kind(facts.kinds) or _by_status(facts) or _by_words(facts.text) or _unspecific(facts.kinds)


def crash_type(stderr_tail: str) -> ErrorType | None:
    last_lines = "\n".join(stderr_tail.strip().splitlines()[-5:])
    return _by_words(last_lines, among=_IN_A_CRASH)


def error_of(
    kind: ErrorType, message: str, profile: ErrorProfile, retry_after_seconds: float | None = None
) -> AgentError:
    hint = hint_for(kind, profile)
    if issubclass(kind, AgentReportedError):
        return kind(message, hint=hint, retry_after_seconds=retry_after_seconds)
    if issubclass(kind, AgentNotSignedIn):
        return kind(f"{profile.display_name} is not signed in: {message}", hint=hint)
    return kind(message, hint=hint)


def hint_for(kind: ErrorType, profile: ErrorProfile) -> str | None:
    if kind is AgentNotSignedIn:
        return profile.login_hint or "Sign the agent in, or put its key into the secrets. Then retry."
    return HINTS.get(kind)


def _by_kind(kinds: frozenset[str]) -> ErrorType | None:
    return next((kind for kind, names in KINDS.items() if names & kinds), None)


def _unspecific(kinds: frozenset[str]) -> ErrorType | None:
    return ModelRequestRefused if kinds & UNSPECIFIC else None


def _by_status(facts: ErrorFacts) -> ErrorType | None:
    """Some status codes have several meanings: then the words decide between them."""
    status = facts.http_status
    if status is None:
        return None
    if status in (400, 403, 404, 429) and (by_words := _by_words(facts.text, among=MEANT_BY.get(status, ()))):
        return by_words
    if status >= 500:
        return ModelUnavailable
    return STATUSES.get(status, ModelRequestRefused)


def _by_words(text: str, *, among: Iterable[ErrorType] | None = None) -> ErrorType | None:
    wanted = None if among is None else set(among)
    return next(
        (kind for kind, pattern in _PATTERNS if (wanted is None or kind in wanted) and pattern.search(text)), None
    )
