"""A preview of what an order made: its project's development server, started in the sandbox."""

from fastapi import APIRouter, Request

from shopfloor.api import wire
from shopfloor.api.served_routes import add_looking, off, shown
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId


def preview_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders/{agent_work_order_id}/preview", tags=["sandbox"])

    @router.get("")
    async def get_preview(agent_work_order_id: str, request: Request) -> wire.ServedProgramModel:
        """Whether the development server runs, and where browsers find it."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        program = services.previews.find(order_id)
        if program is not None:
            return shown(services, request, program)
        return off(await services.previews.command_of(order_id))

    @router.post("")
    async def start_preview(
        agent_work_order_id: str, body: wire.StartPreviewRequest, request: Request
    ) -> wire.ServedProgramModel:
        """Starts the development server in the sandbox, unless it runs already."""
        program = await services.previews.start(AgentWorkOrderId(agent_work_order_id), body.command)
        return shown(services, request, program)

    @router.delete("", status_code=204)
    async def stop_preview(agent_work_order_id: str) -> None:
        """Ends it and all it started."""
        await services.previews.stop(AgentWorkOrderId(agent_work_order_id))

    add_looking(router, services, lambda order_id: services.previews.find(order_id))
    return router
