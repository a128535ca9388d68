"""Models, efforts and modes: listed by the agent, chosen by order, project and user, changed between turns."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient

BUILD = {"workflow_type": "agent_workflow_build"}
MODELS = "/agents/demo/models"


@pytest.fixture(autouse=True)
def usual_settings(api: ApiClient) -> Iterator[None]:
    yield
    names = ("default_model", "default_reasoning_effort", "default_mode", "default_limits")
    api.ok("PATCH", "/settings", json={"default_agent": "demo"} | dict.fromkeys(names))


def patch(api: ApiClient, order_id: str, **changes: Any) -> Any:
    return api.http.patch(f"/agent-work-orders/{order_id}", json=changes)


def test_the_agent_itself_lists_what_it_offers(api: ApiClient, floor_home: Path) -> None:
    told = api.ok("GET", MODELS, params={"refresh": True})
    assert (told["state"], told["message"], told["agent"]) == ("ready", None, "demo")
    assert [model["model_id"] for model in told["models"]] == ["demo", "demo-brief", "demo-thorough"]
    assert {model["provider"] for model in told["models"]} == {"Demo"}
    assert [mode["id"] for mode in told["modes"]] == ["build", "plan"]
    assert [effort["id"] for effort in told["efforts"]] == ["low", "medium", "high"]
    assert told["current_model"] == "demo"
    assert api.ok("GET", MODELS)["fetched_at"] == told["fetched_at"]
    assert api.ok("GET", MODELS, params={"refresh": True})["fetched_at"] > told["fetched_at"]
    assert list((floor_home / "scratch").iterdir()) == []


def test_an_agent_that_cannot_be_asked_says_why(api: ApiClient) -> None:
    told = api.ok("GET", "/agents/custom/models")
    assert (told["state"], told["models"], told["fetched_at"]) == ("unavailable", [], None)
    assert "SHOPFLOOR_CUSTOM_AGENT_COMMAND" in told["message"]
    assert api.http.get("/agents/nobody/models").status_code == 404


def test_what_the_agent_does_not_offer_is_refused_before_the_order_starts(api: ApiClient, repository: Path) -> None:
    api.ok("GET", MODELS)
    body = {"repository_url": str(repository), "initial_prompt": "demo: say Hi", "model": "demo-breif"}
    refused = api.http.post("/agent-work-orders", json=body)
    assert refused.status_code == 422
    problem = refused.json()
    assert (problem["code"], problem["field"]) == ("model_not_offered", "model")
    assert "Did you mean demo-brief" in problem["hint"]
    refused = api.http.post("/agent-work-orders", json=body | {"model": "demo", "reasoning_effort": "huge"})
    assert (refused.json()["code"], refused.json()["field"]) == ("effort_not_offered", "reasoning_effort")
    for path, changes in (("/projects", {"repository_url": str(repository), "mode": "dance"}),):
        assert api.http.post(path, json=changes).json()["code"] == "mode_not_offered"
    assert api.http.patch("/settings", json={"default_model": "gpt"}).json()["code"] == "model_not_offered"


def test_the_model_in_use_is_in_the_order_and_its_events(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: say Hi", **BUILD, model="demo-brief", mode="plan")
    order_id = order["agent_work_order_id"]
    done = api.wait_for(order_id, "completed")
    assert (done["model"], done["mode"], done["reasoning_effort"]) == ("demo-brief", "plan", "medium")
    events = {event["type"]: event for event in api.events(order_id)}
    for name in ("agent_session_started", "agent_command_started", "agent_command_completed"):
        assert (events[name]["model"], events[name]["reasoning_effort"]) == ("demo-brief", "medium")


def test_an_order_that_chooses_nothing_says_what_the_agent_chose(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: say Hi", **BUILD)
    assert order["model"] is None
    assert api.wait_for(order["agent_work_order_id"], "completed")["model"] == "demo"


def test_precedence_is_order_project_user(api: ApiClient, repository: Path) -> None:
    settings = {"default_model": "demo-brief", "default_mode": "plan", "default_limits": {"max_tokens": 7}}
    assert api.ok("PATCH", "/settings", json=settings)["default_limits"]["max_tokens"] == 7
    defaults = {"model": "demo-thorough", "limits": {"turn_seconds": 60}}
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), **defaults})
    of_user = api.create(repository, "demo: say Hi", **BUILD)
    of_project = api.create(repository, "demo: say Hi", **BUILD, project_id=project["project_id"])
    own = api.create(
        repository, "demo: say Hi", **BUILD, project_id=project["project_id"], model="demo", limits={"max_tokens": 9}
    )
    assert [one["model"] for one in (of_user, of_project, own)] == ["demo-brief", "demo-thorough", "demo"]
    assert [one["mode"] for one in (of_user, of_project, own)] == ["plan"] * 3
    assert [one["limits"]["max_tokens"] for one in (of_user, of_project, own)] == [7, 7, 9]
    assert own["limits"]["turn_seconds"] == 60


def test_a_default_model_goes_with_its_agent(api: ApiClient, repository: Path) -> None:
    api.ok("PATCH", "/settings", json={"default_model": "demo-brief"})
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), "agent": "demo", "model": "demo"})
    changed = api.ok("PATCH", f"/projects/{project['project_id']}", json={"agent": "custom"})
    assert (changed["agent"], changed["model"]) == ("custom", None)
    kept = api.ok("PATCH", f"/projects/{project['project_id']}", json={"agent": "demo", "model": "demo-brief"})
    assert kept["model"] == "demo-brief"


def test_the_model_changes_between_turns_and_not_within(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: say Hi", **BUILD)
    order_id = order["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    assert patch(api, order_id, model="demo-x").json()["code"] == "model_not_offered"
    assert patch(api, order_id, model="demo-brief", reasoning_effort="high").status_code == 200
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: sleep 60"})
    started = api.wait_for_event(order_id, "agent_command_started", model="demo-brief")
    assert started["reasoning_effort"] == "high"
    refused = patch(api, order_id, model="demo")
    assert (refused.status_code, refused.json()["code"]) == (409, "agent_generating")
    assert patch(api, order_id, limits={"max_tokens": 5}).json()["agent_work_order"]["limits"]["max_tokens"] == 5
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    assert patch(api, order_id, model=None).json()["agent_work_order"]["model"] == "demo-brief"
