"""What Claude says and does during a turn, as updates of the Agent Client Protocol."""

from collections.abc import Iterator, Mapping

from shopfloor.agent_executor.claude_stream import tool_calls
from shopfloor.agent_executor.json_lines import Json

Update = dict[str, Json]

_DELTAS = {"text_delta": ("text", "agent_message_chunk"), "thinking_delta": ("thinking", "agent_thought_chunk")}
_OF_NO_INTEREST = frozenset({"init", "status", "thinking_tokens", "session_state_changed", "commands_changed"})


class Speech:
    """Text comes twice, as deltas and as a whole; it is told once."""

    def __init__(self) -> None:
        self._streamed_message: str | None = None
        self.error_kind: str | None = None
        """What the last message of the turn called its error."""
        self.asked_delay_ms: Json = None
        """How long it waited before it tried its model's server again: as long as that had asked for."""

    def begin_turn(self) -> None:
        self._streamed_message, self.error_kind, self.asked_delay_ms = None, None, None

    def updates_from(self, message: Mapping[str, Json]) -> Iterator[Update]:
        match message.get("type"):
            case "stream_event":
                yield from self._streamed(message)
            case "assistant":
                yield from self._whole(message)
            case "user":
                yield from _tool_results(message)
            case "system" if message.get("subtype") not in _OF_NO_INTEREST:
                self.asked_delay_ms = message.get("retry_delay_ms", self.asked_delay_ms)
                yield {"sessionUpdate": str(message.get("subtype")), **message}
            case "system" | "keep_alive":
                return
            case other:
                yield {"sessionUpdate": str(other), **message}

    def _streamed(self, message: Mapping[str, Json]) -> Iterator[Update]:
        event = message.get("event")
        if not isinstance(event, dict) or message.get("parent_tool_use_id") is not None:
            return
        if event.get("type") == "message_start":
            started = event.get("message")
            self._streamed_message = str(started.get("id")) if isinstance(started, dict) else None
        elif event.get("type") == "content_block_delta":
            yield from _delta(event.get("delta"))
        elif event.get("type") == "content_block_start":
            block = event.get("content_block")
            if isinstance(block, dict) and block.get("type") == "tool_use":
                yield tool_calls.started(str(block.get("id")), str(block.get("name")))

    def _whole(self, message: Mapping[str, Json]) -> Iterator[Update]:
        inner = message.get("message")
        if not isinstance(inner, dict):
            return
        if message.get("error"):
            self.error_kind = str(message["error"])
        is_new = inner.get("id") != self._streamed_message and message.get("parent_tool_use_id") is None
        for block in _blocks_of(inner):
            if block.get("type") == "tool_use":
                yield from _tool_use(block)
            elif block.get("type") == "text" and is_new and not message.get("error"):
                yield _chunk("agent_message_chunk", str(block.get("text") or ""))


def _delta(delta: Json) -> Iterator[Update]:
    if isinstance(delta, dict) and (told := _DELTAS.get(str(delta.get("type")))):
        field, name = told
        if text := delta.get(field):
            yield _chunk(name, str(text))


def _tool_use(block: Mapping[str, Json]) -> Iterator[Update]:
    given = block.get("input")
    given = given if isinstance(given, dict) else {}
    name = str(block.get("name"))
    yield tool_calls.known(str(block.get("id")), name, given)
    plan = tool_calls.plan_of(given) if name == "TodoWrite" else None
    if plan is not None:
        yield plan


def _tool_results(message: Mapping[str, Json]) -> Iterator[Update]:
    inner = message.get("message")
    for block in _blocks_of(inner) if isinstance(inner, dict) else ():
        if block.get("type") == "tool_result":
            failed = block.get("is_error") is True
            yield tool_calls.ended(str(block.get("tool_use_id")), block.get("content"), failed=failed)


def _blocks_of(message: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    content = message.get("content")
    yield from (block for block in (content if isinstance(content, list) else ()) if isinstance(block, dict))


def _chunk(name: str, text: str) -> Update:
    return {"sessionUpdate": name, "content": {"type": "text", "text": text}}
