"""A preview of what an order made: its project's development server, started in the sandbox."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.api.sse import HEARTBEAT, encode_named, event_stream
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import NotFound, WrongMove
from shopfloor.preview_proxy.access import ENTRANCE
from shopfloor.previews.names import NO_ORIGIN_HINT
from shopfloor.previews.served_program import ServedProgram, ServedState

_PULSE_SECONDS = 15.0


def preview_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders/{agent_work_order_id}/preview", tags=["sandbox"])
    _add_life(router, services)
    _add_looking(router, services)
    return router


def _add_life(router: APIRouter, services: Services) -> None:
    @router.get("")
    async def get_preview(agent_work_order_id: str, request: Request) -> wire.ServedProgramModel:
        """Whether the development server runs, and where browsers find it."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        command = await services.previews.command_of(order_id)
        return shown(services, request, services.previews.find(order_id), command)

    @router.post("")
    async def start_preview(
        agent_work_order_id: str, body: wire.StartPreviewRequest, request: Request
    ) -> wire.ServedProgramModel:
        """Starts the development server in the sandbox, unless it runs already."""
        program = await services.previews.start(AgentWorkOrderId(agent_work_order_id), body.command)
        return shown(services, request, program, None)

    @router.delete("", status_code=204)
    async def stop_preview(agent_work_order_id: str) -> None:
        """Ends it and all it started."""
        await services.previews.stop(AgentWorkOrderId(agent_work_order_id))


def _add_looking(router: APIRouter, services: Services) -> None:
    @router.post("/visits", status_code=201)
    async def visit_preview(agent_work_order_id: str, body: wire.VisitRequest, request: Request) -> wire.VisitResponse:
        """An address that lets one browser in. It is of another origin than this one."""
        program = services.previews.find(AgentWorkOrderId(agent_work_order_id))
        return wire.VisitResponse(url=address_to(services, request, program, body.path))

    @router.get("/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
    async def follow_preview(agent_work_order_id: str, request: Request) -> Response:
        """Server-sent events: `preview` with its state, `output` with what it printed so far and prints from now on."""
        program = services.previews.find(AgentWorkOrderId(agent_work_order_id))
        if program is None:
            raise NotFound("No preview was started.")
        return event_stream(_told(services, request, program))


async def _told(services: Services, request: Request, program: ServedProgram) -> AsyncIterator[bytes]:
    last: wire.ServedProgramModel | None = None
    async with aclosing(program.follow(pulse_seconds=_PULSE_SECONDS)) as texts:
        async for text in texts:
            now = shown(services, request, program, None)
            yield encode_named("output", {"text": text}) if text else HEARTBEAT
            if now != last:
                yield encode_named("preview", now.model_dump(mode="json"))
                last = now


def shown(
    services: Services, request: Request, program: ServedProgram | None, command: str | None
) -> wire.ServedProgramModel:
    if program is None:
        return wire.ServedProgramModel(
            state=ServedState.OFF,
            command=command,
            port=None,
            exit_code=None,
            end_reason=None,
            started_at=None,
            ended_at=None,
            origin=None,
            hint=None,
        )
    origin = _origin(services, request, program)
    return wire.ServedProgramModel(
        state=program.state,
        command=program.command,
        port=program.port,
        exit_code=program.exit_code,
        end_reason=program.end_reason if not program.is_alive else None,
        started_at=program.started_at,
        ended_at=program.ended_at,
        origin=origin,
        hint=None if origin else NO_ORIGIN_HINT,
    )


def address_to(services: Services, request: Request, program: ServedProgram | None, path: str) -> str:
    if program is None or not program.is_alive:
        raise WrongMove("It is not running.", hint="Start it first.")
    origin = _origin(services, request, program)
    if origin is None:
        raise WrongMove("This server has no name under which it could be shown.", hint=NO_ORIGIN_HINT)
    ticket = services.served.tickets.issue(program.label)
    return f"{origin}{ENTRANCE}?ticket={ticket}&to={quote(path, safe='/')}"


def _origin(services: Services, request: Request, program: ServedProgram) -> str | None:
    host = request.headers.get("host", "")
    return services.served_names.origin(program.label, scheme=request.url.scheme, host=host)
