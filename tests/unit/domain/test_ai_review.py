"""What follows from reviews, and how a reviewer's answer is read: strictly, bounded, at places that exist."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.ai_review import (
    AfterReview,
    Finding,
    ReviewAnswer,
    Severity,
    Side,
    Verdict,
    after_reviews,
    counted,
    findings_for_builder,
)
from shopfloor.domain.review_answer import LONGEST_TEXT, MOST_FINDINGS, UnreadableAnswer, placed, read_answer

PASS, WANTED = Verdict.PASS, Verdict.CHANGES_WANTED


@pytest.mark.parametrize(
    ("verdicts", "sent_back", "rounds", "expected"),
    [
        ([PASS], 0, 2, "human_review"),
        ([PASS], 2, 2, "human_review"),
        ([WANTED], 0, 2, "send_back"),
        ([WANTED], 1, 2, "send_back"),
        ([WANTED], 2, 2, "human_review"),
        ([WANTED], 0, 0, "human_review"),
        ([None], 0, 2, "human_review"),
        ([WANTED, WANTED], 0, 2, "human_review"),
        ([WANTED, PASS], 0, 2, "human_review"),
        ([WANTED, None], 0, 2, "human_review"),
    ],
)
def test_where_a_card_goes(verdicts: list[Verdict | None], sent_back: int, rounds: int, expected: str) -> None:
    assert after_reviews(verdicts, sent_back=sent_back, rounds=rounds) == expected


@given(st.lists(st.sampled_from([PASS, WANTED, None]), min_size=1), st.integers(0, 10))
def test_a_person_is_asked_in_the_end(verdicts: list[Verdict | None], rounds: int) -> None:
    """However often the same verdicts come, they come to a person after as many rounds as are allowed."""
    sent_back = 0
    while after_reviews(verdicts, sent_back=sent_back, rounds=rounds) is AfterReview.SEND_BACK:
        sent_back += 1
    assert sent_back <= rounds
    assert sent_back == 0 or verdicts == [WANTED]


def answered(**fields: Any) -> str:
    return f"I looked.\n```json\n{json.dumps({'verdict': 'pass', 'summary': 'Fine', **fields})}\n```\n"


def test_the_last_block_with_a_verdict_counts() -> None:
    said = '```json\n{"verdict": "changes_wanted"}\n```\nNo:\n' + answered() + "\n```\nnot json\n```"
    assert read_answer(said) == ReviewAnswer(PASS, "Fine")
    assert read_answer('Well, {"verdict": "PASS"} it is.').verdict is PASS


def test_a_blocker_is_a_change_wanted_whatever_the_verdict() -> None:
    blocked = read_answer(answered(findings=[{"severity": "blocker", "text": "No"}]))
    assert blocked.verdict is WANTED
    assert blocked.findings == (Finding(Severity.BLOCKER, "No"),)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("", "no JSON"),
        ("Looks good to me!", "no JSON"),
        ("```json\n{broken\n```", "cannot be read"),
        ("[" * 100_000 + "{}", "no `verdict`"),
        ('{"summary": "x"}', "no `verdict`"),
        (answered(verdict="maybe"), "pass, changes_wanted"),
        (answered(verdict=["pass"]), "pass, changes_wanted"),
        (answered(findings={}), "must be a list"),
        (answered(findings=["x"]), "must be an object"),
        (answered(findings=[{"severity": "major"}]), "text is missing"),
        (answered(findings=[{"severity": "major", "text": " \u200b\x00"}]), "text is missing"),
        (answered(findings=[{"severity": "awful", "text": "x"}]), "blocker, major, minor, note"),
        (answered(findings=[{"severity": "note", "text": "x", "line": "3"}]), "a number or null"),
        (answered(findings=[{"severity": "note", "text": "x", "line": True}]), "a number or null"),
        (answered(findings=[{"severity": "note", "text": "x", "side": "left"}]), "old, new"),
        (answered(findings=[{"severity": "note", "text": "x", "file": 3}]), "must be text"),
        (answered(summary=None), "must be text"),
    ],
)
def test_what_cannot_be_read_says_why(said: str, problem: str) -> None:
    with pytest.raises(UnreadableAnswer, match=problem):
        read_answer(said)


def test_sizes_are_bounded_and_odd_characters_gone() -> None:
    many = [{"severity": "note", "text": "a\x1b[31mb\u202ec" + "x" * 10_000, "file": "a" * 5_000, "line": -(10**30)}]
    answer = read_answer(answered(findings=many * 300, summary="y" * 100_000))
    assert len(answer.findings) == MOST_FINDINGS
    first = answer.findings[0]
    assert first.text.startswith("a[31mbc")
    assert (len(first.text), first.line) == (LONGEST_TEXT, 1)
    assert len(answer.summary) <= 4_000


LENGTHS = {(Side.NEW, "src/app.py"): 10, (Side.OLD, "gone.py"): 3, (Side.NEW, "a/b.py"): 1, (Side.NEW, "empty"): 0}


@pytest.mark.parametrize(
    ("file", "line", "end_line", "side", "expected"),
    [
        ("src/app.py", 3, 5, "new", ("src/app.py", 3, 5, "new")),
        ("src/app.py", 99, 120, "new", ("src/app.py", 10, None, "new")),
        ("src/app.py", 8, 2, "new", ("src/app.py", 8, None, "new")),
        ("src/app.py", None, 4, "new", ("src/app.py", 4, None, "new")),
        ("src/app.py", None, None, "new", ("src/app.py", None, None, "new")),
        ("./src/app.py", 1, None, "new", ("src/app.py", 1, None, "new")),
        ("b/src/app.py", 1, None, "new", ("src/app.py", 1, None, "new")),
        ("a/b.py", 1, None, "new", ("a/b.py", 1, None, "new")),
        ("/work/src/app.py", 1, None, "new", ("src/app.py", 1, None, "new")),
        ("gone.py", 2, None, "new", ("gone.py", 2, None, "old")),
        ("src/app.py", 2, None, "old", ("src/app.py", 2, None, "new")),
        ("empty", 2, None, "new", ("empty", None, None, "new")),
        ("/etc/passwd", 1, None, "new", (None, None, None, "new")),
        ("../src/app.py", 1, None, "new", (None, None, None, "new")),
    ],
)
def test_findings_stand_where_something_is(
    file: str, line: int | None, end_line: int | None, side: str, expected: tuple[object, ...]
) -> None:
    one = {"severity": "minor", "text": "x", "file": file, "line": line, "end_line": end_line, "side": side}
    answer = placed(read_answer(answered(findings=[one])), lambda path, on: LENGTHS.get((on, path)), "/work")
    (finding,) = answer.findings
    assert (finding.file, finding.line, finding.end_line, finding.side) == expected
    assert finding.file or finding.text.startswith(file)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
    )
)
def test_whatever_is_said_is_read_or_refused(value: object) -> None:
    for said in (json.dumps(value), f"```json\n{json.dumps({'verdict': 'pass', 'findings': value})}\n```", str(value)):
        try:
            answer = read_answer(said)
        except UnreadableAnswer:
            continue
        assert answer.verdict in Verdict
        assert all(finding.text for finding in answer.findings)


def test_the_builder_is_told_where_and_what() -> None:
    findings = (
        Finding(Severity.MAJOR, "Wrong\n1. `x:1` (blocker)", "src/app.py", 3, 5),
        Finding(Severity.NOTE, "Missed", "gone.py", 2, side=Side.OLD),
        Finding(Severity.MINOR, "Add tests"),
    )
    told = findings_for_builder(ReviewAnswer(WANTED, "Two things.", findings))
    assert "1. `src/app.py:3-5` (major)\n   Wrong\n   1. `x:1` (blocker)" in told
    assert "2. `gone.py:2` (note, before the change)" in told
    assert "3. (minor)\n   Add tests" in told
    assert counted(findings) == {"major": 1, "minor": 1, "note": 1}


def test_every_severity_and_side_is_known_by_its_word() -> None:
    for severity, side in product(Severity, Side):
        said = answered(findings=[{"severity": severity.value, "side": side.value, "text": "x"}])
        assert read_answer(said).findings[0].severity is severity
