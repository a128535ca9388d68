"""What the floor has used."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId
from shopfloor.domain.turn_usage import UsageGroup, UsageSum
from shopfloor.errors import InvalidInput
from shopfloor.state_manager.turn_usage import UsageFilter


def analytics_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/analytics", tags=["analytics"])

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
            usage=[_model(each, names) for each in sums],
            total=_model(total, {}),
            total_count=count,
            has_more=offset + len(sums) < count,
        )

    return router


def _with_zone(at: datetime | None, field: str) -> datetime | None:
    if at is not None and at.tzinfo is None:
        raise InvalidInput(f"{field} needs a time zone, such as 2026-01-31T00:00:00Z.", field=field)
    return at


def _model(each: UsageSum, names: Mapping[str, str]) -> wire.UsageSumModel:
    facts = asdict(each) | asdict(each.usage) | {"name": names.get(each.key, each.key) if each.key else None}
    return wire.UsageSumModel.model_validate(facts)
