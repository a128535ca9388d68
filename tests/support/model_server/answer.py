"""What the model does for a request, piece by piece, whatever protocol it goes out in."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from tests.support.model_server.conversation import Conversation, Tool
from tests.support.model_server.script import SECONDS_A_WORD, Direction, directions_for
from tests.support.model_server.tool_choice import NoSuchTool, ToolCall, edit_call, shell_call

RETRY_AFTER_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    text: str


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


class Cut:
    """The connection ends here."""


class Silence:
    """Nothing more comes, and the connection stays open."""


Piece = Text | Thought | ToolCall | Wait | Cut | Silence


@dataclass(frozen=True, slots=True)
class Refusal:
    status: int

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(RETRY_AFTER_SECONDS)} if self.status == 429 else {}

    @property
    def message(self) -> str:
        return _MESSAGES.get(self.status, f"The scripted model answers {self.status}.")


_MESSAGES = {
    401: "Invalid API key.",
    402: "Your credit balance is too low.",
    403: "You have no access to this model.",
    429: "Rate limit reached.",
    500: "The scripted model has an internal error.",
    529: "Overloaded.",
}


class Actor:
    """Does as the conversation says. Remembers only how often it has made trouble."""

    def __init__(self) -> None:
        self._troubles: Counter[str] = Counter()
        self._lock = Lock()

    def act(self, conversation: Conversation) -> Refusal | list[Piece]:
        if conversation.answer_schema is not None:
            return [Text(json.dumps(_sample_of(conversation.answer_schema)))]
        directions = directions_for(conversation)
        for direction in directions:
            if direction.verb == "fail" and not self._is_over(direction):
                return Refusal(int(direction.rest.split()[0]))
        acted = [direction for direction in directions if not self._is_over(direction)]
        pieces = [piece for direction in acted for piece in _pieces(direction, conversation.tools)]
        return pieces or [Text("ok")]

    def _is_over(self, direction: Direction) -> bool:
        """Whether a trouble that was to come so many times has come so often."""
        words = direction.rest.split()
        times = {"fail": words[1:2], "cut": words[0:1]}.get(direction.verb)
        if not times:
            return False
        with self._lock:
            self._troubles[direction.line] += 1
            return self._troubles[direction.line] > int(times[0])


def _pieces(direction: Direction, tools: tuple[Tool, ...]) -> Iterator[Piece]:
    rest = direction.rest
    match direction.verb:
        case "say":
            yield Text(f"{rest}\n")
        case "think":
            yield Thought(rest)
        case "slow":
            for number in range(int(rest)):
                yield Text(f"word{number} ")
                yield Wait(SECONDS_A_WORD)
        case "wait":
            yield Wait(float(rest))
        case "cut":
            yield Cut()
        case "silence":
            yield Silence()
        case "edit" | "shell":
            yield _tool_piece(direction, tools)
        case "fail" | "later":
            return
        case unknown:
            yield Text(f"(the scripted model does not know «{unknown}»)")


def _tool_piece(direction: Direction, tools: tuple[Tool, ...]) -> Piece:
    try:
        if direction.verb == "shell":
            return shell_call(tools, direction.rest)
        path, _, text = direction.rest.partition(" ")
        return edit_call(tools, path, text)
    except NoSuchTool as exc:
        return Text(f"({exc})")


def _sample_of(schema: Mapping[str, Any]) -> Any:
    """The simplest value that the schema allows."""
    if schema.get("enum"):
        return schema["enum"][0]
    match str(schema.get("type")).lower():
        case "object":
            return {name: _sample_of(part) for name, part in (schema.get("properties") or {}).items()}
        case "array":
            return []
        case "number" | "integer":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case _:
            return "scripted"
