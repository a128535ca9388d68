"""What happens to orders, in the server's own log: the journal's events without the conversations."""

from collections.abc import Sequence

import structlog

from shopfloor.domain.events import CONVERSATION, Event

_LEFT_OUT = frozenset({"prompt", "initial_prompt", "prompt_text", "tool_call", "options"})
logger = structlog.get_logger("shopfloor.journal")


def log_events(events: Sequence[Event]) -> None:
    for event in events:
        if event.type in CONVERSATION:
            continue
        facts = {name: value for name, value in event.payload.items() if name not in _LEFT_OUT and name != "event"}
        facts |= {"agent_work_order_id": event.agent_work_order_id, "seq": event.seq}
        getattr(logger, event.level)(event.type.value, **facts)
