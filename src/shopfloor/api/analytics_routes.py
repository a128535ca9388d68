"""What the floor has used, and what became of its orders."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.domain import floor_figures
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId
from shopfloor.domain.turn_usage import UsageGroup, UsageSum
from shopfloor.errors import InvalidInput
from shopfloor.state_manager.turn_usage import UsageFilter

_LONGEST = timedelta(days=400)


def analytics_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/analytics", tags=["analytics"])
    _add_usage(router, services)
    _add_floor_figures(router, services)
    return router


def _add_usage(router: APIRouter, services: Services) -> None:
    @router.get("/usage")
    async def get_usage(
        group_by: UsageGroup = UsageGroup.AGENT,
        project_id: str | None = None,
        agent_work_order_id: str | None = None,
        agent: str | None = None,
        model: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
        offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    ) -> wire.UsageResponse:
        """Tokens and cost as the agents report them, the most expensive first; turns the latest first."""
        which = UsageFilter(
            AgentWorkOrderId(agent_work_order_id) if agent_work_order_id else None,
            ProjectId(project_id) if project_id else None,
            agent,
            model,
            _with_zone(since, "since"),
            _with_zone(until, "until"),
        )
        sums, count = await services.store.read(
            lambda tx: tx.turn_usage.grouped(group_by, which, limit=limit, offset=offset)
        )
        total = await services.store.read(lambda tx: tx.turn_usage.total(which))
        names = await services.views.names_of(group_by, [each.key for each in sums if each.key])
        return wire.UsageResponse(
            group_by=group_by,
            usage=[_usage_model(each, names) for each in sums],
            total=_usage_model(total, {}),
            total_count=count,
            has_more=offset + len(sums) < count,
        )


def _add_floor_figures(router: APIRouter, services: Services) -> None:
    @router.get("/orders")
    async def get_floor_figures(
        since: datetime,
        until: datetime,
        project_id: str | None = None,
        utc_offset_minutes: Annotated[int, Query(ge=-1440, le=1440)] = 0,
    ) -> wire.FloorFiguresResponse:
        """What came of the orders that were filed from then to then, and what was spent, by day and by agent."""
        project = ProjectId(project_id) if project_id else None
        began, ended = _stretch(since, until)
        spent_in = UsageFilter(project_id=project, since=began, until=ended)
        facts, spent = await services.store.read(
            lambda tx: (tx.orders.facts(began, ended, project), tx.turn_usage.facts(spent_in))
        )
        days = floor_figures.figures_by_day(facts, began, ended, utc_offset_minutes)
        agents = floor_figures.figures_by_agent(facts)
        spent_by_day = floor_figures.spent_by_day(spent, utc_offset_minutes)
        failures = floor_figures.failures_of(facts)
        return wire.FloorFiguresResponse(
            since=began,
            until=ended,
            total=wire.FiguresModel(**_figures(floor_figures.figures_of(facts))),
            days=[wire.DayFiguresModel(date=day, **_figures(figures)) for day, figures in days.items()],
            agents=[wire.AgentFiguresModel(agent=agent, **_figures(figures)) for agent, figures in agents.items()],
            failures=[wire.FailureCountModel(code=code, count=count) for code, count in failures],
            spent=[_spent_model(each) for each in spent_by_day],
        )


def _stretch(since: datetime, until: datetime) -> tuple[datetime, datetime]:
    began, ended = _with_zone(since, "since"), _with_zone(until, "until")
    assert began is not None
    assert ended is not None
    if not timedelta() < ended - began <= _LONGEST:
        raise InvalidInput(f"until comes after since, and at most {_LONGEST.days} days later.", field="until")
    return began, ended


def _figures(figures: floor_figures.Figures) -> dict[str, Any]:
    rest = {name: getattr(figures, name) for name in ("filed", "success_rate", "median_seconds")}
    return {outcome.value: count for outcome, count in figures.outcomes.items()} | rest


def _spent_model(spent: floor_figures.Spent) -> wire.SpentModel:
    return wire.SpentModel(
        date=spent.day,
        agent=spent.agent,
        turns=spent.turns,
        total_tokens=spent.total_tokens,
        cost_usd=spent.cost_usd,
    )


def _with_zone(at: datetime | None, field: str) -> datetime | None:
    if at is not None and at.tzinfo is None:
        raise InvalidInput(f"{field} needs a time zone, such as 2026-01-31T00:00:00Z.", field=field)
    return at


def _usage_model(each: UsageSum, names: Mapping[str, str]) -> wire.UsageSumModel:
    facts = asdict(each) | asdict(each.usage) | {"name": names.get(each.key, each.key) if each.key else None}
    return wire.UsageSumModel.model_validate(facts)
