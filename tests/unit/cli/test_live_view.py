import io
import json
from typing import Any

import pytest
from tests.unit.cli.screens import Screen

from shopfloor.cli.sse import StreamEvent
from shopfloor.cli.views import JsonLines, LiveView


def delta(message_id: str, offset: int, text: str, kind: str = "agent_message_delta") -> StreamEvent:
    return StreamEvent(kind, None, {"message_id": message_id, "offset": offset, "text": text})


def snapshot(seq: int, message_id: str, text: str, *, offset: int = 0, final: bool = True, **more: Any) -> StreamEvent:
    data = {"message_id": message_id, "offset": offset, "text": text, "final": final, **more}
    return StreamEvent(more.pop("kind", "agent_message"), seq, data)


def fact(seq: int, event_type: str, **facts: Any) -> StreamEvent:
    return StreamEvent(event_type, seq, facts)


def shown(*events: StreamEvent, is_tty: bool = True, **options: Any) -> str:
    screen = Screen(is_tty=is_tty, width=80)
    view = LiveView(screen.terminal, **options)
    for event in events:
        view.show(event)
    view.close()
    return screen.text


def test_words_are_shown_once_though_deltas_and_snapshots_overlap() -> None:
    text = shown(
        delta("m1", 0, "Hello "),
        delta("m1", 6, "wor"),
        snapshot(1, "m1", "Hello w", final=False),
        delta("m1", 9, "ld"),
        snapshot(2, "m1", "Hello world"),
    )
    assert text == "  Hello world\n"


def test_who_joins_in_the_middle_sees_all_that_is_being_said() -> None:
    text = shown(delta("m1", 0, "So far", "agent_message_open"), delta("m1", 6, " so good"))
    assert text == "  So far so good\n"


def test_a_gap_is_filled_by_the_snapshot() -> None:
    assert (
        shown(delta("m1", 0, "One "), delta("m1", 8, "three"), snapshot(1, "m1", "One two three"))
        == "  One two three\n"
    )


def test_a_long_message_continues_in_its_next_part() -> None:
    parts = [snapshot(1, "m1", "first ", continues=True), snapshot(2, "m1", "second", offset=6)]
    assert shown(*parts, is_tty=False) == "  first second\n"


def test_facts_wait_for_the_end_of_the_line_that_is_being_spoken() -> None:
    text = shown(
        delta("m2", 0, "I have wri"),
        fact(3, "agent_tool_call", tool_call_id="t1", title="Write a.txt", status="completed"),
        delta("m2", 10, "tten it."),
        snapshot(4, "m2", "I have written it."),
    )
    assert text == "  I have written it.\n  · Write a.txt\n"


def test_without_a_terminal_only_what_is_durable_is_shown_in_the_journals_order() -> None:
    text = shown(
        delta("m2", 0, "Later"),
        fact(1, "workflow_phase_started", phase="planning"),
        snapshot(2, "m2", "Later\n\n"),
        fact(3, "workflow_phase_completed", phase="planning", execution_duration_seconds=2.5),
        is_tty=False,
    )
    assert text == "● planning\n  Later\n  planning done in 2.5 s\n"


def test_blank_lines_between_paragraphs_stay_and_those_at_the_end_go() -> None:
    assert shown(snapshot(1, "m1", "One.\n\nTwo.\n\n\n"), snapshot(2, "m2", "Three.")) == "  One.\n\n  Two.\n  Three.\n"


def test_thoughts_are_shown_when_asked_for() -> None:
    thought = StreamEvent("agent_thought", 1, {"message_id": "m1", "offset": 0, "text": "Hm.", "final": True})
    assert shown(thought) == ""
    assert shown(thought, verbose=True) == "  Hm.\n"


def test_a_running_tool_passes_by_and_a_failed_one_tells_why() -> None:
    call = {"tool_call_id": "t1", "title": "Run pytest"}
    output = [{"type": "content", "content": {"type": "text", "text": "1\n2\n3\n4\n5\nE  assert 1 == 2"}}]
    text = shown(
        fact(1, "agent_tool_call", **call, status="in_progress"),
        fact(2, "agent_tool_call", **call, status="failed", content=output),
        fact(3, "agent_tool_call", **call, status="failed", content=output),
    )
    assert text == "  ✗ Run pytest\n    2\n    3\n    4\n    5\n    E  assert 1 == 2\n"


def test_what_an_agent_says_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in shown(snapshot(1, "m1", "\x1b[2J\x1b]0;pwned\x07hi"), is_tty=False)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            fact(1, "repository_uncommitted_changes_noticed", uncommitted_changes=2),
            "! 2 uncommitted changes in your checkout: left alone, and not part of this work order",
        ),
        (
            fact(
                1,
                "git_commit_created",
                git_commit_sha="a" * 40,
                subject="Fix",
                files_changed=1,
                lines_added=2,
                lines_removed=1,
            ),
            "  commit aaaaaaaa  Fix  (1 file, +2 -1)",
        ),
        (
            fact(1, "github_pull_request_created", pull_request_number=3, is_draft=True, pull_request_url="http://x/3"),
            "  draft pull request #3  http://x/3",
        ),
        (fact(1, "workflow_phase_failed", phase="testing", error="no\nway"), "✗ testing failed: no way"),
        (
            fact(1, "agent_command_retried", attempt=1, delay_seconds=2, error="busy"),
            "! attempt 1 failed, next in 2.0 s: busy",
        ),
        (fact(1, "agent_work_order_recovered"), "! Shopfloor was restarted; the work order goes on where it was"),
    ],
)
def test_each_fact_is_one_readable_line(event: StreamEvent, line: str) -> None:
    assert shown(event) == line + "\n"


def test_a_link_to_a_server_that_ends_with_the_command_is_not_shown() -> None:
    facts = {"pull_request_number": 3, "is_draft": True}
    here = fact(1, "github_pull_request_created", **facts, pull_request_url="http://127.0.0.1:1/pull-requests/app/3")
    assert shown(here, has_links=False) == "  draft pull request #3\n"
    forge = fact(1, "github_pull_request_created", **facts, pull_request_url="https://github.com/a/b/pull/3")
    assert shown(forge, has_links=False) == "  draft pull request #3  https://github.com/a/b/pull/3\n"


def test_events_this_version_does_not_know_are_passed_over() -> None:
    assert shown(fact(1, "something_new", secret="x")) == ""


def test_json_lines_are_the_durable_events() -> None:
    stream = io.StringIO()
    view = JsonLines(stream)
    view.show(delta("m1", 0, "x"))
    view.show(fact(5, "git_push_completed", sha="abc"))
    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [{"sha": "abc"}]
