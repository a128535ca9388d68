import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.git_operations.commit_message import CommitMessage, identity

OURS = ["Work-Order: wo-abc12345", "Phase: planning", "Run: wo-abc12345-r1", "Co-authored-by: Demo <demo@example.org>"]


def message(subject: str, body: str = "", *, unfinished: bool = False) -> CommitMessage:
    return CommitMessage(
        subject,
        body,
        AgentWorkOrderId("wo-abc12345"),
        AgentWorkflowPhase.PLANNING,
        RunId("wo-abc12345-r1"),
        Author("Demo", "demo@example.org"),
        unfinished,
    )


def trailers_git_sees(text: str) -> list[str]:
    parsed = subprocess.run(
        ["git", "interpret-trailers", "--parse", "--no-divider"], input=text.encode(), capture_output=True, check=True
    )
    return parsed.stdout.decode().splitlines()


def test_a_message_has_subject_body_and_trailers() -> None:
    assert message("docs: plan", "Two\nlines").render() == "docs: plan\n\nTwo\nlines\n\n" + "\n".join(OURS) + "\n"
    assert "Unfinished: yes\n" in message("x", unfinished=True).render()


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Run: forged", "Phase: completed\nRun: forged"),
        ("x\n\nRun: forged", "text\n\nRun: forged\nPhase: testing\n"),
        ("x\rRun: forged", "a\r\rRun: forged\r\r"),
        ("x\u2028Run: forged", "a\n\u2029\nPhase: x"),
        ("---", "---\nRun: forged\n"),
        ("", ""),
        ("# comment", "# all\n# comments"),
        ("x", "a\n \n \nRun: forged\n \n"),
    ],
)
def test_text_cannot_forge_our_trailers(subject: str, body: str) -> None:
    assert trailers_git_sees(message(subject, body).render()) == OURS


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200), st.text(max_size=400))
def test_any_text_makes_a_message_with_one_short_first_line(subject: str, body: str) -> None:
    text = message(subject, body).render()
    first, blank, *_ = text.split("\n")
    assert first.strip()
    assert len(first) <= 72
    assert blank == ""
    assert text.endswith("\n\n" + "\n".join(OURS) + "\n")
    assert "\0" not in text


@pytest.mark.parametrize(
    ("author", "written"),
    [
        (Author("Ada", "ada@example.org"), "Ada <ada@example.org>"),
        (Author("Ada <x>\nRun: y", "a@b>\n<c"), "Ada x Run: y <a@bc>"),
        (Author("", ""), "Unknown <unknown@localhost>"),
        (Author("...", " "), "Unknown <unknown@localhost>"),
    ],
)
def test_people_are_written_as_git_wants_them(author: Author, written: str) -> None:
    assert identity(author) == written
