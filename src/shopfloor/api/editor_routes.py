"""VS Code in the browser, in an order's sandbox, where the machine has it."""

from fastapi import APIRouter, Request

from shopfloor.api import wire
from shopfloor.api.served_routes import add_looking, off, shown
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.previews.editor_program import INSTALL_HINT


def editor_router(services: Services) -> APIRouter:
    router = APIRouter()

    @router.get("/editor", tags=["sandboxes"])
    async def find_editor() -> wire.EditorModel:
        """Whether this machine has a VS Code for browsers."""
        program = services.editors.program()
        return wire.EditorModel(
            is_available=program is not None,
            name=program.name if program else None,
            path=program.program if program else None,
            hint=None if program else INSTALL_HINT,
        )

    router.include_router(_order_router(services))
    return router


def _order_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders/{agent_work_order_id}/editor", tags=["sandbox"])

    @router.get("")
    async def get_editor(agent_work_order_id: str, request: Request) -> wire.ServedProgramModel:
        """Whether it runs; what to do where there is none."""
        running = services.editors.find(AgentWorkOrderId(agent_work_order_id))
        if running is not None:
            return shown(services, request, running)
        program = services.editors.program()
        return off(program.name, None) if program else off(None, INSTALL_HINT)

    @router.post("")
    async def start_editor(agent_work_order_id: str, request: Request) -> wire.ServedProgramModel:
        """Starts it in the sandbox, unless it runs already. It ends when nobody uses it any more."""
        return shown(services, request, await services.editors.start(AgentWorkOrderId(agent_work_order_id)))

    @router.delete("", status_code=204)
    async def stop_editor(agent_work_order_id: str) -> None:
        """Ends it and all it started."""
        await services.editors.stop(AgentWorkOrderId(agent_work_order_id))

    add_looking(router, services, lambda order_id: services.editors.find(order_id))
    return router
