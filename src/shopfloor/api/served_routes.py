"""What previews and editors have in common: looking at them, and at what they print."""

from collections.abc import AsyncIterator, Callable
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

Find = Callable[[AgentWorkOrderId], ServedProgram | None]


def add_looking(router: APIRouter, services: Services, find: Find) -> None:
    @router.post("/visits", status_code=201)
    async def visit(agent_work_order_id: str, body: wire.VisitRequest, request: Request) -> wire.VisitResponse:
        """An address that lets one browser in. It is of another origin than this one."""
        program = find(AgentWorkOrderId(agent_work_order_id))
        return wire.VisitResponse(url=_address_to(services, request, program, body.path))

    @router.get("/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
    async def follow(agent_work_order_id: str, request: Request) -> Response:
        """Server-sent events: `state` when it changes, `output` with what it printed so far and prints from now on."""
        program = find(AgentWorkOrderId(agent_work_order_id))
        if program is None:
            raise NotFound("It was not started.")
        return event_stream(_told(services, request, program))


async def _told(services: Services, request: Request, program: ServedProgram) -> AsyncIterator[bytes]:
    last: wire.ServedProgramModel | None = None
    async with aclosing(program.follow(pulse_seconds=_PULSE_SECONDS)) as texts:
        async for text in texts:
            now = shown(services, request, program)
            yield encode_named("output", {"text": text}) if text else HEARTBEAT
            if now != last:
                yield encode_named("state", now.model_dump(mode="json"))
                last = now


def off(command: str | None, hint: str | None = None) -> wire.ServedProgramModel:
    return wire.ServedProgramModel(
        state=ServedState.OFF,
        command=command,
        port=None,
        exit_code=None,
        end_reason=None,
        started_at=None,
        ended_at=None,
        origin=None,
        hint=hint,
    )


def shown(services: Services, request: Request, program: ServedProgram) -> wire.ServedProgramModel:
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


def _address_to(services: Services, request: Request, program: ServedProgram | None, path: str) -> str:
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
