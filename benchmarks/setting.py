"""Where a benchmark runs and how long it may take."""

import sys
from dataclasses import dataclass
from pathlib import Path

SMALL_REPOSITORY = 10
AT_A_TIME = 8


@dataclass(frozen=True, slots=True)
class Setting:
    folder: Path
    quick: bool

    def choose(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    def say(self, text: str) -> None:
        print(f"  {text}", file=sys.stderr, flush=True)


def three_phases(number: int) -> str:
    """One tiny file for each phase, written at once."""
    return (
        f"Bench order {number}\n"
        f"demo(plan): write planning/{number}.md plan of {number}\n"
        f"demo: write implementing/{number}.md build of {number}\n"
        f"demo(test): write testing/{number}.md test of {number}\n"
    )
