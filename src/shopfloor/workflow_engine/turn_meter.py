"""What a turn uses while it runs, held against its limits."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from shopfloor.domain.agent_updates import AgentUpdate, UsageUpdate
from shopfloor.domain.turn_limits import NO_LIMITS, TurnLimits
from shopfloor.domain.work_order import Usage, UsageSource
from shopfloor.errors import TurnCostLimitReached, TurnTokenLimitReached

_GO_ON = "or make the task smaller. Then retry: it goes on with the work so far."


class Tally:
    """What an agent has reported of a turn, put together."""

    def __init__(self) -> None:
        self._reported = Usage()
        self._largest_context: int | None = None

    def note(self, update: UsageUpdate) -> None:
        self._reported = _newer(self._reported, update.usage)
        if update.context_tokens is not None:
            self._largest_context = max(self._largest_context or 0, update.context_tokens)

    def used(self, at_its_end: Usage | None = None) -> Usage:
        """One that tells only how full its context is has used at least that."""
        reported = _newer(self._reported, at_its_end) if at_its_end is not None else self._reported
        if reported.tokens is None and self._largest_context is not None:
            return replace(reported, total_tokens=self._largest_context, source=UsageSource.ESTIMATED)
        return reported


class TurnMeter:
    """Hands updates on, and raises as soon as one of them tells that a limit is passed: that ends the turn."""

    def __init__(self, limits: TurnLimits | None, hand_on: Callable[[AgentUpdate], Awaitable[None]]) -> None:
        self._limits = limits or NO_LIMITS
        self._hand_on = hand_on
        self._tally = Tally()

    async def take(self, update: AgentUpdate) -> None:
        await self._hand_on(update)
        if isinstance(update, UsageUpdate):
            self._tally.note(update)
            self._check(self.used())

    def used(self, at_its_end: Usage | None = None) -> Usage:
        return self._tally.used(at_its_end)

    def _check(self, usage: Usage) -> None:
        limits, tokens = self._limits, usage.tokens
        if limits.max_tokens is not None and tokens is not None and tokens > limits.max_tokens:
            raise TurnTokenLimitReached(
                f"The turn has used {tokens:,} tokens and may use {limits.max_tokens:,}, so it was ended.",
                hint=f"Raise max_tokens (`shopfloor edit ID --max-tokens NUMBER`) {_GO_ON}",
            )
        if limits.max_cost_usd is not None and usage.cost_usd is not None and usage.cost_usd > limits.max_cost_usd:
            raise TurnCostLimitReached(
                f"The turn has cost ${usage.cost_usd:.2f} and may cost ${limits.max_cost_usd:.2f}, so it was ended.",
                hint=f"Raise max_cost_usd (`shopfloor edit ID --max-cost DOLLARS`) {_GO_ON}",
            )


def _newer(before: Usage, now: Usage) -> Usage:
    """Reports are of the turn so far: a later one takes the place of an earlier, where it says something."""
    return Usage(
        now.input_tokens if now.input_tokens is not None else before.input_tokens,
        now.output_tokens if now.output_tokens is not None else before.output_tokens,
        now.total_tokens if now.total_tokens is not None else before.total_tokens,
        now.cost_usd if now.cost_usd is not None else before.cost_usd,
        now.source or before.source,
    )
