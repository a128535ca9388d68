"""Projects: their configuration, its history, rules, issues and repository."""

from pathlib import Path

from tests.unit.cli.fake_floor import (
    Command,
    FakeFloor,
)


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
