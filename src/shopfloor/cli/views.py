"""Showing events while an order is followed: to a person, or to a program."""

import json
from typing import Any, Protocol, TextIO

from shopfloor.cli.event_lines import EventLine, Tone, line_of
from shopfloor.cli.message_text import MessageText
from shopfloor.cli.sse import StreamEvent
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import one_line, printable
from shopfloor.domain.events import EventType

_MOST_OUTPUT_LINES = 5
_TEXT = ("agent_message", "agent_thought")
_ENDED_TOOL = frozenset({"completed", "failed"})
_COLORS: dict[Tone, str | None] = {
    "heading": "cyan",
    "good": "green",
    "bad": "red",
    "warning": "yellow",
    "plain": None,
    "quiet": None,
}


class EventView(Protocol):
    def show(self, event: StreamEvent) -> None: ...

    def connection_lost(self) -> None: ...

    def close(self) -> None:
        """Before something else is written."""
        ...


class JsonLines:
    """One durable event a line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self, event: StreamEvent) -> None:
        if event.seq is not None:
            self._stream.write(json.dumps(event.data) + "\n")
            self._stream.flush()

    def connection_lost(self) -> None:
        return

    def close(self) -> None:
        return


class LiveView:
    """Phases, the agent's words as they come, its tool calls, commits: plain lines, in order.

    On a terminal, words are shown as they are said. The facts around them take a little longer to arrive, so they
    are held until the sentence has reached the end of its line.
    """

    def __init__(self, terminal: Terminal, *, verbose: bool = False, has_links: bool = True) -> None:
        self._terminal = terminal
        self._verbose = verbose
        self._has_links = has_links
        self._messages = MessageText()
        self._ended_tools: set[str] = set()
        self._held: list[StreamEvent] = []
        self._speaks_in: str | None = None
        self._blank_lines = ""

    def show(self, event: StreamEvent) -> None:
        if event.type.startswith(_TEXT):
            self._show_text(event)
        else:
            self._held.append(event)
            self._show_held()

    def connection_lost(self) -> None:
        self._terminal.passing("connection lost, trying again ...")

    def close(self) -> None:
        self._terminal.end_line()
        self._show_held()
        self._terminal.end_line()

    def _show_text(self, event: StreamEvent) -> None:
        is_thought = event.type.startswith("agent_thought")
        if (is_thought and not self._verbose) or (event.seq is None and not self._terminal.is_live):
            return
        if event.type.endswith("_open"):
            self._messages.join_at(event.data)
        text = self._messages.new_text(event.data)
        if text.strip() and event.data.get("message_id") != self._speaks_in:
            self._begin_message(event)
            text = text.lstrip("\n")
        self._stream(text, dim=is_thought)
        if event.data.get("final") and not event.data.get("continues"):
            self._end_message(event)
        self._show_held()

    def _stream(self, text: str, *, dim: bool) -> None:
        """Blank lines are written when something follows them."""
        said = text.rstrip("\n")
        if said:
            self._terminal.stream_text(self._blank_lines + said, dim=dim)
            self._blank_lines = ""
        line_ends = text[len(said) :]
        if line_ends and self._terminal.is_mid_line:
            self._terminal.end_line()
            line_ends = line_ends[1:]
        self._blank_lines += line_ends

    def _begin_message(self, event: StreamEvent) -> None:
        self._terminal.end_line()
        self._show_held()
        self._speaks_in = event.data.get("message_id")
        self._blank_lines = ""

    def _end_message(self, event: StreamEvent) -> None:
        self._messages.forget(event.data)
        if event.data.get("message_id") == self._speaks_in:
            self._terminal.end_line()
            self._speaks_in = None
            self._blank_lines = ""

    def _show_held(self) -> None:
        while self._held and not self._terminal.is_mid_line:
            self._show_fact(self._held.pop(0))

    def _show_fact(self, event: StreamEvent) -> None:
        if event.type == EventType.AGENT_TOOL_CALL:
            self._show_tool_call(event.data)
        elif line := line_of(event.type, event.data, has_links=self._has_links):
            self._show_line(line)

    def _show_tool_call(self, data: dict[str, Any]) -> None:
        tool_call_id, status = str(data.get("tool_call_id")), data.get("status")
        title = one_line(str(data.get("title") or data.get("kind") or "tool call"))
        if tool_call_id in self._ended_tools:
            return
        if status not in _ENDED_TOOL:
            self._terminal.passing(f"  {self._terminal.signs.item} {title} ...")
            return
        self._ended_tools.add(tool_call_id)
        failed = status == "failed"
        sign = self._terminal.signs.failed if failed else self._terminal.signs.item
        self._terminal.line(f"  {self._terminal.style(f'{sign} {title}', fg='red' if failed else 'blue')}")
        if failed or self._verbose:
            self._show_output(data)

    def _show_output(self, data: dict[str, Any]) -> None:
        lines = printable(_output_of(data)).strip().splitlines()
        for line in lines if self._verbose else lines[-_MOST_OUTPUT_LINES:]:
            self._terminal.line("    " + self._terminal.style(line, dim=True))

    def _show_line(self, line: EventLine) -> None:
        signs = self._terminal.signs
        sign = {"heading": signs.phase, "bad": signs.failed, "warning": signs.warning}.get(line.tone)
        text = f"{sign} {line.text}" if sign else f"  {line.text}"
        color, quiet = _COLORS[line.tone], line.tone == "quiet"
        styled = self._terminal.style(printable(text), fg=color, bold=line.tone == "heading" or None, dim=quiet or None)
        self._terminal.line(styled)


def _output_of(data: dict[str, Any]) -> str:
    texts = [_text_in(part) for part in data.get("content") or []]
    output = data.get("output")
    return "\n".join(text for text in texts if text) or (output if isinstance(output, str) else "")


def _text_in(part: Any) -> str:
    content = part.get("content") if isinstance(part, dict) else None
    return str(content.get("text", "")) if isinstance(content, dict) else ""
