"""Gemini's generateContent."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.support.model_server.answer import Refusal, Text, Thought
from tests.support.model_server.conversation import Conversation, Listener, text_of, tool_from_schema
from tests.support.model_server.protocol import INPUT_TOKENS, OUTPUT_TOKENS, Body, Said, sse

_PATH = re.compile(r"/models/([^/:]+):(\w+)")
_STATUSES = {401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL"}


class GenerateContent:
    def read(self, path: str, body: Body) -> Conversation:
        named = _PATH.search(path)
        listener = Listener()
        for message in body.get("contents") or []:
            parts = message.get("parts") or []
            results = [part for part in parts if "functionResponse" in part]
            for _ in results:
                listener.tool_result()
            if message.get("role") == "model":
                listener.model()
            elif not results:
                listener.person(text_of(parts))
        return Conversation(
            named[1] if named else "",
            bool(named) and "stream" in named[2],  # type: ignore[index]
            tuple(_tools(body)),
            listener.turns,
            (body.get("generationConfig") or {}).get("responseJsonSchema"),
        )

    def encoder(self, conversation: Conversation) -> "_Encoder":
        return _Encoder(conversation.model)

    def whole(self, conversation: Conversation, pieces: list[Said]) -> Body:
        return _response(conversation.model, [_part(piece) for piece in pieces], "STOP")

    def error(self, refusal: Refusal) -> Body:
        status = _STATUSES.get(refusal.status, "UNKNOWN")
        return {"error": {"code": refusal.status, "message": refusal.message, "status": status}}


class _Encoder:
    def __init__(self, model: str) -> None:
        self._model = model

    def begin(self) -> Iterator[bytes]:
        return iter(())

    def piece(self, piece: Said) -> Iterator[bytes]:
        yield sse(_response(self._model, [_part(piece)], None))

    def end(self) -> Iterator[bytes]:
        yield sse(_response(self._model, [{"text": ""}], "STOP"))


def _tools(body: Body) -> Iterator[Any]:
    for group in body.get("tools") or []:
        for function in group.get("functionDeclarations") or []:
            schema = function.get("parametersJsonSchema") or function.get("parameters")
            yield tool_from_schema(function["name"], schema)


def _part(piece: Said) -> Body:
    match piece:
        case Text():
            return {"text": piece.text}
        case Thought():
            return {"text": piece.text, "thought": True}
        case _:
            return {"functionCall": {"name": piece.name, "args": json.loads(piece.arguments)}}


def _response(model: str, parts: list[Body], finish_reason: str | None) -> Body:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    usage = {}
    if finish_reason:
        candidate["finishReason"] = finish_reason
        usage = {
            "promptTokenCount": INPUT_TOKENS,
            "candidatesTokenCount": OUTPUT_TOKENS,
            "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
        }
    return {"candidates": [candidate], "modelVersion": model, "usageMetadata": usage}
