from datetime import UTC, date, datetime, timedelta
from typing import Any

from shopfloor.domain.floor_figures import (
    OrderFact,
    Outcome,
    SpentFact,
    failures_of,
    figures_by_agent,
    figures_by_day,
    figures_of,
    spent_by_day,
)
from shopfloor.domain.ids import new_agent_work_order_id
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.work_order import AgentWorkOrderStatus

NIGHT = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
Status = AgentWorkOrderStatus


def fact(status: AgentWorkOrderStatus = Status.COMPLETED, *, seconds: int = 60, **fields: Any) -> OrderFact:
    values: dict[str, Any] = {
        "created_at": NIGHT,
        "agent": "demo",
        "execution_started_at": NIGHT,
        "execution_completed_at": NIGHT + timedelta(seconds=seconds),
    }
    return OrderFact(new_agent_work_order_id(), status=status, **{**values, **fields})


def test_orders_are_counted_by_what_came_of_them() -> None:
    figures = figures_of(
        [
            fact(pull_request_state=PullRequestStanding.MERGED, seconds=10),
            fact(pull_request_state=PullRequestStanding.DRAFT, seconds=20),
            fact(seconds=90),
            fact(Status.FAILED),
            fact(Status.CANCELLED),
            fact(Status.PAUSED),
            fact(Status.RUNNING, execution_completed_at=None),
        ]
    )
    assert figures.filed == 7
    assert figures.outcomes == {
        Outcome.MERGED: 1,
        Outcome.COMPLETED: 2,
        Outcome.OPEN: 2,
        Outcome.CANCELLED: 1,
        Outcome.FAILED: 1,
    }
    assert (figures.success_rate, figures.median_seconds) == (0.75, 20)


def test_of_nothing_nothing_is_said() -> None:
    figures = figures_of([])
    assert (figures.filed, figures.success_rate, figures.median_seconds) == (0, None, None)
    assert figures_of([fact(Status.CANCELLED)]).success_rate is None


def test_a_day_is_where_the_person_lives_and_none_is_left_out() -> None:
    since, until = NIGHT - timedelta(days=2), NIGHT + timedelta(hours=1)
    here = figures_by_day([fact()], since, until, 0)
    assert [(day.day, figures.filed) for day, figures in here.items()] == [(27, 0), (28, 0), (1, 1), (2, 0)]
    east = figures_by_day([fact()], since, until, 120)
    assert [(day.day, figures.filed) for day, figures in east.items()] == [(28, 0), (1, 0), (2, 1)]


def test_agents_the_busiest_first_and_why_orders_fail() -> None:
    facts = [
        fact(agent="codex"),
        fact(Status.FAILED, error_code="agent_crashed"),
        fact(Status.FAILED, error_code="turn_limit"),
        fact(Status.FAILED, error_code="agent_crashed"),
        fact(error_code="agent_crashed"),
    ]
    assert [(agent, figures.filed) for agent, figures in figures_by_agent(facts).items()] == [("demo", 4), ("codex", 1)]
    assert failures_of(facts) == [("agent_crashed", 2), ("turn_limit", 1)]


def test_what_is_unknown_is_not_zero() -> None:
    spent = spent_by_day(
        [
            SpentFact(NIGHT, "demo", 5, None),
            SpentFact(NIGHT, "demo", None, None),
            SpentFact(NIGHT, "codex", None, 0.5),
            SpentFact(NIGHT, "codex", None, 0.25),
        ],
        60,
    )
    assert [(each.day, each.agent, each.turns, each.total_tokens, each.cost_usd) for each in spent] == [
        (date(2026, 3, 2), "codex", 2, None, 0.75),
        (date(2026, 3, 2), "demo", 2, 5, None),
    ]
