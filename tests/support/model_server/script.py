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
    found = [Direction(match[1], match[2]) for match in _LINE.finditer(text)]
    starts = [place for place, direction in enumerate(found) if direction.verb == "start"]
    return found[starts[-1] + 1 :] if starts else found


def directions_for(conversation: Conversation) -> Sequence[Direction]:
    """Those of this answer: after as many tool calls as the conversation has had since it was told."""
    if not conversation.user_turns or not conversation.tools:
        return ()
    turn = conversation.user_turns[-1]
    told = next((found for text in reversed(turn.messages) if (found := directions_in(text))), [])
    told = told or _left_for_later(conversation)
    answers = _split_at_tool_calls(told)
    return answers[turn.tool_results_since] if turn.tool_results_since < len(answers) else ()


def _left_for_later(conversation: Conversation) -> list[Direction]:
    """`later say …` is for a turn that has no directions of its own."""
    told = [each for turn in conversation.user_turns[:-1] for text in turn.messages for each in directions_in(text)]
    later = [each.rest.partition(" ") for each in told if each.verb == "later"]
    return [Direction(verb, rest) for verb, _, rest in later]


def _split_at_tool_calls(directions: Sequence[Direction]) -> list[list[Direction]]:
    answers: list[list[Direction]] = [[]]
    for direction in directions:
        answers[-1].append(direction)
        if direction.verb in _ENDS_THE_ANSWER:
            answers.append([])
    return answers
