"""An execution's output for a task panel: plain lines of what the agent says and does."""

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

from shopfloor.api.services import Services
from shopfloor.api.sse import HEARTBEAT, encode_named
from shopfloor.domain.events import ENDING, Event, EventType, LiveDelta
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import ENDED, AgentWorkflowPhase, AgentWorkOrderStatus
from shopfloor.state_manager.store import Reader

_PREVIEW_CHARACTERS = 300
_NEWEST = 200
_STATUS = frozenset(
    {
        EventType.AGENT_WORK_ORDER_QUEUED,
        EventType.AGENT_WORK_ORDER_STARTED,
        EventType.AGENT_WORK_ORDER_WAITING,
        EventType.AGENT_WORK_ORDER_PAUSED,
        EventType.WORKFLOW_PHASE_STARTED,
        EventType.WORKFLOW_PHASE_COMPLETED,
        EventType.GIT_COMMIT_CREATED,
        EventType.PULL_REQUEST_CREATED,
    }
)


async def task_output(services: Services, order_id: AgentWorkOrderId, after: int) -> AsyncIterator[bytes]:
    """Until the execution has ended and its end has been sent; at once to who has seen that already."""
    if (status := await services.store.read(lambda tx: _seen_to_the_end(tx, order_id, after))) is not None:
        yield encode_named("done", {"status": status})
        return
    error: str | None = None
    async with aclosing(services.journal.follow(order_id, after=after)) as items:
        async for item in items:
            if isinstance(item, LiveDelta):
                yield encode_named("output", {"message_id": item.message_id, "offset": item.offset, "text": item.text})
            elif not isinstance(item, Event):
                yield HEARTBEAT
            elif not _is_of_review(item):
                for name, data in _named(item, error):
                    error = data["error"] if name == "error" else error
                    yield encode_named(name, data, event_id=item.seq)
                if item.type in ENDING and await _has_ended(services, item):
                    return


def _seen_to_the_end(tx: Reader, order_id: AgentWorkOrderId, after: int) -> AgentWorkOrderStatus | None:
    order = tx.orders.get(order_id)
    return order.status if order.status in ENDED and not tx.journal.count(order_id, after, types=ENDING) else None


async def _has_ended(services: Services, event: Event) -> bool:
    """A review may already go on beside it; a follow-up would have made it pending again."""
    order_id = event.agent_work_order_id
    order, run = await services.store.read(lambda tx: (tx.orders.get(order_id), tx.runs.latest(order_id)))
    ended = event.payload.get("run_id")
    return order.status in ENDED and (ended is None or run is None or ended == run.run_id)


def _named(event: Event, last_error: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    at, payload = event.at.isoformat(), event.payload
    error = {"at": at, "error": payload.get("error"), "code": payload.get("code")}
    if event.type is EventType.AGENT_COMMAND_FAILED:
        yield "error", error
    elif event.type in ENDING:
        if event.type is EventType.AGENT_WORK_ORDER_FAILED and error["error"] != last_error:
            yield "error", error
        yield "done", {"at": at, "status": payload.get("status")}
    elif event.type in _STATUS:
        yield "status", {"at": at, "event": event.type.value, **payload}
    elif event.type is EventType.AGENT_MESSAGE:
        yield "output", {"at": at, "message_id": payload.get("message_id"), "text": _text(event)}
    elif event.type is EventType.AGENT_TOOL_CALL:
        yield "output", {"at": at, "tool_call": payload.get("title"), "status": payload.get("status")}


def last_words(tx: Reader, order_id: AgentWorkOrderId) -> str | None:
    """The end of the agent's last message."""
    newest = tx.orders.get(order_id).last_event_seq
    events = tx.journal.page(order_id, after=max(0, newest - _NEWEST), limit=_NEWEST, types={EventType.AGENT_MESSAGE})
    own = [event for event in events if not _is_of_review(event)]
    text = _text(own[-1]).strip() if own else ""
    return text[-_PREVIEW_CHARACTERS:] or None


def _is_of_review(event: Event) -> bool:
    return event.payload.get("phase") == AgentWorkflowPhase.REVIEWING


def _text(event: Event) -> str:
    return str(event.payload.get("text") or "")
