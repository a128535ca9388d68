"""How much a turn may take before it is ended."""

from collections.abc import Sequence
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """None: what the next one says, in the end no limit."""

    turn_seconds: float | None = None
    idle_seconds: float | None = None
    max_tokens: int | None = None
    max_cost_usd: float | None = None


NO_LIMITS = TurnLimits()


def merged_limits(levels: Sequence[TurnLimits | None]) -> TurnLimits | None:
    """Each limit from the first level that has one; None where none has any."""
    known = [level for level in levels if level is not None]
    merged = TurnLimits(
        **{
            field.name: next((value for level in known if (value := getattr(level, field.name)) is not None), None)
            for field in fields(TurnLimits)
        }
    )
    return None if merged == NO_LIMITS else merged
