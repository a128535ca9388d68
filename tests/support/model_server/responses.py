"""OpenAI's Responses."""

import itertools
import secrets
from collections.abc import Iterator
from typing import Any

from tests.support.model_server.answer import Refusal, Text, Thought
from tests.support.model_server.conversation import Conversation, Listener, Tool, text_of, tool_from_schema
from tests.support.model_server.openai_errors import openai_error
from tests.support.model_server.protocol import INPUT_TOKENS, OUTPUT_TOKENS, Body, Said, sse
from tests.support.model_server.tool_choice import ToolCall

_USAGE = {
    "input_tokens": INPUT_TOKENS,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": OUTPUT_TOKENS,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
}


class Responses:
    def read(self, _path: str, body: Body) -> Conversation:
        listener = Listener()
        entries = body.get("input")
        for item in entries if isinstance(entries, list) else [{"role": "user", "content": entries}]:
            _hear(listener, item)
        tools = tuple(_tools(body))
        return Conversation(str(body.get("model")), bool(body.get("stream")), tools, listener.turns)

    def encoder(self, conversation: Conversation) -> "_Encoder":
        return _Encoder(conversation.model)

    def whole(self, conversation: Conversation, pieces: list[Said]) -> Body:
        return _response(conversation.model, "completed", [_item(piece) for piece in pieces])

    def error(self, refusal: Refusal) -> Body:
        return openai_error(refusal)


class _Encoder:
    def __init__(self, model: str) -> None:
        self._model = model
        self._items: list[Body] = []
        self._text: list[str] = []
        self._message_id = ""
        self._numbers = itertools.count()

    def begin(self) -> Iterator[bytes]:
        yield self._event("response.created", response=_response(self._model, "in_progress", []))

    def piece(self, piece: Said) -> Iterator[bytes]:
        if isinstance(piece, Text):
            yield from self._text_piece(piece)
            return
        yield from self._end_text()
        item = _item(piece)
        yield from self._added(item)
        if isinstance(piece, Thought):
            yield self._event("response.reasoning_summary_part.added", item_id=item["id"], summary_index=0)
            yield self._event(
                "response.reasoning_summary_text.delta", item_id=item["id"], summary_index=0, delta=piece.text
            )
        yield self._done(item)

    def end(self) -> Iterator[bytes]:
        yield from self._end_text()
        yield self._event("response.completed", response=_response(self._model, "completed", self._items))

    def _event(self, name: str, **fields: Any) -> bytes:
        return sse({"type": name, "sequence_number": next(self._numbers), **fields}, name)

    def _text_piece(self, piece: Text) -> Iterator[bytes]:
        if not self._text:
            item = _item(Text(""))
            self._message_id = item["id"]
            yield from self._added({**item, "content": []})
        self._text.append(piece.text)
        yield self._event(
            "response.output_text.delta",
            item_id=self._message_id,
            output_index=len(self._items),
            content_index=0,
            delta=piece.text,
        )

    def _end_text(self) -> Iterator[bytes]:
        if self._text:
            item = {**_item(Text("".join(self._text))), "id": self._message_id}
            self._text = []
            yield self._done(item)

    def _added(self, item: Body) -> Iterator[bytes]:
        yield self._event("response.output_item.added", output_index=len(self._items), item=item)

    def _done(self, item: Body) -> bytes:
        self._items.append(item)
        return self._event("response.output_item.done", output_index=len(self._items) - 1, item=item)


def _hear(listener: Listener, item: Body) -> None:
    kind = str(item.get("type") or "message")
    if kind.endswith("call_output"):
        listener.tool_result()
    elif item.get("role") == "user":
        listener.person(text_of(item.get("content")))
    elif kind != "message" or item.get("role") == "assistant":
        listener.model()


def _tools(body: Body) -> Iterator[Tool]:
    """Some models are told of their tools in the conversation, and of tools in groups."""
    entries = body.get("input")
    added = [item for item in entries if item.get("type") == "additional_tools"] if isinstance(entries, list) else []
    groups = [body, *added]
    while groups:
        for tool in groups.pop().get("tools") or []:
            if tool.get("type") == "namespace":
                groups.append(tool)
            elif "name" in tool:
                yield _tool(tool)


def _tool(tool: Body) -> Tool:
    if tool.get("type") == "custom":
        return Tool(tool["name"], {}, is_freeform=True)
    return tool_from_schema(tool["name"], tool.get("parameters"))


def _item(piece: Said) -> dict[str, Any]:
    unique = secrets.token_hex(8)
    match piece:
        case Text():
            content = [{"type": "output_text", "text": piece.text, "annotations": []}]
            return {"type": "message", "id": f"msg_{unique}", "role": "assistant", "content": content}
        case Thought():
            summary = [{"type": "summary_text", "text": piece.text}]
            return {"type": "reasoning", "id": f"rs_{unique}", "summary": summary}
        case ToolCall(is_freeform=True):
            call = {"call_id": f"call_{unique}", "name": piece.name, "input": piece.arguments}
            return {"type": "custom_tool_call", "id": f"ctc_{unique}", "status": "completed", **call}
        case ToolCall():
            call = {"call_id": f"call_{unique}", "name": piece.name, "arguments": piece.arguments}
            return {"type": "function_call", "id": f"fc_{unique}", "status": "completed", **call}


def _response(model: str, status: str, output: list[Any]) -> Body:
    return {
        "id": f"resp_{secrets.token_hex(8)}",
        "object": "response",
        "created_at": 1,
        "status": status,
        "model": model,
        "output": output,
        "usage": _USAGE if status == "completed" else None,
    }
