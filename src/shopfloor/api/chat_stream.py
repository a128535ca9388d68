"""The answer to a chat message as server-sent events: status, event, permission, pr-created, error, done, heartbeat."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

from shopfloor.api.presenters import event_fields
from shopfloor.api.services import Services
from shopfloor.domain.events import ENDING, Event, EventType, LiveDelta
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import AgentWorkOrderStatus
from shopfloor.work_orders.chat import ChatTurn

_STATUS = frozenset(
    {
        EventType.AGENT_WORK_ORDER_QUEUED,
        EventType.AGENT_WORK_ORDER_STARTED,
        EventType.AGENT_WORK_ORDER_RECOVERED,
        EventType.AGENT_WORK_ORDER_UPDATED,
        EventType.AGENT_WORK_ORDER_WAITING,
        EventType.AGENT_WORK_ORDER_STOP_REQUESTED,
        EventType.AGENT_WORK_ORDER_PAUSED,
        EventType.WORKFLOW_PHASE_STARTED,
        *ENDING,
    }
)
_ERRORS = frozenset({EventType.AGENT_WORK_ORDER_FAILED, EventType.CHAT_COMMAND_FAILED})
_RESTS = ENDING | {EventType.AGENT_WORK_ORDER_PAUSED}
_PAGE = 500


async def chat_stream(services: Services, order_id: AgentWorkOrderId, turn: ChatTurn) -> AsyncIterator[bytes]:
    """Tells what came of a message. The turn is not this stream's: it goes on when nobody listens."""
    order = await services.work_orders.get(order_id)
    yield _encode("status", {"status": order.status.value, "phase": order.current_phase})
    if turn.prompt_id is None or order.status is AgentWorkOrderStatus.PAUSED:
        for event in await services.store.read(lambda tx: tx.journal.page(order_id, after=turn.after, limit=_PAGE)):
            yield encode_for_chat(event)
    else:
        async for chunk in _until_answered(services, order_id, turn):
            yield chunk
    yield _encode("done", await _outcome(services, order_id, turn))


async def _until_answered(services: Services, order_id: AgentWorkOrderId, turn: ChatTurn) -> AsyncIterator[bytes]:
    is_answered = False
    async with aclosing(services.journal.follow(order_id, after=turn.after)) as items:
        async for item in items:
            yield encode_for_chat(item)
            if not isinstance(item, Event):
                continue
            is_mine = item.payload.get("prompt_id") == turn.prompt_id
            is_answered = is_answered or (item.type is EventType.PROMPT_ANSWERED and is_mine)
            is_withdrawn = item.type is EventType.PROMPT_WITHDRAWN and is_mine
            goes_on = is_answered and item.type is EventType.AGENT_WORK_ORDER_QUEUED
            if is_withdrawn or goes_on or (item.type in _RESTS):
                return


async def _outcome(services: Services, order_id: AgentWorkOrderId, turn: ChatTurn) -> dict[str, Any]:
    order = await services.work_orders.get(order_id)
    prompts = await services.prompts.list(order_id) if turn.prompt_id else ()
    prompt = next((prompt for prompt in prompts if prompt.prompt_id == turn.prompt_id), None)
    return {
        "agent_work_order_id": order_id,
        "status": order.status.value,
        "prompt_id": turn.prompt_id,
        "prompt_status": prompt.status.value if prompt else None,
        "last_event_seq": order.last_event_seq,
    }


def encode_for_chat(item: object) -> bytes:
    if isinstance(item, Event):
        fields = event_fields(item)
        name = _name_of(item)
        error = b"" if item.type not in _ERRORS or name == "error" else _encode("error", fields)
        return error + _encode(name, fields, item.seq)
    if isinstance(item, LiveDelta):
        delta = {"type": item.type, "message_id": item.message_id, "offset": item.offset, "text": item.text}
        return _encode("event", {**delta, "agent_work_order_id": item.agent_work_order_id})
    return _encode("heartbeat", {})


def _name_of(event: Event) -> str:
    if event.type is EventType.AGENT_PERMISSION_REQUESTED and event.payload.get("is_open"):
        return "permission"
    if event.type is EventType.PULL_REQUEST_CREATED:
        return "pr-created"
    if event.type is EventType.CHAT_COMMAND_FAILED:
        return "error"
    return "status" if event.type in _STATUS else "event"


def _encode(name: str, data: Mapping[str, Any], event_id: int | None = None) -> bytes:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    number = "" if event_id is None else f"id: {event_id}\n"
    return f"{number}event: {name}\ndata: {body}\n\n".encode()
