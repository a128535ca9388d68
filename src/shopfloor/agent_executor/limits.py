"""How long an agent may take, and how much it may say out of turn."""

from dataclasses import dataclass, replace
from typing import Self

from shopfloor.domain.turn_limits import TurnLimits


@dataclass(frozen=True, slots=True)
class AgentLimits:
    start_seconds: float = 60.0
    """From the start of the program to its answer to `initialize`, and again for its session."""
    turn_seconds: float = 3600.0
    turn_idle_seconds: float = 600.0
    """Silence within a turn. Time in which we do not listen, or a permission is open, is not silence."""
    permission_seconds: float = 600.0
    cancel_seconds: float = 1.0
    """How long a cancelled turn may take to end before the agent is ended."""
    close_grace_seconds: float = 0.2
    line_bytes: int = 16 * 1024 * 1024
    turn_output_bytes: int = 512 * 1024 * 1024
    """All that is said in one turn. It is kept, so an agent that talks without end would fill the disk."""
    noise_lines: int = 1000
    """Lines that are not the protocol's. Some programs print a banner; one that prints on and on is broken."""
    open_requests: int = 64
    """Requests of the agent that wait for our answer at the same time."""

    def with_turn_limits(self, limits: TurnLimits | None) -> Self:
        """What an order says of its turns comes before what the floor says."""
        if limits is None:
            return self
        return replace(
            self,
            turn_seconds=limits.turn_seconds or self.turn_seconds,
            turn_idle_seconds=limits.idle_seconds or self.turn_idle_seconds,
        )
