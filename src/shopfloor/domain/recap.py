"""What a new session is told where the earlier conversation cannot be loaded: short, and bounded in size. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shopfloor.domain.conversation import Message, MessageKind, Role
from shopfloor.domain.ids import PromptId

LONGEST_RECAP = 16_000
_TASK = 2_000
_ASKED = 300
_ANSWERED = 600
_MOST_EXCHANGES = 8
_MOST_COMMITS = 20
_MOST_FILES = 30
_ENTRY = 100


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was asked, and the last that was said to it."""

    asked: str
    answered: str = ""


def exchanges_of(messages: Iterable[Message], *, without: PromptId | None = None) -> list[Exchange]:
    """Without the task itself, and without the prompt that is about to be sent (again)."""
    exchanges: list[Exchange] = []
    turn, is_prompted = 0, False
    for message in messages:
        is_text = message.kind is MessageKind.TEXT
        if message.message_id in ("task", without) or message.data.get("status") == "queued":
            continue
        if message.role is Role.USER and is_text:
            exchanges.append(Exchange(message.text))
            is_prompted = "prompt_id" in message.data
        elif message.role is Role.ASSISTANT and is_text:
            if message.turn != turn and not is_prompted:
                exchanges.append(Exchange(f"({message.phase or 'work'})"))
            turn, is_prompted = message.turn, False
            exchanges[-1:] = [replace(one, answered=message.text) for one in exchanges[-1:]]
    return exchanges


@dataclass(frozen=True, slots=True)
class History:
    task: str
    branch: str
    phases_done: Sequence[str]
    exchanges: Sequence[Exchange]
    commits: Sequence[str]
    """Subjects, oldest first."""
    changed_files: Sequence[str]
    """What is in the working tree and in no commit."""


def recap_of(history: History) -> str:
    parts = [
        "You have worked on this before, but that conversation could not be loaded. What happened so far:",
        f"Task:\n{_quoted(_cut(history.task, _TASK))}",
        f"Phases done: {', '.join(history.phases_done)}." if history.phases_done else "",
        _conversation(history.exchanges),
        _list(f"Commits on {history.branch}, oldest first:", history.commits, _MOST_COMMITS),
        _list("Changed in the working tree and not committed:", history.changed_files, _MOST_FILES)
        or "The working tree is clean.",
    ]
    told = "\n\n".join(part for part in parts if part)
    return f"{_cut(told, LONGEST_RECAP)}\n\nGo on from there. What is wanted now:\n\n"


def _conversation(exchanges: Sequence[Exchange]) -> str:
    if not exchanges:
        return ""
    left_out = len(exchanges) - _MOST_EXCHANGES
    lines = [f"({left_out} earlier exchanges are left out.)"] if left_out > 0 else []
    for exchange in exchanges[-_MOST_EXCHANGES:]:
        lines.append(f"- Asked: {_one_paragraph(exchange.asked, _ASKED)}")
        answered = _one_paragraph(exchange.answered, _ANSWERED)
        lines.append(f"  You: {answered}" if answered else "  You were interrupted before you answered.")
    return "Conversation in short:\n" + "\n".join(lines)


def _list(heading: str, entries: Sequence[str], most: int) -> str:
    if not entries:
        return ""
    left_out = len(entries) - most
    lines = [f"- ({left_out} more)"] if left_out > 0 else []
    return "\n".join([heading, *lines, *(f"- {_one_paragraph(entry, _ENTRY)}" for entry in entries[-most:])])


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _one_paragraph(text: str, limit: int) -> str:
    return _cut(" ".join(text.split()), limit)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 2].rstrip() + " …"
