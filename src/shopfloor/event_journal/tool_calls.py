"""The tool calls of a turn, each merged from the updates that name it."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from shopfloor.domain.agent_updates import ToolCallUpdate
from shopfloor.domain.redaction import Redactor
from shopfloor.event_journal.capped import Capped

FIELD_SIZE = 65_536
_REMEMBERED = 256
_PAUSE_SECONDS = 0.25


@dataclass(slots=True)
class _ToolCall:
    fields: dict[str, Any] = field(default_factory=dict)
    truncated: set[str] = field(default_factory=set)
    told_at: float = float("-inf")
    has_news: bool = False


class ToolCalls:
    """Says which calls to snapshot, and when: a new status at once, growing output a few times a second."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._calls: OrderedDict[str, _ToolCall] = OrderedDict()
        self.count = 0

    def knows(self, tool_call_id: str) -> bool:
        return tool_call_id in self._calls

    def merge(self, update: ToolCallUpdate) -> bool:
        """True if the change is one to tell at once."""
        is_new = update.tool_call_id not in self._calls
        call = self._calls.setdefault(update.tool_call_id, _ToolCall())
        self._calls.move_to_end(update.tool_call_id)
        before = call.fields.get("status")
        for name, value in update.changes.items():
            self._set(call, name, value)
        call.has_news = True
        if is_new:
            self.count += 1
            self._forget_oldest()
        return is_new or call.fields.get("status") != before

    def due(self, now: float) -> list[str]:
        """Calls with news that were last told long enough ago."""
        return [name for name, call in self._calls.items() if call.has_news and now - call.told_at >= _PAUSE_SECONDS]

    def with_news(self) -> list[str]:
        return [name for name, call in self._calls.items() if call.has_news]

    def tell(self, tool_call_id: str, now: float) -> dict[str, Any]:
        call = self._calls[tool_call_id]
        call.told_at, call.has_news = now, False
        marks = {"truncated": True} if call.truncated else {}
        return {"tool_call_id": tool_call_id, **call.fields, **marks}

    def _set(self, call: _ToolCall, name: str, value: object) -> None:
        capped = Capped(value, FIELD_SIZE, self._redactor)
        call.fields[name] = capped.value
        if capped.truncated:
            call.truncated.add(name)
        else:
            call.truncated.discard(name)

    def _forget_oldest(self) -> None:
        """A turn may call tools for hours: only the latest calls are remembered, and those with news to tell."""
        if len(self._calls) > _REMEMBERED:
            oldest = next((name for name, call in self._calls.items() if not call.has_news), None)
            if oldest is not None:
                del self._calls[oldest]
