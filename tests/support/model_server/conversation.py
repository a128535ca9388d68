"""What a request says, whatever protocol it came in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
"""Said in the person's name by the agent itself."""


@dataclass(slots=True)
class UserTurn:
    messages: list[str]
    """Several, where the agent adds to what the person said, or got no answer to what she said before."""
    tool_results_since: int = 0

    @property
    def text(self) -> str:
        return "\n".join(self.messages)


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    parameters: Mapping[str, Any]
    """By name, as in its JSON schema."""
    is_freeform: bool = False
    """Takes a text instead of JSON."""


@dataclass(frozen=True, slots=True)
class Conversation:
    model: str
    streams: bool
    tools: tuple[Tool, ...] = ()
    user_turns: list[UserTurn] = field(default_factory=list)
    answer_schema: Mapping[str, Any] | None = None
    """Where the answer has to be JSON, such as when an agent lets a small model choose a larger one."""


class Listener:
    """Puts messages together to turns: what a person said, and how many tools have answered since."""

    def __init__(self) -> None:
        self.turns: list[UserTurn] = []
        self._person_spoke_last = False

    def person(self, text: str) -> None:
        text = _REMINDER.sub("", text)
        if self._person_spoke_last:
            self.turns[-1].messages.append(text)
        elif text.strip():
            self.turns.append(UserTurn([text]))
            self._person_spoke_last = True

    def model(self) -> None:
        self._person_spoke_last = False

    def tool_result(self) -> None:
        if self.turns:
            self.turns[-1].tool_results_since += 1
        self._person_spoke_last = False


def tool_from_schema(name: str, schema: Mapping[str, Any] | None) -> Tool:
    return Tool(name, (schema or {}).get("properties") or {})


def text_of(content: Any) -> str:
    """The text in a message's content, which is a string or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))
