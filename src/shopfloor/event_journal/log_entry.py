"""An event as a line of a log."""

from typing import Any

from shopfloor.domain.events import Event


def log_entry(event: Event) -> dict[str, Any]:
    return {
        "timestamp": event.at.isoformat().replace("+00:00", "Z"),
        "level": event.level,
        "event": str(event.type),
        "agent_work_order_id": event.agent_work_order_id,
        **{name: value for name, value in event.payload.items() if name not in _OWN},
        "seq": event.seq,
    }


_OWN = frozenset({"timestamp", "level", "event", "agent_work_order_id", "seq"})
