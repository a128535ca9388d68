"""Orders filed and followed: what is sent, what is printed, how the command ends."""

import json

import pytest
from tests.unit.cli.fake_floor import (
    ORDER,
    ORDER_ID,
    PULL_REQUEST,
    Answer,
    Command,
    FakeFloor,
    an_event,
    an_order,
)


def file_order(floor: FakeFloor, ending: str, *, status: str, **changes: object) -> None:
    floor.answers_to(
        "POST agent-work-orders", {"agent_work_order": an_order(status="pending", last_event_seq=2)}, status=201
    )
    floor.has(an_order(status=status, **changes))
    floor.answers_to(f"GET {ORDER}/pull-request", PULL_REQUEST)
    events = [an_event(1, "agent_work_order_created"), an_event(2, "agent_work_order_queued"), an_event(3, ending)]
    floor.connections.append(b"".join(events))


@pytest.mark.parametrize(
    ("ending", "status", "exit_code"),
    [
        ("agent_work_order_completed", "completed", 0),
        ("agent_work_order_failed", "failed", 1),
        ("agent_work_order_cancelled", "cancelled", 3),
        ("agent_work_order_paused", "paused", 4),
    ],
)
def test_the_exit_code_of_run_tells_the_outcome(
    shopfloor: Command, floor: FakeFloor, ending: str, status: str, exit_code: int
) -> None:
    file_order(floor, ending, status=status)
    result = shopfloor("run", "Add a login form", "--repo", "https://example.org/a/b.git")
    assert result.exit_code == exit_code
    assert f"{ORDER_ID} {status}" in result.stdout


def test_run_sends_what_was_asked_for_under_the_full_names(shopfloor: Command, floor: FakeFloor) -> None:
    file_order(floor, "agent_work_order_completed", status="completed")
    options = (
        "--repo https://example.org/a/b.git --workflow plan-build --sandbox branch --agent demo --base dev --priority 5"
    )
    shopfloor("run", "Do it", *options.split(), "--permission-policy", "ask", "--branch", "fix-it", "--issue", "42")
    assert floor.sent("POST agent-work-orders") == [
        {
            "initial_prompt": "Do it",
            "repository_url": "https://example.org/a/b.git",
            "workflow_type": "agent_workflow_plan_build",
            "sandbox_type": "git_branch",
            "agent": "demo",
            "base_branch": "dev",
            "priority": 5,
            "permission_policy": "ask",
            "git_branch_name": "fix-it",
            "github_issue_number": "42",
        }
    ]


def test_run_ends_with_a_summary_and_what_to_type_next(shopfloor: Command, floor: FakeFloor) -> None:
    file_order(floor, "agent_work_order_completed", status="completed")
    result = shopfloor("run", "Add a login form", "--repo", "https://example.org/a/b.git")
    assert "branch        feat-add-a-login-form-wo-abc12345" in result.stdout
    assert "changes       2 commits, 4 files, +120 -3" in result.stdout
    assert "pull request  #3  http://127.0.0.1:8484/pull-requests/engine/3" in result.stdout
    assert f"shopfloor pr merge {ORDER_ID}" in result.stdout


def test_a_failure_says_why_and_how_to_go_on(shopfloor: Command, floor: FakeFloor) -> None:
    error = {"category": "user-action", "code": "x", "message": "Not signed in.", "retryable": True, "hint": "Sign in."}
    file_order(floor, "agent_work_order_failed", status="failed", error=error)
    result = shopfloor("run", "Do it", "--repo", "https://example.org/a/b.git")
    assert "Not signed in. (user-action)" in result.stdout
    assert "Sign in." in result.stdout
    assert f"shopfloor retry {ORDER_ID}" in result.stdout


def test_run_reads_the_prompt_from_standard_input(shopfloor: Command, floor: FakeFloor) -> None:
    file_order(floor, "agent_work_order_completed", status="completed")
    shopfloor("run", "-", "--repo", "https://example.org/a/b.git", stdin="Several\nlines\n")
    assert floor.sent("POST agent-work-orders")[0]["initial_prompt"] == "Several\nlines\n"


def test_run_without_anything_to_do_is_wrong_usage(shopfloor: Command, floor: FakeFloor) -> None:
    assert shopfloor("run").exit_code == 2
    assert floor.requests == []


