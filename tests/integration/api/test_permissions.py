"""What agents ask leave for: policies, answers, always, and nobody there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

BUILD = {"workflow_type": "agent_workflow_build"}


def file_order(api: ApiClient, repository: Path, prompt: str, **fields: Any) -> str:
    return str(api.create(repository, prompt, **(BUILD | fields))["agent_work_order_id"])


def open_request(api: ApiClient, order_id: str) -> dict[str, Any]:
    api.wait_for(order_id, "waiting")
    (request,) = api.ok("GET", f"/agent-work-orders/{order_id}/permissions")["permissions"]
    return dict(request)


def answer(api: ApiClient, order_id: str, request: dict[str, Any], option: str) -> None:
    api.ok("POST", f"/agent-work-orders/{order_id}/permissions/{request['permission_id']}", json={"option_id": option})


def answers_of(api: ApiClient, order_id: str) -> list[tuple[str, str]]:
    return [(e["kind"], e["by"]) for e in api.events(order_id) if e["type"] == "agent_permission_answered"]


def test_allow_edits_lets_files_be_written_and_asks_for_commands(api: ApiClient, repository: Path) -> None:
    prompt = "demo: ask-edit a.txt 1\ndemo: ask-run echo 2 > b.txt"
    order_id = file_order(api, repository, prompt, permission_policy="allow_edits")
    request = open_request(api, order_id)
    assert (request["title"], request["tool_kind"], request["status"]) == ("Run echo 2 > b.txt", "execute", "open")
    assert request["expires_at"] > request["created_at"]
    answer(api, order_id, request, "reject")
    done = api.wait_for(order_id, "completed")
    assert git(repository, "ls-tree", "--name-only", done["git_branch_name"], "a.txt", "b.txt") == "a.txt"
    assert answers_of(api, order_id) == [("allow_once", "policy allow_edits"), ("reject_once", "user")]


def test_always_holds_for_that_kind_of_tool_in_this_conversation(api: ApiClient, repository: Path) -> None:
    prompt = "demo: ask-run echo 1 > a.txt\ndemo: ask-run echo 2 > b.txt\ndemo: ask-edit c.txt 3"
    order_id = file_order(api, repository, prompt, permission_policy="ask")
    answer(api, order_id, open_request(api, order_id), "always")
    api.wait_for_event(order_id, "agent_permission_requested", tool_kind="edit")
    request = open_request(api, order_id)
    assert request["title"] == "Write c.txt"
    answer(api, order_id, request, "once")
    api.wait_for(order_id, "completed")
    assert answers_of(api, order_id) == [
        ("allow_always", "user"),
        ("allow_once", "an answer for always"),
        ("allow_once", "user"),
    ]
    closed = api.ok("GET", f"/agent-work-orders/{order_id}/permissions", params={"include_closed": True})
    assert [one["answered_by"] for one in closed["permissions"]] == ["user", "user"]


def test_the_policy_can_change_while_the_agent_works(api: ApiClient, repository: Path) -> None:
    order_id = file_order(api, repository, "demo: ask-run true\ndemo: ask-run echo 1 > a.txt", permission_policy="ask")
    request = open_request(api, order_id)
    changed = api.ok("PATCH", f"/agent-work-orders/{order_id}", json={"permission_policy": "deny"})
    assert changed["agent_work_order"]["permission_policy"] == "deny"
    answer(api, order_id, request, "once")
    assert api.wait_for(order_id, "completed")["git_commit_count"] == 0
    assert answers_of(api, order_id)[-1] == ("reject_once", "policy deny")
    assert api.http.patch(f"/agent-work-orders/{order_id}", json={"permission_policy": None}).status_code == 422


def test_cancel_does_not_wait_for_an_answer(api: ApiClient, repository: Path) -> None:
    order_id = file_order(api, repository, "demo: ask May I?", permission_policy="ask")
    request = open_request(api, order_id)
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    path = f"/agent-work-orders/{order_id}/permissions"
    assert api.ok("GET", path)["permissions"] == []
    late = api.http.post(f"{path}/{request['permission_id']}", json={"option_id": "once"})
    assert (late.status_code, late.json()["code"]) == (409, "permission_already_answered")
    assert api.http.post(f"{path}/pm-unknown", json={"option_id": "once"}).status_code == 404


@pytest.fixture
def hasty_api(tmp_path: Path) -> Iterator[ApiClient]:
    settings = load_settings(home=tmp_path / "home", demo=False, permission_seconds=0.5)
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


def test_a_request_that_nobody_answers_pauses_the_order_and_is_asked_again(
    hasty_api: ApiClient, repository: Path
) -> None:
    api = hasty_api
    order_id = file_order(api, repository, "demo: ask May I?\ndemo: write yes.txt 1", permission_policy="ask")
    paused = api.wait_for(order_id, "paused")
    assert paused["error"]["code"] == "permission_unanswered"
    assert "May I?" in paused["error_message"]
    assert paused["error"]["retryable"] is True
    api.ok("PATCH", f"/agent-work-orders/{order_id}", json={"permission_policy": "allow_all"})
    assert api.ok("POST", f"/agent-work-orders/{order_id}/resume")["agent_work_order"]["error"] is None
    assert api.wait_for(order_id, "completed")["git_commit_count"] == 1
    statuses = api.ok("GET", f"/agent-work-orders/{order_id}/permissions", params={"include_closed": True})
    assert [one["status"] for one in statuses["permissions"]] == ["expired"]


def test_a_request_open_when_the_server_dies_is_asked_again(tmp_path: Path, repository: Path, nursery: Nursery) -> None:
    server = ServerProcess(tmp_path / "home", nursery=nursery)
    server.start()
    try:
        server.wait_until_ready()
        api = ApiClient(server.url)
        order_id = file_order(api, repository, "demo: ask May I?\ndemo: write yes.txt 1", permission_policy="ask")
        first = open_request(api, order_id)
        server.kill()
        server.start()
        server.wait_until_ready()
        api.wait_for_event(order_id, "agent_work_order_recovered")
        api.wait_for(order_id, "waiting")
        second = open_request(api, order_id)
        assert second["permission_id"] != first["permission_id"]
        late = api.http.post(
            f"/agent-work-orders/{order_id}/permissions/{first['permission_id']}", json={"option_id": "once"}
        )
        assert late.status_code == 409
        answer(api, order_id, second, "once")
        assert api.wait_for(order_id, "completed")["git_commit_count"] == 1
        api.close()
    finally:
        server.close()
