"""What a stretch of time comes to: orders by outcome, how long they took, what was spent, by day and by agent. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from statistics import median
from typing import TypeVar

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.pull_request import PullRequestStanding
from shopfloor.domain.work_order import AgentWorkOrderStatus

_Number = TypeVar("_Number", int, float)


class Outcome(StrEnum):
    MERGED = "merged"
    COMPLETED = "completed"
    """Done, and not merged, as far as we have seen."""
    OPEN = "open"
    """Not ended yet."""
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class OrderFact:
    """What figures need of an order."""

    agent_work_order_id: AgentWorkOrderId
    created_at: datetime
    agent: str
    status: AgentWorkOrderStatus
    pull_request_state: PullRequestStanding | None = None
    execution_started_at: datetime | None = None
    execution_completed_at: datetime | None = None
    error_code: str | None = None

    @property
    def outcome(self) -> Outcome:
        if self.pull_request_state is PullRequestStanding.MERGED:
            return Outcome.MERGED
        match self.status:
            case AgentWorkOrderStatus.COMPLETED:
                return Outcome.COMPLETED
            case AgentWorkOrderStatus.FAILED:
                return Outcome.FAILED
            case AgentWorkOrderStatus.CANCELLED:
                return Outcome.CANCELLED
        return Outcome.OPEN

    @property
    def seconds(self) -> float | None:
        """How long it took to be done."""
        began, ended = self.execution_started_at, self.execution_completed_at
        if self.status is not AgentWorkOrderStatus.COMPLETED or began is None or ended is None:
            return None
        return (ended - began).total_seconds()


@dataclass(frozen=True, slots=True)
class SpentFact:
    ended_at: datetime
    agent: str
    total_tokens: int | None
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    filed: int
    outcomes: dict[Outcome, int]
    success_rate: float | None
    """Of those that succeeded or failed; None where none did."""
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class Spent:
    day: date
    agent: str
    turns: int
    total_tokens: int | None
    cost_usd: float | None


def figures_of(facts: Sequence[OrderFact]) -> Figures:
    counted = Counter(fact.outcome for fact in facts)
    good, bad = counted[Outcome.MERGED] + counted[Outcome.COMPLETED], counted[Outcome.FAILED]
    took = [seconds for fact in facts if (seconds := fact.seconds) is not None]
    return Figures(
        filed=len(facts),
        outcomes={outcome: counted[outcome] for outcome in Outcome},
        success_rate=good / (good + bad) if good + bad else None,
        median_seconds=median(took) if took else None,
    )


def figures_by_day(
    facts: Iterable[OrderFact], since: datetime, until: datetime, offset_minutes: int
) -> dict[date, Figures]:
    """Every day of the stretch, where the person who asks lives; also those on which nothing was filed."""
    zone = timezone(timedelta(minutes=offset_minutes))
    by_day: dict[date, list[OrderFact]] = {day: [] for day in _days(since, until, zone)}
    for fact in facts:
        by_day.setdefault(fact.created_at.astimezone(zone).date(), []).append(fact)
    return {day: figures_of(of_day) for day, of_day in sorted(by_day.items())}


def figures_by_agent(facts: Iterable[OrderFact]) -> dict[str, Figures]:
    """The busiest first."""
    by_agent: dict[str, list[OrderFact]] = defaultdict(list)
    for fact in facts:
        by_agent[fact.agent].append(fact)
    busiest = sorted(by_agent.items(), key=lambda item: (-len(item[1]), item[0]))
    return {agent: figures_of(of_agent) for agent, of_agent in busiest}


def failures_of(facts: Iterable[OrderFact]) -> list[tuple[str, int]]:
    """Why orders failed, the most frequent first."""
    failed = (fact for fact in facts if fact.outcome is Outcome.FAILED)
    return Counter(fact.error_code or "unknown" for fact in failed).most_common()


def spent_by_day(facts: Iterable[SpentFact], offset_minutes: int) -> list[Spent]:
    zone = timezone(timedelta(minutes=offset_minutes))
    by_day: dict[tuple[date, str], list[SpentFact]] = defaultdict(list)
    for fact in facts:
        by_day[fact.ended_at.astimezone(zone).date(), fact.agent].append(fact)
    return [
        Spent(
            day=day,
            agent=agent,
            turns=len(turns),
            total_tokens=_sum([turn.total_tokens for turn in turns]),
            cost_usd=_sum([turn.cost_usd for turn in turns]),
        )
        for (day, agent), turns in sorted(by_day.items())
    ]


def _days(since: datetime, until: datetime, zone: timezone) -> list[date]:
    first, last = since.astimezone(zone).date(), (until - timedelta(microseconds=1)).astimezone(zone).date()
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _sum(numbers: Sequence[_Number | None]) -> _Number | None:
    """Of what is known; None where nothing is."""
    known = [number for number in numbers if number is not None]
    return sum(known[1:], known[0]) if known else None
