"""What a project sets holds in its orders: scripts, secrets, commands, files, permissions, limits."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.integration.api.test_project_tools import GREETER, project
from tests.support import mcp_server
from tests.support.client import ApiClient
from tests.support.repositories import git, make_checkout, make_repository

TOKEN = "value-of-the-projects-token-0815"


def wait_for_event(api: ApiClient, order_id: str, event_type: str) -> dict[str, Any]:
    """Also of one that comes after the order's end."""
    deadline = time.monotonic() + 60
    while True:
        if found := next((event for event in api.events(order_id) if event["type"] == event_type), None):
            return found
        assert time.monotonic() < deadline, f"no {event_type}"
        time.sleep(0.05)


def test_a_clean_up_script_runs_at_the_end_is_reported_and_loses_nothing(
    api: ApiClient, repository: Path, tmp_path: Path
) -> None:
    seen = tmp_path / "seen.txt"
    made = project(api, repository, cleanup_script=f'cat made.txt > {seen}; rm -rf *; echo "gone $TOKEN"; exit 3')
    api.ok("PUT", "/secrets/TOKEN", json={"value": TOKEN}, params={"project_id": made["project_id"]})
    order_id = api.create(repository, "demo: write made.txt hello", project_id=made["project_id"])[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed")
    told = wait_for_event(api, order_id, "cleanup_script_failed")
    assert (told["exit_code"], told["output"]) == (3, "gone [redacted]")
    assert seen.read_text().strip() == "hello"
    assert git(repository, "show", f"{done['git_branch_name']}:made.txt") == "hello"
    assert git(repository, "log", "--format=%s", f"trunk..{done['git_branch_name']}").count("\n") == 0
    logs = api.ok("GET", f"/agent-work-orders/{order_id}/logs", params={"level": "warning"})["log_entries"]
    assert "cleanup_script_failed" in json.dumps(logs)


def test_secrets_reach_the_sandbox_and_nothing_else(api: ApiClient, repository: Path, floor_home: Path) -> None:
    servers = [GREETER | {"args": [mcp_server.__file__, "${secret:TOKEN}"], "env": {"GREETING": "${secret:TOKEN}"}}]
    made = project(
        api,
        repository,
        environment={"URL": "https://user:${secret:TOKEN}@example.org"},
        setup_script=f"test ${{#TOKEN}} = {len(TOKEN)}",
        mcp_servers=servers,
    )
    assert made["mcp_servers"] == servers, "what is stored and shown are the references"
    project_id = made["project_id"]
    prompt = (
        'demo: run echo "${#TOKEN} ${#URL} [$lower_case]" > lengths.txt\n'
        'demo: run echo "my token is $TOKEN"\ndemo: mcp greeter greet {"name": "Ada"}'
    )
    missing = api.create(repository, prompt, project_id=project_id)["agent_work_order_id"]
    error = api.wait_for(missing, "failed")["error"]
    assert (error["code"], error["category"]) == ("secret_missing", "user-action")
    assert f"secrets set TOKEN --project {project_id}" in error["hint"]

    for name, value in (("TOKEN", TOKEN), ("lower_case", "for-the-platform-only")):
        api.ok("PUT", f"/secrets/{name}", json={"value": value}, params={"project_id": project_id})
    api.ok("POST", f"/agent-work-orders/{missing}/retry")
    done = api.wait_for(missing, "completed")
    url_length = len(f"https://user:{TOKEN}@example.org")
    assert git(repository, "show", f"{done['git_branch_name']}:lengths.txt") == f"{len(TOKEN)} {url_length} []"
    told = json.dumps([api.events(missing), api.get(missing), api.ok("GET", f"/projects/{project_id}")])
    assert "my token is [redacted]" in told
    assert TOKEN not in told
    logs = [path for path in (floor_home / "logs").rglob("*") if path.is_file()]
    assert logs
    assert all(TOKEN not in path.read_text() for path in logs)


def test_a_projects_own_command_wins_over_the_repositorys(api: ApiClient, tmp_path: Path) -> None:
    theirs = {".claude/commands/agent_workflow_build.md": "demo: write from.txt repository $1\n"}
    repository = make_repository(tmp_path / "commands", files=theirs)
    own = "---\ndescription: ours\n---\ndemo: write from.txt project $1\n"
    made = project(api, repository, commands={"build": own, "test": ""})
    assert made["commands"] == {"build": own}

    def written() -> str:
        order_id = api.create(repository, "first second", project_id=made["project_id"])["agent_work_order_id"]
        done = api.wait_for(order_id, "completed")
        return git(repository, "show", f"{done['git_branch_name']}:from.txt")

    assert written() == "project first"
    api.ok("PATCH", f"/projects/{made['project_id']}", json={"commands": None})
    assert written() == "repository first"


@pytest.mark.parametrize(
    ("commands", "field", "words"),
    [
        ({"build": "---\nx: [\n---\nhello"}, "commands.build", "commands.build cannot be used (line"),
        ({"plan": "---\ndescription: nothing below\n---\n"}, "commands.plan", "no text that could be a prompt"),
        ({"deploy": "hello"}, "commands", "plan, build, test, review"),
    ],
)
def test_a_wrong_command_is_refused_with_the_loaders_words(
    api: ApiClient, repository: Path, commands: dict[str, str], field: str, words: str
) -> None:
    body = {"repository_url": str(repository), "commands": commands}
    refused = api.http.post("/projects", json=body)
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert words in refused.json()["detail"]


def test_files_permissions_and_limits_of_the_project_hold(api: ApiClient, tmp_path: Path) -> None:
    repository = make_checkout(tmp_path / "checkout", files={".gitignore": ".env.local\n"})
    (repository / ".env.local").write_text("FROM_THE_USER=1\n")
    made = project(
        api,
        repository,
        files_to_copy=[".env.*"],
        permission_policy="deny",
        limits={"max_tokens": 5000},
        base_branch="trunk",
    )
    prompt = "demo: run wc -l < .env.local > lines.txt\ndemo: ask-run echo 1 > asked.txt"
    order_id = api.create(repository, prompt, project_id=made["project_id"])["agent_work_order_id"]
    done = api.wait_for(order_id, "completed")
    assert done["permission_policy"] == "deny"
    files = git(repository, "ls-tree", "-r", "--name-only", done["git_branch_name"]).split()
    assert "lines.txt" in files
    assert not {"asked.txt", ".env.local"} & set(files)
    spent = api.create(repository, "demo: use 6000\ndemo: sleep 30", project_id=made["project_id"])
    ended = api.wait_for(spent["agent_work_order_id"], "failed")
    assert ended["error"]["code"] == "turn_token_limit_reached"
