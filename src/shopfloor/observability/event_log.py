"""What becomes of orders, in the server's own log. The journal and its files have the rest."""

from collections.abc import Sequence

import structlog

from shopfloor.domain.events import ENDING, Event, EventType
from shopfloor.observability.logging import ALREADY_REDACTED

_MILESTONES = ENDING | {
    EventType.AGENT_WORK_ORDER_CREATED,
    EventType.AGENT_WORK_ORDER_STARTED,
    EventType.AGENT_WORK_ORDER_PAUSED,
    EventType.AGENT_WORK_ORDER_WAITING,
    EventType.PULL_REQUEST_CREATED,
    EventType.PULL_REQUEST_MERGED,
}
_LEFT_OUT = frozenset({"prompt", "initial_prompt", "prompt_text", "tool_call", "options", "event"})
logger = structlog.get_logger("shopfloor.journal")


def log_events(events: Sequence[Event]) -> None:
    for event in events:
        if event.type in _MILESTONES or event.level in ("warning", "error"):
            facts = {name: value for name, value in event.payload.items() if name not in _LEFT_OUT}
            facts |= {"agent_work_order_id": event.agent_work_order_id, "seq": event.seq, ALREADY_REDACTED: True}
            getattr(logger, event.level)(event.type.value, **facts)
