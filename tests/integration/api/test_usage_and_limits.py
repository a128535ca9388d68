"""What turns use is counted once, by everything it belongs to; a turn that uses too much is ended."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess

BUILD = {"workflow_type": "agent_workflow_build"}


def usage(api: ApiClient, **params: Any) -> dict[str, Any]:
    return dict(api.ok("GET", "/analytics/usage", params=params))


def test_usage_is_summed_over_turns_and_never_counted_twice(api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), "name": "Counted"})
    order = api.create(repository, "demo: use 1000 0.25", **BUILD, project_id=project["project_id"])
    order_id = order["agent_work_order_id"]
    assert order["usage"] == dict.fromkeys(("input_tokens", "output_tokens", "total_tokens", "cost_usd", "source"))
    first = api.wait_for(order_id, "completed")["usage"]
    assert (first["cost_usd"], first["source"]) == (0.25, "agent")
    assert 1000 < first["total_tokens"] < 2000
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: use 500 0.5"})
    api.wait_for(order_id, "completed")
    both = api.get(order_id)["usage"]
    assert 1500 < both["total_tokens"] < 3000
    assert both["cost_usd"] == 0.75, "the agent counts on where its session stood"
    by_order = usage(api, group_by="order", agent_work_order_id=order_id)
    (summed,) = by_order["usage"]
    assert (summed["key"], summed["name"], summed["turns"]) == (order_id, order["title"], 2)
    assert {name: summed[name] for name in both} == both
    assert by_order["total"]["total_tokens"] == both["total_tokens"]
    (of_project,) = usage(api, group_by="project", project_id=project["project_id"])["usage"]
    assert (of_project["name"], of_project["total_tokens"]) == ("Counted", both["total_tokens"])
    turns = usage(api, group_by="turn", agent_work_order_id=order_id)["usage"]
    assert [turn["model"] for turn in turns] == ["demo", "demo"]
    assert sum(turn["total_tokens"] for turn in turns) == both["total_tokens"]
    api.ok("DELETE", f"/agent-work-orders/{order_id}")
    assert usage(api, group_by="order", agent_work_order_id=order_id)["total"]["turns"] == 2
    assert api.http.get("/analytics/usage", params={"since": "2026-01-01T00:00:00"}).json()["field"] == "since"


@pytest.mark.parametrize(
    ("prompt", "limits", "code"),
    [
        ("demo: write a.txt A\ndemo: use 5000\ndemo: sleep 60", {"max_tokens": 4000}, "turn_token_limit_reached"),
        ("demo: write a.txt A\ndemo: use 50 2.5\ndemo: sleep 60", {"max_cost_usd": 2}, "turn_cost_limit_reached"),
        ("demo: write a.txt A\ndemo: sleep 60", {"turn_seconds": 0.5}, "turn_time_limit_reached"),
        ("demo: write a.txt A\ndemo: hang", {"idle_seconds": 0.5}, "turn_idle_limit_reached"),
    ],
)
def test_a_turn_beyond_its_limit_is_ended_its_work_kept_and_it_can_be_retried(
    api: ApiClient, repository: Path, prompt: str, limits: dict[str, Any], code: str
) -> None:
    order_id = api.create(repository, prompt, **BUILD, limits=limits)["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    error = failed["error"]
    assert (error["code"], error["retryable"]) == (code, True)
    assert next(iter(limits)).replace("max_", "").replace("_usd", "") in error["hint"]
    assert failed["git_commit_count"] == 1
    commands = [event for event in api.events(order_id) if event["type"].startswith("agent_command_")]
    assert [event["type"] for event in commands] == ["agent_command_started", "agent_command_failed"]
    if code == "turn_cost_limit_reached":
        assert failed["usage"]["cost_usd"] == 2.5
    raised = {"limits": {"turn_seconds": 3600}}
    assert api.ok("PATCH", f"/agent-work-orders/{order_id}", json=raised)["agent_work_order"]["limits"]
    api.ok("POST", f"/agent-work-orders/{order_id}/retry")
    api.wait_for_event(order_id, "agent_command_started", attempt=1)
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")


def test_a_follow_up_is_held_to_its_cost_too(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: use 10 1.5", **BUILD, limits={"max_cost_usd": 2})["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    for dollars, status in ((1.75, "completed"), (2.5, "failed")):
        prompt = {"prompt_text": f"demo: use 10 {dollars}\ndemo: sleep 0.1"}
        api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json=prompt)
        ended = api.wait_for(order_id, status)
    assert (ended["error"]["code"], ended["usage"]["cost_usd"]) == ("turn_cost_limit_reached", 5.75)


def test_what_a_stopped_turn_used_is_counted(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: use 700 0.125\ndemo: sleep 60", **BUILD)["agent_work_order_id"]
    api.wait_for_event(order_id, "agent_usage")
    cancelled = api.ok("POST", f"/agent-work-orders/{order_id}/cancel")["agent_work_order"]
    assert cancelled["usage"]["cost_usd"] == 0.125
    assert (cancelled["usage"]["total_tokens"], cancelled["usage"]["source"]) == (700, "estimated")


def test_what_a_turn_used_that_died_with_the_server_is_counted(
    tmp_path: Path, repository: Path, nursery: Nursery
) -> None:
    server = ServerProcess(tmp_path / "home", nursery=nursery)
    server.start()
    server.wait_until_ready()
    api = ApiClient(server.url)
    order_id = api.create(repository, "demo: use 700 0.125\ndemo: hang", **BUILD)["agent_work_order_id"]
    api.wait_for_event(order_id, "agent_usage")
    server.kill()
    server.start()
    server.wait_until_ready()
    api.wait_for_event(order_id, "agent_work_order_recovered")
    (cut,) = usage(api, group_by="turn", agent_work_order_id=order_id)["usage"]
    assert (cut["cost_usd"], cut["total_tokens"], cut["source"]) == (0.125, 700, "estimated")
    assert (cut["agent"], cut["model"], cut["phase"]) == ("demo", "demo", "implementing")
    assert api.ok("POST", f"/agent-work-orders/{order_id}/cancel")["agent_work_order"]["usage"]["cost_usd"] >= 0.125
    api.close()
    server.close()


def test_what_a_day_comes_to(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: write a.txt 1", workflow_type="agent_workflow_build")
    api.wait_for(order["agent_work_order_id"], "completed")
    day = datetime.fromisoformat(order["created_at"]).date()
    since, until = f"{day}T00:00:00Z", f"{day + timedelta(days=2)}T00:00:00Z"
    figures = api.ok("GET", "/analytics/orders", params={"since": since, "until": until})
    assert [each["date"] for each in figures["days"]] == [str(day), str(day + timedelta(days=1))]
    assert figures["days"][0]["completed"] >= 1
    assert figures["agents"][0]["agent"] == "demo"
    assert figures["spent"][0]["cost_usd"] is not None
    nothing = {"since": since, "until": until, "project_id": "pj-none"}
    assert api.ok("GET", "/analytics/orders", params=nothing)["total"]["filed"] == 0
    backwards = api.http.get("/analytics/orders", params={"since": until, "until": since})
    assert backwards.status_code == 422
