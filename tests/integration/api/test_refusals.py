"""Bad input gets a clear error; foreign callers get nothing."""

import contextlib
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git, make_checkout


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "repository_url"),
        ({"repository_url": "/tmp/x"}, "initial_prompt"),
        ({"repository_url": "/tmp/x", "initial_prompt": "   "}, "initial_prompt"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "sandbox_type": "vm"}, "sandbox_type"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "sandbox_type": "e2b"}, "sandbox_type"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "workflow_type": "dance"}, "workflow_type"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "agent": "nobody"}, "agent"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "git_branch_name": "--force"}, "git_branch_name"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "git_branch_name": "a..b"}, "git_branch_name"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "base_branch": "-x"}, "base_branch"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "github_issue_number": "4; rm"}, "github_issue_number"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "priority": 1000}, "priority"),
        ({"repository_url": "/tmp/x", "initial_prompt": "a", "color": "red"}, "color"),
        ({"repository_url": 5, "initial_prompt": "a"}, "repository_url"),
    ],
)
def test_a_wrong_field_is_named(api: ApiClient, body: dict[str, Any], field: str) -> None:
    refused = api.http.post("/agent-work-orders", json=body)
    assert refused.status_code == 422, refused.text
    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert problem["field"] == field
    assert problem["category"] == "user-action"


@pytest.mark.parametrize(
    "url",
    [
        "ext::sh -c id",
        "--upload-pack=touch /tmp/x",
        "-oProxyCommand=x",
        "fd::17",
        "http://169.254.169.254/latest/meta-data",
        "http://metadata.google.internal/x",
        "https://user:secret@example.org/x.git",
        "ssh://-oProxyCommand=touch/x",
        "git@-oProxyCommand=x:y/z",
        "ftp://example.org/x",
        "relative/path/of/files",
        "http://127.0.0.1:9/a/b",
        "http://10.0.0.1/a/b",
        "https://[::ffff:127.0.0.1]/a/b",
        "http://localhost/a/b",
        "git@192.168.1.2:a/b",
        "https://example.org/a\nb",
    ],
)
def test_harmful_urls_are_refused(api: ApiClient, url: str) -> None:
    for path in ("/agent-work-orders", "/github/verify-repository", "/projects"):
        body = {"repository_url": url} | ({"initial_prompt": "x"} if path == "/agent-work-orders" else {})
        refused = api.http.post(path, json=body)
        assert refused.status_code == 422, f"{path} {refused.text}"
        assert "secret" not in refused.text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""), ("DELETE", ""), ("PATCH", ""), ("GET", "/git-progress"), ("GET", "/logs"), ("GET", "/events"),
        ("GET", "/commits"), ("GET", "/diff"), ("GET", "/pull-request"), ("POST", "/pull-request/ready"),
        ("POST", "/pull-request/merge"), ("POST", "/cancel"), ("POST", "/pause"), ("POST", "/resume"),
        ("POST", "/retry"), ("GET", "/permissions"), ("GET", "/prompts"), ("POST", "/prompt"),
    ],
)  # fmt: skip
def test_an_unknown_order_is_not_found(api: ApiClient, method: str, path: str) -> None:
    body = {"PATCH": {"title": "x"}, "POST": {"prompt_text": "x"} if path == "/prompt" else None}.get(method)
    missing = api.http.request(method, f"/agent-work-orders/wo-00000000{path}", json=body)
    assert missing.status_code == 404, missing.text
    assert missing.json()["code"] == "not_found"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8484", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused(api: ApiClient, host: str) -> None:
    assert api.http.get("/agent-work-orders", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "file://"])
def test_a_foreign_origin_is_refused(api: ApiClient, origin: str) -> None:
    assert api.http.post("/agent-work-orders", json={}, headers={"origin": origin}).status_code == 403
    assert api.http.get("/agent-work-orders", headers={"origin": origin}).status_code == 403


def test_another_port_of_loopback_is_a_foreign_origin(api: ApiClient) -> None:
    assert api.http.get("/settings", headers={"origin": "http://127.0.0.1:1"}).status_code == 403
    assert api.http.get("/settings", headers={"origin": api.url}).status_code == 200


def test_a_body_that_is_too_large_is_refused_with_and_without_a_length(api: ApiClient) -> None:
    large = b'{"initial_prompt": "' + b"x" * 2_000_000 + b'"}'
    headers = {"content-type": "application/json"}
    assert api.http.post("/agent-work-orders", content=large, headers=headers).status_code == 413

    def chunks() -> Any:
        for start in range(0, len(large), 50_000):
            yield large[start : start + 50_000]

    with contextlib.suppress(httpx.WriteError):
        assert api.http.post("/agent-work-orders", content=chunks(), headers=headers).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"a": NaN}'])
