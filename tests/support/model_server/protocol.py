"""What the four protocols have in common: a request becomes a conversation, pieces become what goes over the wire."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from tests.support.model_server.answer import Refusal, Text, Thought
from tests.support.model_server.conversation import Conversation
from tests.support.model_server.tool_choice import ToolCall

Body = Mapping[str, Any]
Said = Text | Thought | ToolCall

INPUT_TOKENS, OUTPUT_TOKENS = 120, 30


class Encoder(Protocol):
    """One streamed answer."""

    def begin(self) -> Iterator[bytes]: ...

    def piece(self, piece: Said) -> Iterator[bytes]: ...

    def end(self) -> Iterator[bytes]: ...


class WireProtocol(Protocol):
    def read(self, path: str, body: Body) -> Conversation: ...

    def encoder(self, conversation: Conversation) -> Encoder: ...

    def whole(self, conversation: Conversation, pieces: list[Said]) -> Body:
        """The same answer in one piece."""
        ...

    def error(self, refusal: Refusal) -> Body: ...


def sse(data: Body, event: str | None = None) -> bytes:
    name = f"event: {event}\n" if event else ""
    return f"{name}data: {json.dumps(data)}\n\n".encode()
