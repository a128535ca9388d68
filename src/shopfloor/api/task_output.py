"""An execution's output for a task panel: plain lines of what the agent says and does."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from shopfloor.api.services import Services
from shopfloor.api.sse import HEARTBEAT, encode_named
from shopfloor.domain.events import ENDING, Event, EventType, LiveDelta
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import ENDED, AgentWorkflowPhase
from shopfloor.state_manager.store import Reader

_PREVIEW_CHARACTERS = 300
_NEWEST = 200
_ERRORS = frozenset({EventType.AGENT_COMMAND_FAILED, EventType.AGENT_WORK_ORDER_FAILED})
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
    """Until the execution has ended and its end has been sent."""
    async with aclosing(services.journal.follow(order_id, after=after)) as items:
        async for item in items:
            if isinstance(item, LiveDelta):
                yield encode_named("output", {"message_id": item.message_id, "offset": item.offset, "text": item.text})
            elif not isinstance(item, Event):
                yield HEARTBEAT
            elif (named := _named(item)) is not None:
                yield encode_named(*named, event_id=item.seq)
            if isinstance(item, Event) and item.type in ENDING and await _has_ended(services, item):
                return


async def _has_ended(services: Services, event: Event) -> bool:
    """A review may already go on beside it; a follow-up would have made it pending again."""
    order_id = event.agent_work_order_id
    order, run = await services.store.read(lambda tx: (tx.orders.get(order_id), tx.runs.latest(order_id)))
    ended = event.payload.get("run_id")
    return order.status in ENDED and (ended is None or run is None or ended == run.run_id)


def _named(event: Event) -> tuple[str, dict[str, Any]] | None:
    if _is_of_review(event):
        return None
    facts = {"at": event.at.isoformat(), **event.payload}
    if event.type in ENDING and event.type is not EventType.AGENT_WORK_ORDER_FAILED:
        return "done", {"at": facts["at"], "status": event.payload.get("status")}
    if event.type in _ERRORS:
        return "error", {"at": facts["at"], "error": event.payload.get("error"), "code": event.payload.get("code")}
    if event.type in _STATUS:
        return "status", {"at": facts["at"], "event": event.type.value, **event.payload}
    if event.type is EventType.AGENT_MESSAGE:
        return "output", {"at": facts["at"], "message_id": event.payload.get("message_id"), "text": _text(event)}
    if event.type is EventType.AGENT_TOOL_CALL:
        return "output", {"at": facts["at"], "tool_call": event.payload.get("title"), "status": facts.get("status")}
    return None


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
