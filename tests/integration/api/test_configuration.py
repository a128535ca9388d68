"""The history of a project's configuration over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient, parse_stream

VALUE = "plain-looking-value-of-a-projects-secret"


@pytest.fixture
def project(api: ApiClient, repository: Path) -> dict[str, Any]:
    body = {"repository_url": str(repository), "setup_script": "make\n", "environment": {"A": "1"}}
    return dict(api.ok("POST", "/projects", json=body))


def versions_of(project: dict[str, Any]) -> str:
    return f"/projects/{project['project_id']}/configuration/versions"


def test_history_diff_and_the_way_back(api: ApiClient, project: dict[str, Any]) -> None:
    path, history = f"/projects/{project['project_id']}", versions_of(project)
    api.ok("PATCH", "/settings", json={"author_name": "Ada"})
    api.ok("PATCH", path, json={"setup_script": "make all\n", "environment": {"A": "2", "B": ""}})
    api.ok("PUT", "/secrets/KEY", json={"value": VALUE}, params={"project_id": project["project_id"]})
    api.ok("PUT", "/secrets/KEY", json={"value": f"{VALUE}!"}, params={"project_id": project["project_id"]})
    page = api.ok("GET", history)
    assert [(each["version"], each["author"], each["changed"]) for each in page["versions"]] == [
        (4, "Ada", ["secrets.KEY"]),
        (3, "Ada", ["secrets.KEY"]),
        (2, "Ada", ["environment.A", "environment.B", "setup_script"]),
        (1, None, []),
    ]
    assert api.ok("GET", f"{history}/2/diff")["differences"] == [
        {"field": "environment.A", "before": "1", "after": "2"},
        {"field": "environment.B", "before": None, "after": ""},
        {"field": "setup_script", "before": "make\n", "after": "make all\n"},
    ]
    assert api.ok("GET", f"{history}/4/diff", params={"against": 2})["differences"] == [
        {"field": "secrets", "before": [], "after": ["KEY"]}
    ]
    everything = [api.ok("GET", f"{history}/{number}") for number in (1, 2, 3, 4)]
    assert VALUE not in json.dumps([page, everything])
    api.ok("DELETE", "/secrets/KEY", params={"project_id": project["project_id"]})

    stale = api.http.post(f"{history}/3/restore", json={"version": 1})
    assert (stale.status_code, stale.json()["current_version"]) == (409, 5)
    restored = api.ok("POST", f"{history}/3/restore", json={"version": 4})
    assert restored["missing_secrets"] == ["KEY"]
    assert restored["project"]["version"] == 5, "it differs in the secret only, which has no value to bring back"
    back = api.ok("POST", f"{history}/1/restore")["project"]
    assert (back["version"], back["setup_script"], back["environment"]) == (6, "make\n", {"A": "1"})
    assert api.ok("GET", f"{history}/6")["note"] == "Version 1 restored."
    assert api.http.get(f"{history}/99").status_code == 404
    assert api.http.get("/projects/pj-none/configuration/versions").status_code == 404


def test_a_change_on_top_of_what_is_no_longer_there_is_refused_and_says_what_differs(
    api: ApiClient, project: dict[str, Any]
) -> None:
    path = f"/projects/{project['project_id']}"
    read = api.http.get(path)
    assert (read.headers["etag"], read.json()["version"]) == ('"1"', 1)
    first = api.http.patch(path, json={"name": "Renamed"}, headers={"if-match": read.headers["etag"]})
    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    for refused in (
        api.http.patch(path, json={"setup_script": None}, headers={"if-match": '"1"'}),
        api.http.patch(path, json={"setup_script": None, "version": 1}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "configuration_changed")
        assert "name changed" in refused.json()["detail"]
        assert refused.json()["differences"] == [{"field": "name", "before": project["name"], "after": "Renamed"}]
    assert api.http.patch(path, json={"version": 7}).status_code == 422
    assert api.http.patch(path, json={}, headers={"if-match": "x"}).status_code == 422
    assert api.ok("GET", path)["setup_script"] == "make\n"


def test_of_many_who_change_at_once_nobody_loses_a_change_unknowingly(api: ApiClient, project: dict[str, Any]) -> None:
    path = f"/projects/{project['project_id']}"

    def add(number: int) -> int:
        """Reads, adds its variable, writes; again if somebody was faster. Gives back how often it was refused."""
        refusals = 0
        while True:
            seen = api.http.get(path).json()
            variables = {**seen["environment"], f"V{number}": str(number)}
            answer = api.http.patch(path, json={"environment": variables, "version": seen["version"]})
            if answer.status_code == 200:
                return refusals
            assert answer.status_code == 409, answer.text
            refusals += 1

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(add, range(20)))
    ended = api.ok("GET", path)
    assert ended["environment"] == {"A": "1", **{f"V{number}": str(number) for number in range(20)}}
    page = api.ok("GET", versions_of(project))
    assert sorted(each["changed"][0] for each in page["versions"][:-1]) == sorted(
        f"environment.V{number}" for number in range(20)
    )


def test_everybody_is_told_of_a_change(api: ApiClient, project: dict[str, Any]) -> None:
    path = f"/projects/{project['project_id']}"
    with api.http.stream("GET", "/events") as stream, ThreadPoolExecutor(1) as pool:
        lines = stream.iter_lines()
        pool.submit(api.ok, "PATCH", path, json={"name": "Told"})
        notice = next(event for event in parse_stream(lines) if event.type == "project_changed")
    assert (notice.data["project_id"], notice.id) == (project["project_id"], None)


def test_a_project_says_how_it_stands_and_what_becomes_of_its_orders(api: ApiClient, project: dict[str, Any]) -> None:
    path, project_id = f"/projects/{project['project_id']}", project["project_id"]
    repository = Path(project["repository_url"])
    build = {"workflow_type": "agent_workflow_plan_build", "project_id": project_id, "permission_policy": "ask"}
    api.ok("PATCH", path, json={"setup_script": None})
    failed = api.create(repository, "demo(plan): fail fatal No", **build)
    running = api.create(repository, "demo(plan): ask May I?\ndemo: write a.txt 1", **build)
    api.ok("POST", f"{path}/tasks", json={"title": "A task"})
    api.ok("PUT", "/secrets/KEY", json={"value": VALUE}, params={"project_id": project_id})
    api.wait_for(failed["agent_work_order_id"], "failed")
    asked = api.wait_for(running["agent_work_order_id"], "waiting")
    listed = next(each for each in api.ok("GET", "/projects")["projects"] if each["project_id"] == project_id)
    assert listed["state"] == api.ok("GET", path)["state"]
    expected = {"orders": 2, "needs_you": 1, "running": 0, "queued": 0, "paused": 0, "failed": 1, "tasks": 1}
    assert listed["state"] == expected
    archived = api.ok("PATCH", path, json={"archived": True})
    assert archived["state"] == listed["state"]
    assert project_id not in {each["project_id"] for each in api.ok("GET", "/projects")["projects"]}

    gone = api.ok("DELETE", path)
    assert gone["message"].startswith("2 work orders kept, without a project; 1 of them under way")
    assert (gone["orders_kept"], gone["orders_under_way"]) == (2, 1)
    assert (gone["tasks_removed"], gone["secrets_removed"]) == (1, 1)
    permissions = f"/agent-work-orders/{asked['agent_work_order_id']}/permissions"
    (permission,) = api.ok("GET", permissions)["permissions"]
    answer = {"option_id": permission["options"][0]["option_id"]}
    api.ok("POST", f"{permissions}/{permission['permission_id']}", json=answer)
    kept = api.wait_for(asked["agent_work_order_id"], "completed")
    assert (kept["project_id"], kept["pull_request_number"]) == (None, 1)
    assert api.http.get(path).status_code == 404
    assert api.ok("GET", "/secrets", params={"project_id": project_id})["total_count"] == 0
