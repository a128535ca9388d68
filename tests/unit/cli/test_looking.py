"""Orders looked at: lists, ids, diffs, pull requests, logs; and the floor's settings."""

import json

import pytest
from tests.unit.cli.fake_floor import (
    ORDER,
    ORDER_ID,
    PULL_REQUEST,
    Command,
    FakeFloor,
    a_page,
    an_event,
    an_order,
)


def test_list_shows_what_matters_in_a_row(shopfloor: Command, floor: FakeFloor) -> None:
    running = an_order(
        agent_work_order_id="wo-00000001", status="running", current_phase="testing", pull_request_number=None
    )
    floor.answers_to("GET agent-work-orders", a_page(running, an_order(), total=7))
    lines = shopfloor("list").stdout.splitlines()
    assert lines[1].split()[:3] == ["wo-00000001", "running", "(testing)"]
    assert "engine" in lines[2]
    assert "#3" in lines[2]
    assert "+120 -3" in lines[2]
    assert lines[3] == "2 of 7; more with --limit"


def test_an_empty_list_says_how_to_begin(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET agent-work-orders", a_page())
    assert "shopfloor run" in shopfloor("list").stdout


@pytest.mark.parametrize("text", ["wo-abc", "abc1", "2345", "WO-ABC12345", "last"])
def test_ids_may_be_abbreviated(shopfloor: Command, floor: FakeFloor, text: str) -> None:
    floor.answers_to("GET agent-work-orders", a_page(an_order()))
    floor.has(an_order())
    assert shopfloor("show", text).stdout.startswith(ORDER_ID)


def test_an_abbreviation_must_be_unique(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET agent-work-orders", a_page(an_order(), an_order(agent_work_order_id="wo-abc99999")))
    result = shopfloor("show", "abc")
    assert result.exit_code == 2
    assert "wo-abc99999" in result.stderr


def test_an_unknown_id_and_an_impossible_one(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET agent-work-orders", a_page())
    assert shopfloor("show", "zzz").exit_code == 1
    assert shopfloor("show", "../settings").exit_code == 2


def test_json_is_what_the_api_answers(shopfloor: Command, floor: FakeFloor) -> None:
    floor.has(an_order())
    assert json.loads(shopfloor("show", ORDER_ID, "--json").stdout)["agent_work_order"] == an_order()


def test_a_diff_in_a_file_is_the_patch_and_nothing_else(shopfloor: Command, floor: FakeFloor) -> None:
    patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+\x1b[31mb\x0c\n"
    text = {"path": "x", "old_path": None, "status": "modified", "lines_added": 1, "lines_removed": 1}
    files = [
        text | {"is_binary": False, "patch": patch, "truncated": False},
        text | {"path": "logo.png", "is_binary": True, "patch": None, "truncated": False, "status": "added"},
    ]
    floor.answers_to(f"GET {ORDER}/diff", {"files": files, "truncated": False, "base_sha": None, "head_sha": None})
    result = shopfloor("diff", ORDER_ID)
    assert result.stdout_bytes == patch.encode()
    assert "logo.png (binary file, added)" in result.stderr
    assert "2 files changed, +2 -2" in shopfloor("diff", ORDER_ID, "--stat").stdout


def test_merging_a_draft_marks_it_ready_first(shopfloor: Command, floor: FakeFloor) -> None:
    merged = PULL_REQUEST | {"state": "merged", "is_draft": False}
    floor.answers_to(f"GET {ORDER}/pull-request", PULL_REQUEST)
    floor.answers_to(f"POST {ORDER}/pull-request/ready", PULL_REQUEST | {"is_draft": False})
    floor.answers_to(f"POST {ORDER}/pull-request/merge", merged)
    assert shopfloor("pr", ORDER_ID, "merge", "--method", "squash").stdout == "#3  merged  Add a login form\n"
    assert floor.sent(f"POST {ORDER}/pull-request/merge") == [{"method": "squash"}]


def test_pr_with_an_id_alone_shows_it(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(f"GET {ORDER}/pull-request", PULL_REQUEST)
    assert shopfloor("pr", ORDER_ID).stdout.startswith("#3  draft  Add a login form")


def test_logs_show_the_last_entries(shopfloor: Command, floor: FakeFloor) -> None:
    entry = {
        "timestamp": "2025-01-01T10:00:00Z",
        "level": "info",
        "event": "git_push_completed",
        "agent_work_order_id": ORDER_ID,
    }
    page = {
        "agent_work_order_id": ORDER_ID,
        "log_entries": [entry | {"sha": "abc"}],
        "total_count": 1,
        "has_more": False,
    }
    floor.answers_to(f"GET {ORDER}/logs", page)
    assert shopfloor("logs", ORDER_ID).stdout.split()[1:] == ["info", "git_push_completed", "sha=abc"]


def test_logs_follow_by_level_until_the_end(shopfloor: Command, floor: FakeFloor) -> None:
    floor.has(an_order(status="running", last_event_seq=1))
    floor.connections.append(
        an_event(1, "agent_message", text="chatter")
        + an_event(2, "workflow_phase_failed", error="no")
        + an_event(3, "agent_work_order_failed")
    )
    result = shopfloor("logs", ORDER_ID, "-f", "--level", "warning")
    assert result.exit_code == 0
    assert [line.split()[2] for line in result.stdout.splitlines()] == [
        "workflow_phase_failed",
        "agent_work_order_failed",
    ]


def test_settings_are_shown_and_set(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET settings", {"default_agent": "demo", "default_model": None})
    floor.answers_to("PATCH settings", {"default_agent": "demo", "default_model": None})
    assert shopfloor("settings").stdout == "  default_agent  demo\n  default_model  none\n"
    assert shopfloor("settings", "get", "default_agent").stdout == "demo\n"
    assert shopfloor("settings", "get", "nonsense").exit_code == 2
    assert shopfloor("settings", "set", "default_model", "none").exit_code == 0
    assert floor.sent("PATCH settings") == [{"default_model": None}]
