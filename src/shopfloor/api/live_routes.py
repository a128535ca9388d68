"""Following along: the journal of one order, the coarse feed of all, and the logs."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request, WebSocket
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from shopfloor.api import wire
from shopfloor.api.presenters import event_fields, log_entry
from shopfloor.api.schema_document import reference
from shopfloor.api.services import Services
from shopfloor.api.sse import HEARTBEAT, encode_delta, encode_event, encode_notice, event_stream, notice_fields
from shopfloor.domain.events import ENDING, Event, LiveDelta, Notice
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import ENDED, AgentWorkOrder
from shopfloor.errors import InvalidInput
from shopfloor.state_manager.store import Reader

_PAGE = 500
_EVENTS_DOC: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The events: a stream, or one page where JSON is accepted.",
        "content": {
            "text/event-stream": {"schema": {"type": "string"}},
            "application/json": {"schema": reference(wire.EventsResponse)},
        },
    }
}
After = Annotated[int | None, Query(ge=0, description="only events with a higher number")]


def live_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["live"])
    _add_order_events(router, services)
    _add_logs(router, services)
    _add_feed(router, services)
    return router


def _add_order_events(router: APIRouter, services: Services) -> None:
    @router.get("/agent-work-orders/{agent_work_order_id}/events", response_class=Response, responses=_EVENTS_DOC)
    async def follow_events(
        request: Request,
        agent_work_order_id: str,
        after: After = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
        until: Literal["end"] | None = None,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Server-sent events with replay (`Last-Event-ID` or `after`); a JSON page where JSON is accepted."""
        order = await services.work_orders.get(AgentWorkOrderId(agent_work_order_id))
        start = after if after is not None else _number(last_event_id)
        if _wants_json(request):
            return await _page(services, order, start, limit)
        if until == "end":
            return event_stream(_until_end(services, order, start))
        return event_stream(_follow(services, order.agent_work_order_id, start))


def _add_logs(router: APIRouter, services: Services) -> None:
    @router.get("/agent-work-orders/{agent_work_order_id}/logs")
    async def get_logs(
        agent_work_order_id: str,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
        offset: Annotated[int, Query(ge=0)] = 0,
        level: Annotated[
            Literal["debug", "info", "warning", "error"], Query(description="this level and those above")
        ] = "debug",
    ) -> wire.LogsResponse:
        """Structured log entries, oldest first."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        await services.work_orders.get(order_id)
        events, total = await services.store.read(
            lambda tx: tx.journal.logs(order_id, level=level, limit=limit, offset=offset)
        )
        return wire.LogsResponse(
            agent_work_order_id=order_id,
            log_entries=[log_entry(event) for event in events],
            total_count=total,
            has_more=offset + len(events) < total,
        )


def _add_feed(router: APIRouter, services: Services) -> None:
    @router.get("/events", response_class=Response, responses=_EVENTS_DOC)
    async def follow_everything(after: After = None, last_event_id: Annotated[str | None, Header()] = None) -> Response:
        """What happens to all orders, without the conversations. Ids are positions in the whole journal."""
        start = after if after is not None else (_number(last_event_id) if last_event_id else None)
        return event_stream(_feed(services, start))

    @router.websocket("/ws")
    async def status_socket(socket: WebSocket) -> None:
        """The same feed as JSON messages: {"type", "agent_work_order_id", …}."""
        await socket.accept()
        try:
            async with aclosing(services.journal.follow_all(after_position=None)) as items:
                async for item in items:
                    await socket.send_json(_message(item))
        except (WebSocketDisconnect, RuntimeError):
            return


async def _page(services: Services, order: AgentWorkOrder, after: int, limit: int) -> JSONResponse:
    order_id = order.agent_work_order_id
    events = await services.store.read(lambda tx: tx.journal.page(order_id, after=after, limit=limit))
    last = events[-1].seq if events else after
    body = {
        "events": [event_fields(event) for event in events],
        "total_count": order.last_event_seq,
        "has_more": last < order.last_event_seq,
    }
    return JSONResponse(body)


async def _follow(services: Services, order_id: AgentWorkOrderId, after: int) -> AsyncIterator[bytes]:
    yield HEARTBEAT
    async with aclosing(services.journal.follow(order_id, after=after)) as items:
        async for item in items:
            yield _encode(item)


async def _until_end(services: Services, order: AgentWorkOrder, after: int) -> AsyncIterator[bytes]:
    if order.status in ENDED:
        async for chunk in _replay(services, order, after):
            yield chunk
        return
    async with aclosing(services.journal.follow(order.agent_work_order_id, after=after)) as items:
        async for item in items:
            yield _encode(item)
            if isinstance(item, Event) and item.type in ENDING and await _is_the_end(services, item):
                return


async def _replay(services: Services, order: AgentWorkOrder, after: int) -> AsyncIterator[bytes]:
    order_id = order.agent_work_order_id
    while after < order.last_event_seq:
        events = await services.store.read(partial(_journal_page, order_id=order_id, after=after))
        if not events:
            return
        yield b"".join(encode_event(event, event.seq) for event in events)
        after = events[-1].seq


def _journal_page(tx: Reader, order_id: AgentWorkOrderId, after: int) -> list[Event]:
    return tx.journal.page(order_id, after=after, limit=_PAGE)


async def _is_the_end(services: Services, event: Event) -> bool:
    """An order that failed and was retried has more than one ending in its journal: only the last one counts."""
    order_id = event.agent_work_order_id
    order = await services.work_orders.get(order_id)
    later = await services.store.read(lambda tx: tx.journal.page(order_id, after=event.seq, limit=1, types=ENDING))
    return order.status in ENDED and not later


async def _feed(services: Services, after_position: int | None) -> AsyncIterator[bytes]:
    async with aclosing(services.journal.follow_all(after_position=after_position)) as items:
        async for item in items:
            if isinstance(item, Event):
                yield encode_event(item, item.position)
            else:
                yield encode_notice(item) if isinstance(item, Notice) else HEARTBEAT


def _message(item: object) -> dict[str, Any]:
    if isinstance(item, Event):
        return event_fields(item)
    return notice_fields(item) if isinstance(item, Notice) else {"type": "heartbeat"}


def _encode(item: object) -> bytes:
    if isinstance(item, Event):
        return encode_event(item, item.seq)
    return encode_delta(item) if isinstance(item, LiveDelta) else HEARTBEAT


def _number(last_event_id: str | None) -> int:
    if last_event_id is None or not last_event_id.strip():
        return 0
    if not last_event_id.strip().isdigit():
        raise InvalidInput("Last-Event-ID is the number of an event.", field="last-event-id")
    return int(last_event_id)


def _wants_json(request: Request) -> bool:
    accepted = request.headers.get("accept", "")
    return "application/json" in accepted and "text/event-stream" not in accepted
