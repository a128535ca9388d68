"""The text of a commit of ours: a subject, what the agent said, and trailers that nobody else can forge."""

import re
import unicodedata
from dataclasses import dataclass

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.naming import LONGEST_SUBJECT
from shopfloor.domain.work_order import AgentWorkflowPhase, Author

_LONGEST_BODY = 8000


@dataclass(frozen=True, slots=True)
class CommitMessage:
    subject: str
    body: str
    agent_work_order_id: AgentWorkOrderId
    phase: AgentWorkflowPhase | None
    """None for what a person changed by hand."""
    run_id: RunId | None
    co_author: Author | None = None
    unfinished: bool = False
    """True for work that was saved before its turn had ended."""

    def render(self) -> str:
        """Git reads trailers from the last paragraph only, and that one is always ours."""
        trailers = [f"Work-Order: {one_line(self.agent_work_order_id)}"]
        if self.phase is not None:
            trailers.append(f"Phase: {one_line(self.phase)}")
        if self.run_id is not None:
            trailers.append(f"Run: {one_line(self.run_id)}")
        if self.unfinished:
            trailers.append("Unfinished: yes")
        if self.co_author is not None:
            trailers.append(f"Co-authored-by: {identity(self.co_author)}")
        paragraphs = [self.first_line, self.text, "\n".join(trailers)]
        return "\n\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"

    def encoded(self) -> bytes:
        return self.render().encode("utf-8", "replace")

    @property
    def first_line(self) -> str:
        subject = one_line(self.subject) or "Work order"
        return subject if len(subject) <= LONGEST_SUBJECT else subject[: LONGEST_SUBJECT - 1].rstrip() + "…"

    @property
    def text(self) -> str:
        lines = [_without_controls(line).rstrip() for line in self.body.splitlines()]
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
        return text if len(text) <= _LONGEST_BODY else text[:_LONGEST_BODY].rstrip() + "\n…"


def one_line(text: str) -> str:
    return " ".join(_without_controls(text).split())


def identity(author: Author) -> str:
    """As git writes people: no brackets or line ends inside name and address."""
    name = re.sub(r"[<>]", "", one_line(author.name)).strip(" .,:;\"'") or "Unknown"
    email = re.sub(r"[<>\s]", "", one_line(author.email)) or "unknown@localhost"
    return f"{name} <{email}>"


def identity_environment(author: Author) -> dict[str, str]:
    name, _, email = identity(author).rpartition(" <")
    return {
        "GIT_AUTHOR_NAME": name,
        "GIT_AUTHOR_EMAIL": email.rstrip(">"),
        "GIT_COMMITTER_NAME": name,
        "GIT_COMMITTER_EMAIL": email.rstrip(">"),
    }


def _without_controls(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} else c for c in text)