def test_nonsense_bodies_are_refused(api: ApiClient, body: bytes) -> None:
    refused = api.http.post("/agent-work-orders", content=body, headers={"content-type": "application/json"})
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=x", "offset=-1", "status=happy", "sort=color"])
def test_wrong_queries_are_refused(api: ApiClient, query: str) -> None:
    assert api.http.get(f"/agent-work-orders?{query}").status_code == 422


def test_a_raw_socket_with_garbage_does_not_hurt(api: ApiClient) -> None:
    host, port = api.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(b"\x00\xff GET / HTTP/9\r\n\r\n")
        raw.recv(1000)
    assert api.ok("GET", "/health")["status"] == "ok"


def test_verify_tells_what_a_local_repository_is(api: ApiClient, tmp_path: Path, repository: Path) -> None:
    bare = api.ok("POST", "/github/verify-repository", json={"repository_url": str(repository)})
    assert bare["verification_success"] is True
    assert bare["repository"]["default_branch"] == "trunk"
    assert bare["repository"]["repository_name"] == "things"
    checkout = make_checkout(tmp_path / "mine", branch="topic")
    (checkout / "x").write_text("x")
    mine = api.ok("POST", "/github/verify-repository", json={"repository_url": f"file://{checkout}"})
    assert mine["repository"]["default_branch"] == "topic"
    assert mine["repository"]["uncommitted_changes"] == 1
    missing = api.ok("POST", "/github/verify-repository", json={"repository_url": str(tmp_path / "no")})
    assert missing["verification_success"] is False
    assert missing["error_message"]


def test_projects_give_their_orders_defaults(api: ApiClient, repository: Path) -> None:
    made = api.ok(
        "POST",
        "/projects",
        json={"repository_url": str(repository), "workflow_type": "agent_workflow_build", "setup_script": "echo s > s"},
    )
    project_id = made["project_id"]
    body = {"project_id": project_id, "initial_prompt": "demo: write a.txt 1"}
    order = api.ok("POST", "/agent-work-orders", json=body)["agent_work_order"]
    assert order["workflow_type"] == "agent_workflow_build"
    done = api.wait_for(order["agent_work_order_id"], "completed")
    assert git(repository, "show", f"{done['git_branch_name']}:s") == "s"
    renamed = api.ok("PATCH", f"/projects/{project_id}", json={"name": "Renamed", "archived": True})
    assert (renamed["name"], renamed["archived"]) == ("Renamed", True)
    assert project_id not in {p["project_id"] for p in api.ok("GET", "/projects")["projects"]}
    api.ok("DELETE", f"/projects/{project_id}")
    assert api.http.get(f"/projects/{project_id}").status_code == 404
    assert api.get(order["agent_work_order_id"])["project_id"] is None


def test_settings_change_what_new_orders_get(api: ApiClient, repository: Path) -> None:
    before = api.ok("GET", "/settings")["default_workflow_type"]
    api.ok("PATCH", "/settings", json={"default_workflow_type": "agent_workflow_plan"})
    assert api.create(repository, "x")["workflow_type"] == "agent_workflow_plan"
    api.ok("PATCH", "/settings", json={"default_workflow_type": before})
    assert api.http.patch("/settings", json={"default_agent": "nobody"}).status_code == 422
    assert api.http.patch("/settings", json={"max_running_orders": 0}).status_code == 422
    assert api.http.patch("/settings", json={"nonsense": 1}).status_code == 422


def test_agents_are_listed(api: ApiClient) -> None:
    agents = {agent["name"]: agent for agent in api.ok("GET", "/agents")["agents"]}
    assert agents["demo"]["is_installed"] is True
    assert agents["custom"]["is_installed"] is False
    assert "SHOPFLOOR_CUSTOM_AGENT_COMMAND" in agents["custom"]["hint"]


def test_openapi_describes_every_path(api: ApiClient) -> None:
    paths = api.ok("GET", "/openapi.json")["paths"]
    order = "/api/agent-work-orders/{agent_work_order_id}"
    for path in ("", "/prompt", "/git-progress", "/logs", "/events", "/commits", "/diff", "/pull-request",
                 "/pull-request/ready", "/pull-request/merge", "/cancel", "/pause", "/resume", "/retry"):  # fmt: skip
        assert f"{order}{path}" in paths
    assert {"/api/github/verify-repository", "/api/projects", "/api/agents", "/api/settings", "/api/events"} <= set(
        paths
    )
    for operations in paths.values():
        for operation in operations.values():
            assert operation["description"]
