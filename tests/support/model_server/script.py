"""What the model is told to do in one answer. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.model_server.conversation import Conversation

_LINE = re.compile(r"^[ \t>*-]*model:[ \t]*([a-z]+)[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_ENDS_THE_ANSWER = ("edit", "shell")
SECONDS_A_WORD = 0.1


@dataclass(frozen=True, slots=True)
class Direction:
    verb: str
    rest: str

    @property
    def line(self) -> str:
        return f"{self.verb} {self.rest}"


def directions_in(text: str) -> list[Direction]:
    return [Direction(match[1], match[2]) for match in _LINE.finditer(text)]


def directions_for(conversation: Conversation) -> Sequence[Direction]:
    """Those of this answer: after as many tool calls as the conversation has had since it was told."""
    told = next((turn for turn in reversed(conversation.user_turns) if directions_in(turn.text)), None)
    if told is None or not conversation.tools:
        return ()
    if told is not conversation.user_turns[-1]:
        return ()
    answers = _split_at_tool_calls(directions_in(told.text))
    return answers[told.tool_results_since] if told.tool_results_since < len(answers) else ()


def _split_at_tool_calls(directions: Sequence[Direction]) -> list[list[Direction]]:
    answers: list[list[Direction]] = [[]]
    for direction in directions:
        answers[-1].append(direction)
        if direction.verb in _ENDS_THE_ANSWER:
            answers.append([])
    return answers
