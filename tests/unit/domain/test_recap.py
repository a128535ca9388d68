"""The story for an agent that has forgotten it."""

from datetime import UTC, datetime
from typing import Any

from shopfloor.domain.conversation import Message, MessageKind, Role
from shopfloor.domain.ids import PromptId
from shopfloor.domain.recap import LONGEST_RECAP, Exchange, History, exchanges_of, recap_of

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def said(role: Role, text: str, turn: int = 1, name: str = "m", **data: Any) -> Message:
    return Message(name, 1, role, MessageKind.TEXT, text, NOON, turn, "implementing", data)


def a_history(**changes: Any) -> History:
    values: dict[str, Any] = {
        "task": "Build a wall",
        "branch": "feat-wall",
        "phases_done": ("planning",),
        "exchanges": (),
        "commits": (),
        "changed_files": (),
    }
    return History(**{**values, **changes})


def test_exchanges_are_what_was_asked_and_the_last_word_on_it() -> None:
    messages = [
        said(Role.USER, "Build a wall", 0, "task"),
        said(Role.ASSISTANT, "I look around.", 1),
        said(Role.ASSISTANT, "Built.", 1),
        said(Role.USER, "Paint it", 1, "pr-1", prompt_id="pr-1"),
        said(Role.ASSISTANT, "Blue now.", 2),
        said(Role.USER, "And this", 2, "pr-2", prompt_id="pr-2"),
        said(Role.USER, "Not sent yet", 2, "pr-3", prompt_id="pr-3", status="queued"),
    ]
    assert exchanges_of(messages, without=PromptId("pr-2")) == [
        Exchange("(implementing)", "Built."),
        Exchange("Paint it", "Blue now."),
    ]


def test_whoever_was_interrupted_is_told_so() -> None:
    text = recap_of(a_history(exchanges=[Exchange("Paint it")], changed_files=[" M wall.txt"]))
    assert "- Asked: Paint it\n  You were interrupted before you answered." in text
    assert "- M wall.txt" in text
    assert "Phases done: planning." in text


def test_however_long_it_was_the_recap_is_short() -> None:
    long = "word " * 100_000
    text = recap_of(
        a_history(
            task=long,
            exchanges=[Exchange(f"{number} {long}", long) for number in range(500)],
            commits=[f"{number} {long}" for number in range(500)],
            changed_files=[f"file-{number}" for number in range(5000)],
        )
    )
    assert len(text) < LONGEST_RECAP + 100
    assert "492 earlier exchanges are left out" in text
    assert "- Asked: 499 word" in text
    assert "- 499 word" in text
    assert "- file-4999" in text
