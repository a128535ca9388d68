"""What a project gives its agents: variables and MCP servers."""

import sys
from pathlib import Path
from typing import Any

from tests.support import mcp_server
from tests.support.client import ApiClient
from tests.support.repositories import git

GREETER = {
    "name": "greeter",
    "command": sys.executable,
    "args": [mcp_server.__file__, "(served)"],
    "env": {"GREETING": "Good morning"},
}
DOCS = {"name": "docs", "url": "https://docs.example.org/mcp", "headers": {"X-Team": "engines"}}


def project(api: ApiClient, repository: Path, **fields: Any) -> dict[str, Any]:
    body = {"repository_url": str(repository), "workflow_type": "agent_workflow_build", **fields}
    return dict(api.ok("POST", "/projects", json=body))


def test_the_agent_gets_the_projects_mcp_servers_and_can_use_them(api: ApiClient, repository: Path) -> None:
    made = project(api, repository, mcp_servers=[GREETER, DOCS])
    assert made["mcp_servers"] == [GREETER, DOCS]
    order_id = api.create(repository, 'demo: mcp greeter greet {"name": "Ada"}', project_id=made["project_id"])[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed")
    assert git(repository, "show", f"{done['git_branch_name']}:greeter.txt") == "Good morning, Ada! (served)"
    (started,) = [event for event in api.events(order_id) if event["type"] == "agent_session_started"]
    assert started["mcp_servers"] == ["greeter"]
    assert started["mcp_servers_left_out"] == ["docs"], "the demo agent says that it cannot speak HTTP"


def test_a_session_that_is_taken_up_again_has_them_too(api: ApiClient, repository: Path) -> None:
    made = project(api, repository)
    order_id = api.create(repository, "demo: say hi", project_id=made["project_id"])["agent_work_order_id"]
    first = api.wait_for(order_id, "completed")
    api.ok("PATCH", f"/projects/{made['project_id']}", json={"mcp_servers": [GREETER]})
    api.ok(
        "POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": 'demo: mcp greeter greet {"name":"A"}'}
    )
    api.wait_for_event(order_id, "prompt_answered")
    again = api.wait_for(order_id, "completed")
    assert again["agent_session_id"] == first["agent_session_id"]
    assert git(repository, "show", f"{again['git_branch_name']}:greeter.txt") == "Good morning, A! (served)"


def test_the_projects_variables_reach_agent_and_setup_script(api: ApiClient, repository: Path) -> None:
    made = project(
        api, repository, environment={"FLAVOUR": "plum", "EMPTY": ""}, setup_script='echo "$FLAVOUR" > setup.txt'
    )
    assert made["environment"] == {"FLAVOUR": "plum", "EMPTY": ""}
    order_id = api.create(repository, 'demo: run echo "$FLAVOUR-$EMPTY" > agent.txt', project_id=made["project_id"])[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed")
    assert git(repository, "show", f"{done['git_branch_name']}:agent.txt") == "plum-"
    assert git(repository, "show", f"{done['git_branch_name']}:setup.txt") == "plum"


def test_what_cannot_be_given_is_refused(api: ApiClient, repository: Path) -> None:
    made = project(api, repository)
    for wrong in (
        {"mcp_servers": [GREETER, GREETER]},
        {"mcp_servers": [{"name": "x"}]},
        {"mcp_servers": [{"name": "x", "url": "ftp://example.org"}]},
        {"mcp_servers": [GREETER | {"colour": "red"}]},
        {"environment": {"HOME": "/root"}},
        {"files_to_copy": [".env", "../outside"]},
        {"files_to_copy": ["/etc/passwd"]},
        {"agent": "nobody"},
    ):
        assert api.http.patch(f"/projects/{made['project_id']}", json=wrong).status_code == 422
    cleared = api.ok("PATCH", f"/projects/{made['project_id']}", json={"mcp_servers": None, "environment": None})
    assert (cleared["mcp_servers"], cleared["environment"]) == ([], {})
