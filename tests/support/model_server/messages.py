"""Anthropic's Messages."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

from tests.support.model_server.answer import Refusal, Text, Thought
from tests.support.model_server.conversation import Conversation, Listener, text_of, tool_from_schema
from tests.support.model_server.protocol import INPUT_TOKENS, OUTPUT_TOKENS, Body, Said, sse
from tests.support.model_server.tool_choice import ToolCall

_ERROR_TYPES = {
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_USAGE = {
    "input_tokens": INPUT_TOKENS,
    "output_tokens": 1,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}


class Messages:
    def read(self, _path: str, body: Body) -> Conversation:
        listener = Listener()
        for message in body.get("messages") or []:
            if message.get("role") == "assistant":
                listener.model()
            elif message.get("role") == "user":
                _hear_user(listener, message.get("content"))
        named = [tool for tool in body.get("tools") or [] if "input_schema" in tool]
        tools = tuple(tool_from_schema(tool["name"], tool["input_schema"]) for tool in named)
        return Conversation(str(body.get("model")), bool(body.get("stream")), tools, listener.turns)

    def encoder(self, conversation: Conversation) -> "_Encoder":
        return _Encoder(conversation.model)

    def whole(self, conversation: Conversation, pieces: list[Said]) -> Body:
        content = [_block(piece) for piece in pieces]
        reason = "tool_use" if any(isinstance(piece, ToolCall) for piece in pieces) else "end_turn"
        usage = {**_USAGE, "output_tokens": OUTPUT_TOKENS}
        return {**_head(conversation.model), "content": content, "stop_reason": reason, "usage": usage}

    def error(self, refusal: Refusal) -> Body:
        kind = _ERROR_TYPES.get(refusal.status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": refusal.message}}


class _Encoder:
    def __init__(self, model: str) -> None:
        self._model = model
        self._blocks = 0
        self._called_tool = False

    def begin(self) -> Iterator[bytes]:
        yield _event("message_start", message={**_head(self._model), "content": [], "stop_reason": None})

    def piece(self, piece: Said) -> Iterator[bytes]:
        index, self._blocks = self._blocks, self._blocks + 1
        yield _event("content_block_start", index=index, content_block=_empty_block(piece))
        for delta in _deltas(piece):
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
        self._called_tool = self._called_tool or isinstance(piece, ToolCall)

    def end(self) -> Iterator[bytes]:
        delta = {"stop_reason": "tool_use" if self._called_tool else "end_turn", "stop_sequence": None}
        yield _event("message_delta", delta=delta, usage={**_USAGE, "output_tokens": OUTPUT_TOKENS})
        yield _event("message_stop")


def _hear_user(listener: Listener, content: Any) -> None:
    results = [part for part in content if part.get("type") == "tool_result"] if isinstance(content, list) else []
    for _ in results:
        listener.tool_result()
    if not results:
        listener.person(text_of(content))


def _head(model: str) -> dict[str, Any]:
    return {
        "id": f"msg_{secrets.token_hex(8)}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "stop_sequence": None,
        "usage": _USAGE,
    }


def _event(name: str, **fields: Any) -> bytes:
    return sse({"type": name, **fields}, name)


def _block(piece: Said) -> Body:
    match piece:
        case Text():
            return {"type": "text", "text": piece.text}
        case Thought():
            return {"type": "thinking", "thinking": piece.text, "signature": "scripted"}
        case ToolCall():
            return {**_empty_block(piece), "input": json.loads(piece.arguments)}


def _empty_block(piece: Said) -> Body:
    match piece:
        case Text():
            return {"type": "text", "text": ""}
        case Thought():
            return {"type": "thinking", "thinking": "", "signature": ""}
        case ToolCall():
            return {"type": "tool_use", "id": f"toolu_{secrets.token_hex(8)}", "name": piece.name, "input": {}}


def _deltas(piece: Said) -> Iterator[Body]:
    match piece:
        case Text():
            yield {"type": "text_delta", "text": piece.text}
        case Thought():
            yield {"type": "thinking_delta", "thinking": piece.text}
            yield {"type": "signature_delta", "signature": "scripted"}
        case ToolCall():
            yield {"type": "input_json_delta", "partial_json": piece.arguments}
