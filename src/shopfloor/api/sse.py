"""Server-sent events: how journal items look on the wire, and a response that ends when its client does."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

from shopfloor.api.presenters import event_fields
from shopfloor.domain.events import BoardNotice, Event, LiveDelta, Notice

HEARTBEAT = b": heartbeat\n\n"
_HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}


def encode_event(event: Event, event_id: int) -> bytes:
    """Only durable events have an id: a client that reconnects asks for what came after the last one."""
    return f"id: {event_id}\nevent: {event.type.value}\ndata: {_json(event_fields(event))}\n\n".encode()


def encode_delta(delta: LiveDelta) -> bytes:
    data = {
        "agent_work_order_id": delta.agent_work_order_id,
        "message_id": delta.message_id,
        "offset": delta.offset,
        "text": delta.text,
    }
    return f"event: {delta.type}\ndata: {_json(data)}\n\n".encode()


def encode_notice(notice: Notice) -> bytes:
    fields = notice_fields(notice)
    return encode_named(fields["type"], fields)


def notice_fields(notice: Notice) -> dict[str, Any]:
    if isinstance(notice, BoardNotice):
        return {"type": "task_changed", "project_id": notice.project_id, "task_id": notice.task_id}
    return {"type": "project_changed", "project_id": notice.project_id}


def encode_named(name: str, data: Any, event_id: int | None = None) -> bytes:
    number = "" if event_id is None else f"id: {event_id}\n"
    return f"{number}event: {name}\ndata: {_json(data)}\n\n".encode()


def event_stream(chunks: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(chunks, media_type="text/event-stream", headers=_HEADERS)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
