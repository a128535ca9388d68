from datetime import timedelta
from typing import Any

from tests.support.work_orders import NOON

from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RunId
from shopfloor.domain.turn_usage import TurnUsage, UsageGroup, UsageSum
from shopfloor.domain.work_order import AgentWorkflowPhase, Usage, UsageSource
from shopfloor.state_manager.store import Store
from shopfloor.state_manager.turn_usage import UsageFilter

AGENT, ESTIMATED = UsageSource.AGENT, UsageSource.ESTIMATED


def used(order: str, turn: int = 1, *, minute: int = 0, **fields: Any) -> TurnUsage:
    values: dict[str, Any] = {
        "run_id": RunId(f"{order}-r1"),
        "turn": turn,
        "agent_work_order_id": AgentWorkOrderId(order),
        "project_id": None,
        "agent": "demo",
        "model": "large",
        "phase": AgentWorkflowPhase.PLANNING,
        "ended_at": NOON + timedelta(minutes=minute),
    }
    return TurnUsage(**{**values, **fields})


async def add(store: Store, *turns: TurnUsage) -> None:
    for turn in turns:
        await store.write(lambda tx, turn=turn: tx.turn_usage.add(turn))  # type: ignore[misc]


async def sums(store: Store, group: UsageGroup, **which: Any) -> list[UsageSum]:
    found, count = await store.read(
        lambda reader: reader.turn_usage.grouped(group, UsageFilter(**which), limit=10, offset=0)
    )
    assert count == len(found)
    return list(found)


async def test_sums_are_of_what_is_known_and_unknown_is_not_zero(store: Store) -> None:
    await add(
        store,
        used("wo-1", 1, input_tokens=2**40, output_tokens=1, total_tokens=2**40 + 1, cost_usd=0.25, source=AGENT),
        used("wo-1", 2),
        used("wo-2", 1, agent="other", model=None),
    )
    by_agent = {each.key: each for each in await sums(store, UsageGroup.AGENT)}
    assert by_agent["demo"] == UsageSum("demo", 2, 1, 1, Usage(2**40, 1, 2**40 + 1, 0.25, AGENT))
    assert by_agent["other"] == UsageSum("other", 1, 1, 1, Usage())
    assert [each.key for each in await sums(store, UsageGroup.MODEL)] == ["large", None]
    total = await store.read(lambda reader: reader.turn_usage.total(UsageFilter()))
    assert (total.turns, total.turns_without_cost, total.usage.cost_usd) == (3, 2, 0.25)


async def test_the_dearest_come_first_and_filters_hold(store: Store) -> None:
    await add(
        store,
        used("wo-1", cost_usd=0.1, source=AGENT, project_id=ProjectId("pj-1")),
        used("wo-2", minute=1, cost_usd=0.9, source=AGENT),
        used("wo-3", minute=2, total_tokens=7, source=ESTIMATED),
    )
    assert [each.key for each in await sums(store, UsageGroup.ORDER)] == ["wo-2", "wo-1", "wo-3"]
    assert [each.key for each in await sums(store, UsageGroup.ORDER, project_id="pj-1")] == ["wo-1"]
    since = NOON + timedelta(minutes=1)
    assert {each.key for each in await sums(store, UsageGroup.ORDER, since=since)} == {"wo-2", "wo-3"}
    assert [each.key for each in await sums(store, UsageGroup.ORDER, until=since)] == ["wo-1"]
    (estimated,) = await sums(store, UsageGroup.ORDER, agent_work_order_id="wo-3")
    assert estimated.usage == Usage(total_tokens=7, source=ESTIMATED)


async def test_a_turn_that_is_taken_again_is_counted_again(store: Store) -> None:
    await add(store, used("wo-1", total_tokens=5), used("wo-1", minute=1, total_tokens=6), used("wo-1", 2, minute=2))
    turns = await sums(store, UsageGroup.TURN)
    assert [each.key for each in turns] == ["wo-1-r1-t2", "wo-1-r1-t1-a2", "wo-1-r1-t1"]
    assert [each.usage.total_tokens for each in turns] == [None, 6, 5]
    assert turns[0].agent_work_order_id == "wo-1"


async def test_an_empty_floor_has_used_nothing_known(store: Store) -> None:
    assert await sums(store, UsageGroup.PROJECT) == []
    total = await store.read(lambda reader: reader.turn_usage.total(UsageFilter()))
    assert total == UsageSum(None, 0, 0, 0, Usage())


async def test_single_turns_are_told_for_figures_by_day(store: Store) -> None:
    await add(store, used("wo-a", cost_usd=0.5, total_tokens=10), used("wo-b", agent="codex", minute=5))
    told = await store.read(lambda reader: reader.turn_usage.facts(UsageFilter(since=NOON)))
    assert {(fact.agent, fact.total_tokens, fact.cost_usd, fact.ended_at) for fact in told} == {
        ("demo", 10, 0.5, NOON),
        ("codex", None, None, NOON + timedelta(minutes=5)),
    }
