from typing import Any

import pytest

from shopfloor.domain.agent_updates import AgentUpdate, TextChunk, UsageUpdate
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.work_order import Usage, UsageSource
from shopfloor.errors import TurnCostLimitReached, TurnTokenLimitReached
from shopfloor.workflow_engine.turn_meter import TurnMeter

AGENT, ESTIMATED = UsageSource.AGENT, UsageSource.ESTIMATED


async def metered(*updates: AgentUpdate, **limits: Any) -> TurnMeter:
    seen: list[AgentUpdate] = []

    async def see(update: AgentUpdate) -> None:
        seen.append(update)

    meter = TurnMeter(TurnLimits(**limits), see)
    for update in updates:
        await meter.take(update)
    assert seen == list(updates)
    return meter


async def test_nothing_told_is_nothing_known() -> None:
    meter = await metered(TextChunk("message", "Hi"))
    assert meter.used() == Usage()


async def test_a_full_context_is_an_estimate_and_not_added_up() -> None:
    meter = await metered(UsageUpdate(Usage(), 900, 1000), UsageUpdate(Usage(), 400, 1000))
    assert meter.used() == Usage(total_tokens=900, source=ESTIMATED)


async def test_what_the_agent_reports_at_its_end_counts_and_its_cost_is_kept() -> None:
    meter = await metered(UsageUpdate(Usage(cost_usd=0.5, source=AGENT), 900, 1000))
    assert meter.used(Usage(7, 2, 9, source=AGENT)) == Usage(7, 2, 9, 0.5, AGENT)


async def test_reports_of_the_turn_so_far_replace_each_other() -> None:
    meter = await metered(UsageUpdate(Usage(5, 1, 6, 0.1, AGENT)), UsageUpdate(Usage(9, 2, 11, source=AGENT)))
    assert meter.used() == Usage(9, 2, 11, 0.1, AGENT)


@pytest.mark.parametrize("update", [UsageUpdate(Usage(total_tokens=101)), UsageUpdate(Usage(), 101)])
async def test_more_tokens_than_allowed_end_the_turn(update: UsageUpdate) -> None:
    await metered(UsageUpdate(Usage(total_tokens=100)), max_tokens=100)
    with pytest.raises(TurnTokenLimitReached, match="101 tokens and may use 100") as caught:
        await metered(update, max_tokens=100)
    assert caught.value.hint is not None
    assert caught.value.retryable


async def test_more_money_than_allowed_ends_the_turn() -> None:
    with pytest.raises(TurnCostLimitReached, match=r"\$1\.50 and may cost \$1\.00"):
        await metered(UsageUpdate(Usage(cost_usd=1.5)), max_cost_usd=1.0)


def test_one_estimate_makes_the_sum_an_estimate_and_unknown_stays_unknown() -> None:
    known = Usage(total_tokens=5, source=AGENT)
    assert known.plus(Usage(total_tokens=1, source=ESTIMATED)) == Usage(total_tokens=6, source=ESTIMATED)
    assert known.plus(Usage()) == known
    assert Usage().plus(Usage()).cost_usd is None