def test_run_json_is_the_events_and_then_the_order(shopfloor: Command, floor: FakeFloor) -> None:
    file_order(floor, "agent_work_order_completed", status="completed")
    result = shopfloor("run", "Do it", "--repo", "https://example.org/a/b.git", "--json")
    *events, last = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["seq"] for event in events] == [1, 2, 3]
    assert last["agent_work_order"]["status"] == "completed"


def test_a_connection_that_breaks_is_taken_up_where_it_broke(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(
        "POST agent-work-orders", {"agent_work_order": an_order(status="pending", last_event_seq=1)}, status=201
    )
    floor.has(an_order())
    half_an_event = an_event(3, "agent_work_order_completed")[:40]
    floor.connections += [
        an_event(1, "agent_work_order_created") + an_event(2, "agent_work_order_started") + half_an_event,
        an_event(2, "agent_work_order_started") + an_event(3, "agent_work_order_completed"),
    ]
    result = shopfloor("run", "Do it", "--repo", "https://example.org/a/b.git", "--json")
    assert [json.loads(line).get("seq") for line in result.stdout.splitlines()] == [1, 2, 3, None]
    asked_after = [headers.get("last-event-id") for headers in floor.headers if "last-event-id" in headers]
    assert asked_after == ["0", "2"]


def test_an_earlier_ending_is_history_and_not_the_end(shopfloor: Command, floor: FakeFloor) -> None:
    answers = [an_order(status="running", last_event_seq=2), an_order(status="completed", last_event_seq=4)]
    floor.answers[f"GET {ORDER}"] = lambda _body: Answer({"agent_work_order": answers.pop(0)})
    floor.connections.append(
        an_event(1, "agent_work_order_failed")
        + an_event(2, "agent_work_order_queued", kind="retry")
        + an_event(3, "workflow_phase_started", phase="testing")
        + an_event(4, "agent_work_order_completed")
    )
    result = shopfloor("follow", ORDER_ID)
    assert "retry queued" in result.stdout
    assert "● testing" in result.stdout or "* testing" in result.stdout
    assert result.exit_code == 0


def test_following_what_has_ended_replays_it_and_returns(shopfloor: Command, floor: FakeFloor) -> None:
    floor.has(an_order(status="failed", last_event_seq=2))
    floor.connections.append(
        an_event(1, "workflow_phase_started", phase="planning") + an_event(2, "agent_work_order_failed")
    )
    assert shopfloor("follow", ORDER_ID).exit_code == 1


def test_an_order_that_waits_for_an_answer_nobody_can_give_is_left(shopfloor: Command, floor: FakeFloor) -> None:
    floor.has(an_order(status="waiting", last_event_seq=1))
    option = {"option_id": "yes", "name": "Allow", "kind": "allow_once"}
    question = {"permission_id": "pm-1", "title": "May I?", "options": [option], "tool_call": {}}
    floor.answers_to(f"GET {ORDER}/permissions", {"permissions": [question], "total_count": 1, "has_more": False})
    floor.connections.append(an_event(1, "agent_work_order_waiting", reason="May I?"))
    result = shopfloor("follow", ORDER_ID)
    assert result.exit_code == 4
    assert f"shopfloor answer {ORDER_ID}" in result.stdout


@pytest.mark.parametrize("word", ["yes", "y", "1", "allow_once", "opt-a"])
def test_questions_are_answered_in_many_words(shopfloor: Command, floor: FakeFloor, word: str) -> None:
    options = [
        {"option_id": "opt-a", "name": "Allow", "kind": "allow_once"},
        {"option_id": "opt-b", "name": "No", "kind": "reject_once"},
    ]
    question = {"permission_id": "pm-1", "title": "May I?", "options": options, "tool_call": {}}
    floor.answers_to(f"GET {ORDER}/permissions", {"permissions": [question], "total_count": 1, "has_more": False})
    floor.answers_to(f"POST {ORDER}/permissions/pm-1", None, status=204)
    assert shopfloor("answer", ORDER_ID, word).exit_code == 0
    assert floor.sent(f"POST {ORDER}/permissions/pm-1") == [{"option_id": "opt-a"}]
    assert shopfloor("answer", ORDER_ID, "maybe").exit_code == 2
