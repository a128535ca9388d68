"""Commands against a server that only speaks the wire: what they print, what they send, how they end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.unit.cli.fake_floor import ORDER_ID, Answer, FakeFloor, a_page, a_problem, an_event, an_order

from shopfloor.cli.main import cli

Command = Callable[..., Result]
ORDER = f"agent-work-orders/{ORDER_ID}"
PULL_REQUEST = {
    "pull_request_number": 3,
    "pull_request_title": "Add a login form",
    "pull_request_body": "What it does.",
    "pull_request_url": "http://127.0.0.1:8484/pull-requests/engine/3",
    "head_branch": "feat",
    "base_branch": "main",
    "state": "open",
    "is_draft": True,
    "created_at": "2025-01-01T10:00:00Z",
    "updated_at": "2025-01-01T10:00:00Z",
    "merged_at": None,
    "merge_commit_sha": None,
}


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


def test_a_problem_is_its_message_and_what_to_do(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers[f"POST {ORDER}/cancel"] = a_problem(409, "It is completed.", hint="File a new one.")
    result = shopfloor("cancel", ORDER_ID)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: It is completed.\n  File a new one.\n"


def test_a_request_that_is_not_valid_is_wrong_usage(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers["POST agent-work-orders"] = a_problem(422, "There is no agent called x.", field="agent")
    assert shopfloor("run", "Do it", "--agent", "x", "--repo", "https://example.org/a/b").exit_code == 2


def test_conflicts_name_the_files(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to(f"GET {ORDER}/pull-request", PULL_REQUEST | {"is_draft": False})
    floor.answers[f"POST {ORDER}/pull-request/merge"] = a_problem(
        409, "It conflicts.", conflicting_files=["a.py", "b.py"]
    )
    result = shopfloor("pr", "merge", ORDER_ID)
    assert result.exit_code == 1
    assert "a.py, b.py" in result.stderr


def test_what_is_no_shopfloor_is_told_as_such(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers["GET agent-work-orders"] = Answer("<html>", 502, "text/html")
    result = shopfloor("list")
    assert result.exit_code == 1
    assert "Is this a Shopfloor server?" in result.stderr


def test_a_server_that_is_not_there_is_exit_code_5(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["list", "--url", "http://127.0.0.1:1"])
    assert result.exit_code == 5
    assert "shopfloor serve" in result.stderr


def test_the_key_goes_with_every_request(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET agent-work-orders", a_page())
    shopfloor("list")
    assert {name.lower(): value for name, value in floor.headers[0].items()}["authorization"] == "Bearer k3y"


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


def test_a_projects_variables_and_mcp_servers_are_sent(shopfloor: Command, floor: FakeFloor, tmp_path: Path) -> None:
    floor.answers_to("PATCH projects/pj-1", {"project_id": "pj-1", "name": "app"})
    file = tmp_path / "mcp.json"
    file.write_text('{"mcpServers": {"files": {"command": "mcp-files"}}}')
    shopfloor("project", "edit", "pj-1", "--env", "A=1=2", "--env", "B=", "--mcp-servers", str(file))
    assert floor.sent("PATCH projects/pj-1") == [
        {"environment": {"A": "1=2", "B": ""}, "mcp_servers": [{"name": "files", "command": "mcp-files"}]}
    ]
    assert shopfloor("project", "edit", "pj-1", "--env", "A").exit_code == 2


def test_a_projects_own_commands_are_files_beside_those_it_has(
    shopfloor: Command, floor: FakeFloor, tmp_path: Path
) -> None:
    floor.answers_to("GET projects/pj-1", {"commands": {"plan": "Plan.", "test": "Test."}})
    floor.answers_to("PATCH projects/pj-1", {"project_id": "pj-1", "name": "app"})
    (tmp_path / "build.md").write_text("Build it.")
    options = ("--command", f"build={tmp_path / 'build.md'}", "--command", "test=", "--cleanup-script", "make down")
    shopfloor("project", "edit", "pj-1", *options, "--if-version", "4")
    assert floor.sent("PATCH projects/pj-1") == [
        {
            "commands": {"plan": "Plan.", "build": "Build it.", "test": None},
            "cleanup_script": "make down",
            "version": 4,
        }
    ]
    shopfloor("project", "edit", "pj-1", "--clear", "setup-script", "--clear", "commands")
    assert floor.sent("PATCH projects/pj-1")[-1] == {"setup_script": None, "commands": None}
    assert shopfloor("project", "edit", "pj-1", "--if-version", "4").exit_code == 2
    assert shopfloor("project", "edit", "pj-1", "--command", "build=/no/such/file").exit_code == 2


def test_the_history_of_a_configuration_is_read_compared_and_rolled_back(shopfloor: Command, floor: FakeFloor) -> None:
    versions = "projects/pj-1/configuration/versions"
    made = {"created_at": "2025-01-01T10:00:00Z", "author": "Ada"}
    listed = [{**made, "version": 2, "note": "Changed.", "changed": ["model", "setup_script"]}]
    floor.answers_to(f"GET {versions}", {"versions": listed, "total_count": 1, "has_more": False})
    assert "Ada  model, setup_script" in shopfloor("project", "history", "pj-1").stdout
    found = [
        {"field": "model", "before": None, "after": "small"},
        {"field": "setup_script", "before": "a\nb", "after": "a\nc"},
        {"field": "limits.max_tokens", "before": 5, "after": None},
    ]
    floor.answers_to("GET projects/pj-1", {"version": 2})
    floor.answers_to(f"GET {versions}/2/diff", {"from_version": 1, "to_version": 2, "differences": found})
    shown = shopfloor("project", "diff", "pj-1").stdout.splitlines()
    assert shown == [
        *("version 1 to 2", "model", "  + small", "setup_script", "    a", "  - b", "  + c"),
        *("limits.max_tokens", "  - 5"),
    ]
    floor.answers_to(
        f"POST {versions}/1/restore", {"project": {"project_id": "pj-1", "version": 3}, "missing_secrets": ["KEY"]}
    )
    told = shopfloor("project", "rollback", "pj-1", "1").stdout
    assert "pj-1  holds version 1, as 3" in told
    assert "secrets set KEY --project pj-1" in told


def test_what_webhooks_set_off_is_shown_and_set(shopfloor: Command, floor: FakeFloor) -> None:
    rules = {"comments": True, "reviews": True, "issue_label": None, "push_prompt": "Look"}
    floor.answers_to("GET projects/pj-1", {"project_id": "pj-1", "webhook_rules": rules})
    shown = shopfloor("project", "rules", "pj-1").stdout
    assert shown.splitlines() == [
        "  comments     yes",
        "  reviews      yes",
        "  issue-label  none",
        "  push-prompt  Look",
    ]
    assert floor.sent("PATCH projects/pj-1") == []
    changed = {**rules, "comments": False, "issue_label": "bug", "push_prompt": None}
    floor.answers_to("PATCH projects/pj-1", {"project_id": "pj-1", "webhook_rules": changed})
    options = ("--no-comments", "--issue-label", "bug", "--push-prompt", "")
    assert "comments     no" in shopfloor("project", "rules", "pj-1", *options).stdout
    assert floor.sent("PATCH projects/pj-1") == [{"webhook_rules": changed}]


def test_issues_are_imported_by_number_or_all(shopfloor: Command, floor: FakeFloor) -> None:
    floor.answers_to("GET projects", {"projects": [{"project_id": "pj-1", "name": "app", "archived": False}]})
    made = {"task_id": "tk-1", "github_issue_number": "7", "title": "A wish"}
    floor.answers_to("POST projects/pj-1/tasks/import-issues", {"tasks": [made], "already_known": [8]})
    said = shopfloor("task", "import", "7", "8").stdout
    assert said == "tk-1  #7  A wish\nOn the board already: #8\n"
    shopfloor("task", "import", "--all")
    shopfloor("task", "import", "--label", "bug", "--project", "app")
    assert floor.sent("POST projects/pj-1/tasks/import-issues") == [{"numbers": [7, 8]}, {}, {"label": "bug"}]
    assert shopfloor("task", "import", "7", "--all").exit_code == 2
    floor.answers_to("GET projects/pj-1", {"project_id": "pj-1", "repository_url": "https://github.com/ada/app"})
    issue = {"number": 9, "title": "Another", "labels": ["bug"]}
    floor.answers_to("GET github/issues", {"issues": [issue], "total_count": 3, "has_more": True})
    assert shopfloor("task", "import").stdout == "ISSUE  TITLE    LABELS\n#9     Another  bug\n2 more are open.\n"


def test_a_repository_is_verified_or_the_reason_is_said(shopfloor: Command, floor: FakeFloor) -> None:
    repository = {
        "repository_owner": "ada",
        "repository_name": "app",
        "repository_url": "https://github.com/ada/app",
        "default_branch": "trunk",
        "visibility": "public",
        "can_push": False,
        "needs_fork": True,
        "can_open_pull_requests": True,
    }
    floor.answers_to("POST github/verify-repository", {"verification_success": True, "repository": repository})
    said = shopfloor("project", "verify", "ada/app").stdout
    assert "  pushing         no, from a fork\n" in said
    refused = {"verification_success": False, "error_message": "No such thing.", "hint": "Check the name."}
    floor.answers_to("POST github/verify-repository", refused)
    result = shopfloor("project", "verify", "ada/app")
    assert (result.exit_code, "No such thing." in result.stderr) == (1, True)


def a_task(**changes: Any) -> dict[str, Any]:
    return {
        "task_id": "tk-1",
        "title": "Greet",
        "description": "a\x1b[2Jb\nc",
        "labels": ["one", "two"],
        "position": 7,
        "archived": True,
        "error": None,
        "review": None,
        "issue": None,
        "sessions": [],
    } | changes


def test_what_stands_on_a_card_is_shown_and_changed(shopfloor: Command, floor: FakeFloor) -> None:
    card = "projects/pj-1/tasks/tk-1"
    for method in ("GET", "PATCH"):
        floor.answers_to(f"{method} {card}", a_task())
    words = ("tk-1", "--project", "pj-1")
    shown = shopfloor("task", "show", *words).stdout
    assert "  description  ab\n               c\n  labels       one, two\n  archived     yes\n" in shown
    shopfloor("task", "edit", *words, "--title", "Wave", "--label", "new", "--assignee", "", "--unarchive")
    shopfloor("task", "edit", *words, "--label", "")
    assert floor.sent(f"PATCH {card}") == [
        {"title": "Wave", "labels": ["new"], "assignee": None, "archived": False},
        {"labels": []},
    ]
    assert shopfloor("task", "edit", *words).exit_code == 2
    floor.answers_to(f"GET {card}/comments", {"comments": [{"author": None, "text": "Look\x07 here"}]})
    floor.answers_to(f"POST {card}/comments", {}, status=201)
    assert shopfloor("task", "comment", *words, "Look here").stdout == "somebody: Look here\n"
    floor.answers_to(f"DELETE {card}", status=204)
    assert shopfloor("task", "delete", *words).stdout == "tk-1  deleted\n"
    floor.answers_to("POST projects/pj-1/tasks/archive-done", {"total_count": 2})
    assert shopfloor("task", "archive-done", "--project", "pj-1").stdout == "2 tasks put away\n"


def test_several_attempts_are_asked_for_listed_and_one_is_chosen(shopfloor: Command, floor: FakeFloor) -> None:
    card = "projects/pj-1/tasks/tk-1"
    floor.answers_to(f"GET {card}", a_task())
    floor.answers_to(f"POST {card}/execute", {"session_id": "wo-1", "sessions": [{"session_id": "wo-1"}]})
    words = ("tk-1", "--project", "pj-1")
    shopfloor("task", "run", *words, "--detach", "--agent", "demo:demo-brief", "--agent", "codex")
    asked = {"attempts": [{"agent": "demo", "model": "demo-brief"}, {"agent": "codex"}]}
    assert floor.sent(f"POST {card}/execute") == [asked]
    session = {
        "session_id": "wo-1",
        "status": "completed",
        "is_winner": True,
        "agent": "demo",
        "model": "demo-brief",
        "started_at": None,
        "duration_ms": 61_000,
        "usage": {"cost_usd": 0.5},
        "error": None,
        "preview": "Done.",
    }
    floor.answers_to(f"GET {card}/sessions", {"sessions": [session]})
    (row,) = shopfloor("task", "history", *words).stdout.splitlines()[1:]
    assert "completed, chosen  demo:demo-brief" in row
    assert row.endswith("1 min 1 s  $0.50  Done.")
    floor.answers_to(f"POST {card}/sessions/wo-1/choose", {})
    assert shopfloor("task", "choose", "tk-1", "wo-1", "--project", "pj-1").stdout == "tk-1  wo-1 is chosen\n"


def test_a_project_is_known_by_its_name(shopfloor: Command, floor: FakeFloor) -> None:
    named = {"name": "app", "archived": False}
    floor.answers_to("GET projects", {"projects": [{"project_id": "pj-1", **named}]})
    floor.answers_to("GET projects/pj-1", {"project_id": "pj-1", "webhook_rules": {"comments": True}})
    assert "comments  yes" in shopfloor("project", "rules", "app").stdout
    assert "There is no project 'other'" in shopfloor("project", "rules", "other").stderr
    floor.answers_to("GET projects", {"projects": [{"project_id": "pj-1", **named}, {"project_id": "pj-2", **named}]})
    assert "Use an id: pj-1, pj-2." in shopfloor("project", "rules", "app").stderr
    assert shopfloor("task", "list").exit_code == 2
