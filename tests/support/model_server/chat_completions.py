"""OpenAI's chat completions."""

import secrets
from collections.abc import Iterator
from typing import Any

from tests.support.model_server.answer import Refusal, Text, Thought
from tests.support.model_server.conversation import Conversation, Listener, text_of, tool_from_schema
from tests.support.model_server.openai_errors import openai_error
from tests.support.model_server.protocol import INPUT_TOKENS, OUTPUT_TOKENS, Body, Said, sse
from tests.support.model_server.tool_choice import ToolCall

_USAGE = {
    "prompt_tokens": INPUT_TOKENS,
    "completion_tokens": OUTPUT_TOKENS,
    "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
}


class ChatCompletions:
    def read(self, _path: str, body: Body) -> Conversation:
        listener = Listener()
        for message in body.get("messages") or []:
            match message.get("role"):
                case "user":
                    listener.person(text_of(message.get("content")))
                case "assistant":
                    listener.model()
                case "tool":
                    listener.tool_result()
        functions = [tool["function"] for tool in body.get("tools") or [] if "function" in tool]
        tools = tuple(tool_from_schema(function["name"], function.get("parameters")) for function in functions)
        return Conversation(str(body.get("model")), bool(body.get("stream")), tools, listener.turns)

    def encoder(self, conversation: Conversation) -> "_Encoder":
        return _Encoder(conversation.model)

    def whole(self, conversation: Conversation, pieces: list[Said]) -> Body:
        calls = [_wire_call(piece) for piece in pieces if isinstance(piece, ToolCall)]
        message: dict[str, Any] = {
            "role": "assistant",
            "content": "".join(piece.text for piece in pieces if isinstance(piece, Text)),
        }
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
        return {
            "id": f"chatcmpl-{secrets.token_hex(6)}",
            "object": "chat.completion",
            "created": 1,
            "model": conversation.model,
            "choices": [choice],
            "usage": _USAGE,
        }

    def error(self, refusal: Refusal) -> Body:
        return openai_error(refusal)


class _Encoder:
    def __init__(self, model: str) -> None:
        self._head = {
            "id": f"chatcmpl-{secrets.token_hex(6)}",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": model,
        }
        self._calls = 0

    def begin(self) -> Iterator[bytes]:
        yield self._chunk({"role": "assistant", "content": ""})

    def piece(self, piece: Said) -> Iterator[bytes]:
        if isinstance(piece, Text):
            yield self._chunk({"content": piece.text})
        elif isinstance(piece, Thought):
            yield self._chunk({"reasoning_content": piece.text})
        else:
            yield self._chunk({"tool_calls": [{"index": self._calls, **_wire_call(piece)}]})
            self._calls += 1

    def end(self) -> Iterator[bytes]:
        yield self._chunk({}, "tool_calls" if self._calls else "stop")
        yield sse({**self._head, "choices": [], "usage": _USAGE})
        yield b"data: [DONE]\n\n"

    def _chunk(self, delta: Body, finish_reason: str | None = None) -> bytes:
        return sse({**self._head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]})


def _wire_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": f"call_{secrets.token_hex(6)}", "type": "function", "function": function}
