"""What a benchmark hands in: a number, what it is compared with, and what it has to be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Target:
    bound: Literal["<=", ">=", "<"]
    value: float
    of: Literal["ours", "ratio"]

    def is_met_by(self, measured: float) -> bool:
        if self.bound == "<":
            return measured < self.value
        return measured <= self.value if self.bound == "<=" else measured >= self.value

    def __str__(self) -> str:
        return f"{self.bound} {self.value:g}{'x' if self.of == 'ratio' else ''}"


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    ours: float
    unit: str
    floor: float | None = None
    """What the shell script needs, or for the second of two runs what the first one needed."""
    target: Target | None = None
    spread: str = ""

    @property
    def ratio(self) -> float | None:
        return self.ours / self.floor if self.floor else None

    @property
    def is_ok(self) -> bool | None:
        """None where there is nothing to keep to."""
        if self.target is None:
            return None
        measured = self.ours if self.target.of == "ours" else self.ratio
        return measured is not None and self.target.is_met_by(measured)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so many of them do not exceed; between two neighbours, in proportion."""
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def median(values: Sequence[float]) -> float:
    return percentile(values, 0.5)


def spread_of(values: Sequence[float]) -> str:
    low, high = percentile(values, 0.1), percentile(values, 0.9)
    return f"p10 {_short(low)}, p90 {_short(high)}, n {len(values)}"


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"
