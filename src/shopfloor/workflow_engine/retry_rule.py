"""When a turn that failed for a passing reason is tried again."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ShopfloorError

_LONGEST_DELAY_SECONDS = 60.0
_LONGEST_ASKED_SECONDS = 900.0
"""A server that wants to be left alone for longer is not waited for: a person decides."""


@dataclass(frozen=True, slots=True)
class RetryRule:
    """Each wait is twice the one before, less up to a half by chance: orders that failed together come back apart."""

    attempts: int
    delay_seconds: float
    chance: Callable[[], float] = random.random

    def delay_after(self, attempt: int, error: ShopfloorError) -> float | None:
        """Seconds until the next attempt; None where there is none."""
        if error.category is not ErrorCategory.TRANSIENT or attempt >= self.attempts:
            return None
        asked = error.retry_after_seconds
        if asked is not None and asked > _LONGEST_ASKED_SECONDS:
            return None
        backoff = min(self.delay_seconds * 2.0 ** (attempt - 1), _LONGEST_DELAY_SECONDS)
        jitter: float = backoff / 2 * self.chance()
        return backoff - jitter if asked is None else asked + jitter
