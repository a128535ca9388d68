"""Log entries, one a line: time, level, event, facts."""

from collections.abc import Iterable
from typing import Any

from shopfloor.cli.sse import StreamEvent
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line, parse_time, shorten
from shopfloor.domain.events import EventType, level_of

_SEVERITY = {"debug": 0, "info": 1, "warning": 2, "error": 3}
_COLORS = {"warning": "yellow", "error": "red"}
_NOT_FACTS = frozenset({"timestamp", "level", "event", "agent_work_order_id", "seq", "at", "type", "once"})
_LONGEST_FACT = 200


class LogView:
    """Live events as log entries."""

    def __init__(self, terminal: Terminal, level: str) -> None:
        self._terminal = terminal
        self._least = _SEVERITY[level]

    def show(self, event: StreamEvent) -> None:
        if event.seq is None:
            return
        level = _level(event.type)
        if _SEVERITY[level] >= self._least:
            print_log_entry(
                self._terminal, {**event.data, "timestamp": event.data["at"], "level": level, "event": event.type}
            )

    def connection_lost(self) -> None:
        self._terminal.passing("connection lost, trying again ...")

    def close(self) -> None:
        self._terminal.end_line()


def print_log_entries(terminal: Terminal, entries: Iterable[dict[str, Any]]) -> None:
    for entry in entries:
        print_log_entry(terminal, entry)


def print_log_entry(terminal: Terminal, entry: dict[str, Any]) -> None:
    time = parse_time(entry["timestamp"]).astimezone().strftime("%H:%M:%S")
    level, name = str(entry["level"]), str(entry["event"])
    facts = " ".join(_fact(key, value) for key, value in entry.items() if key not in _NOT_FACTS and value is not None)
    if terminal.width is not None:
        facts = shorten(facts, max(20, terminal.width - len(f"{time}  {level:<7}  {name}  ")))
    lead = f"{terminal.style(time, dim=True)}  {terminal.style(f'{level:<7}', fg=_COLORS.get(level))}"
    terminal.line(f"{lead}  {terminal.style(name, bold=True)}  {terminal.style(facts, dim=True)}".rstrip())


def _fact(key: str, value: Any) -> str:
    return f"{key}={shorten(one_line(str(value)), _LONGEST_FACT)}"


def _level(event_type: str) -> str:
    try:
        return level_of(EventType(event_type))
    except ValueError:
        return "info"
