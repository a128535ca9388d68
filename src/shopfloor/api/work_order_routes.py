"""The work orders: file, list, look, talk to, and move along."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from shopfloor.api import wire
from shopfloor.api.presenters import limits_from, order_model, order_response, progress_response
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import InvalidInput
from shopfloor.work_orders.requests import NewWorkOrder

Limit = Annotated[int, Query(ge=1, le=500)]
Offset = Annotated[int, Query(ge=0, le=10_000_000)]
SortKey = Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title"]


def work_order_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders", tags=["agent-work-orders"])
    _add_collection(router, services)
    _add_item(router, services)
    _add_lifecycle(router, services)
    return router


def _add_collection(router: APIRouter, services: Services) -> None:
    @router.post("", status_code=201)
    async def create_agent_work_order(
        request: wire.CreateAgentWorkOrderRequest, response: Response
    ) -> wire.AgentWorkOrderResponse:
        """Files a work order. The answer comes at once, the work is done in the background."""
        fields = request.model_dump(exclude_unset=True)
        if number := fields.get("github_issue_number"):
            fields["github_issue_number"] = number.lstrip("#")
        fields["limits"] = limits_from(request.limits)
        order = await services.work_orders.create_agent_work_order(NewWorkOrder(**fields))
        response.headers["location"] = f"/api/agent-work-orders/{order.agent_work_order_id}"
        return order_response(await services.views.view(order))

    @router.get("")
    async def list_agent_work_orders(
        status: Annotated[list[AgentWorkOrderStatus] | None, Query()] = None,
        project_id: str | None = None,
        agent: str | None = None,
        archived: Annotated[bool, Query(description="the archived ones instead of the others")] = False,
        q: Annotated[str | None, Query(max_length=200, description="text in title, prompt, branch or id")] = None,
        sort: SortKey = "-created_at",
        limit: Limit = 50,
        offset: Offset = 0,
    ) -> wire.AgentWorkOrderListResponse:
        """Lists work orders, newest first."""
        orders, total = await services.work_orders.list(
            status=set(status) if status else None,
            project_id=ProjectId(project_id) if project_id else None,
            agent=agent,
            archived=archived,
            text=q,
            sort=sort,
            limit=limit,
            offset=offset,
        )
        models = await _models(services, orders)
        return wire.AgentWorkOrderListResponse(
            agent_work_orders=models, total_count=total, has_more=offset + len(models) < total
        )


def _add_item(router: APIRouter, services: Services) -> None:
    @router.get("/{agent_work_order_id}")
    async def get_agent_work_order(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """One work order with its git figures."""
        order = await services.work_orders.get(AgentWorkOrderId(agent_work_order_id))
        return order_response(await services.views.view(order))

    @router.patch("/{agent_work_order_id}")
    async def update_agent_work_order(
        agent_work_order_id: str, request: wire.UpdateAgentWorkOrderRequest
    ) -> wire.AgentWorkOrderResponse:
        """Changes it. Model, effort, mode and archive only while the agent rests; null takes a choice back."""
        changes = request.model_dump(exclude_unset=True)
        if not changes:
            raise InvalidInput("Nothing to change: give at least one field.", field="title")
        if changes.get("title", "") is None:
            raise InvalidInput("A work order needs a title.", field="title")
        if wrong := next((name for name in ("archived", "permission_policy") if changes.get(name, "") is None), None):
            raise InvalidInput(f"{wrong} cannot be null.", field=wrong)
        if "limits" in changes:
            changes["limits"] = limits_from(request.limits)
        order = await services.work_orders.update(AgentWorkOrderId(agent_work_order_id), changes)
        return order_response(await services.views.view(order))

    @router.delete("/{agent_work_order_id}", status_code=204)
    async def delete_agent_work_order(agent_work_order_id: str) -> None:
        """Removes an order that is not under way, its journal and its sandbox. Branch and pull request stay."""
        await services.work_orders.delete(AgentWorkOrderId(agent_work_order_id))

    @router.get("/{agent_work_order_id}/git-progress")
    async def get_git_progress(agent_work_order_id: str) -> wire.GitProgressResponse:
        """Commits, files, lines and the phases so far, computed from git."""
        order = await services.work_orders.get(AgentWorkOrderId(agent_work_order_id))
        return progress_response(order, await services.views.progress(order))


def _add_lifecycle(router: APIRouter, services: Services) -> None:
    @router.post("/{agent_work_order_id}/cancel")
    async def cancel_agent_work_order(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Ends the order for good. Answers when the agent is dead."""
        order = await services.work_orders.cancel(AgentWorkOrderId(agent_work_order_id))
        return order_response(await services.views.view(order))

    @router.post("/{agent_work_order_id}/pause")
    async def pause_agent_work_order(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Stops the order until it is resumed. Answers when the agent is dead; its work so far is committed."""
        order = await services.work_orders.pause(AgentWorkOrderId(agent_work_order_id))
        return order_response(await services.views.view(order))

    @router.post("/{agent_work_order_id}/resume")
    async def resume_agent_work_order(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Goes on with the phase that was paused."""
        order = await services.work_orders.resume(AgentWorkOrderId(agent_work_order_id))
        return order_response(await services.views.view(order))

    @router.post("/{agent_work_order_id}/retry")
    async def retry_agent_work_order(agent_work_order_id: str) -> wire.AgentWorkOrderResponse:
        """Goes on from the phase that failed."""
        order = await services.work_orders.retry(AgentWorkOrderId(agent_work_order_id))
        return order_response(await services.views.view(order))


async def _models(services: Services, orders: Sequence[AgentWorkOrder]) -> list[wire.AgentWorkOrderModel]:
    return [order_model(view) for view in await services.views.view_all(orders)]
