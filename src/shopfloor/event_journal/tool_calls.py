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
    news: dict[str, Any] = field(default_factory=dict)
    """As it came: cut and cleaned only when it is told, for most of it is overtaken before."""
    fields: dict[str, Any] = field(default_factory=dict)
    truncated: set[str] = field(default_factory=set)
    told_at: float = float("-inf")
    status: object = None


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
        before, call.status = call.status, update.changes.get("status", call.status)
        call.news.update(update.changes)
        if is_new:
            self.count += 1
            self._forget_oldest()
        return is_new or call.status != before

    def due(self, now: float) -> list[str]:
        """Calls with news that were last told long enough ago."""
        return [name for name, call in self._calls.items() if call.news and now - call.told_at >= _PAUSE_SECONDS]

    def with_news(self) -> list[str]:
        return [name for name, call in self._calls.items() if call.news]

    def tell(self, tool_call_id: str, now: float) -> dict[str, Any]:
        call = self._calls[tool_call_id]
        for field_name, value in call.news.items():
            self._set(call, field_name, value)
        call.news.clear()
        call.told_at = now
        marks = {"truncated": True} if call.truncated else {}
        return {"tool_call_id": tool_call_id, **call.fields, **marks}

    def _set(self, call: _ToolCall, name: str, value: object) -> None:
        capped = Capped(value, FIELD_SIZE, self._redactor)
        call.fields[name] = self._redactor.json(capped.value)
        if capped.truncated:
            call.truncated.add(name)
        else:
            call.truncated.discard(name)

    def _forget_oldest(self) -> None:
        """A turn may call tools for hours: only the latest calls are remembered, and those with news to tell."""
        if len(self._calls) > _REMEMBERED:
            oldest = next((name for name, call in self._calls.items() if not call.news), None)
            if oldest is not None:
                del self._calls[oldest]
