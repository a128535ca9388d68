"""An agent whose conversation cannot be loaded is told what happened so far; one that can load it is not."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import forgetful_agent
from tests.support.client import ApiClient
from tests.support.repositories import git
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess, ready_server

LOST = "that conversation could not be loaded"
BUILD = {"workflow_type": "agent_workflow_build"}


@pytest.fixture
def server(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    command = f"{sys.executable} -S -I {forgetful_agent.__file__}"
    with ready_server(tmp_path / "home", settings={"custom_agent_command": command}, nursery=nursery) as server:
        yield server


@pytest.fixture
def floor(server: ServerProcess) -> Iterator[ApiClient]:
    client = ApiClient(server.url)
    yield client
    client.close()


def told(repository: Path, branch: str) -> list[str]:
    return [part.partition(">>>")[0] for part in git(repository, "show", f"{branch}:told.txt").split("<<<")[1:]]


def prompt(api: ApiClient, order_id: str, text: str) -> str:
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": text})
    api.wait_for_event(order_id, "agent_work_order_started", kind="follow_up")
    return str(api.wait_for(order_id, "completed")["git_branch_name"])


def test_a_new_session_is_told_task_phases_answers_commits_and_tree(floor: ApiClient, repository: Path) -> None:
    key = "ghp_" + "a1B2" * 9
    order_id = str(floor.create(repository, f"Build a wall with {key}", agent="custom", **BUILD)["agent_work_order_id"])
    first = floor.wait_for(order_id, "completed")
    branch = prompt(floor, order_id, "Paint it blue")
    assert first["agent_session_id"] != floor.get(order_id)["agent_session_id"]
    _, second = told(repository, branch)
    recap, _, wanted = second.partition("What is wanted now:")
    assert LOST in recap
    assert "> Build a wall" in recap
    assert key not in recap
    assert "Phases done: implementing." in recap
    assert "You: Noted," in recap
    assert f"Commits on {branch}" in recap
    assert "The working tree is clean." in recap
    assert wanted.strip() == "Paint it blue"


def test_a_turn_that_was_killed_is_taken_again_with_what_happened_before(
    server: ServerProcess, floor: ApiClient, repository: Path
) -> None:
    order_id = str(floor.create(repository, "Build a wall", agent="custom", **BUILD)["agent_work_order_id"])
    floor.wait_for(order_id, "completed")
    floor.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "WAIT-ONCE, then paint"})
    floor.wait_for_event(order_id, "agent_message", turn=None, final=False)
    server.kill()
    server.start()
    server.wait_until_ready()
    branch = str(floor.wait_for(order_id, "completed")["git_branch_name"])
    last = told(repository, branch)[-1]
    assert LOST in last
    assert "You were interrupted" in last
    assert "told.txt" in last.partition("Changed in the working tree")[2]
    assert last.count("WAIT-ONCE, then paint") == 1, "what is being sent is not told as history"
    assert [p["status"] for p in floor.ok("GET", f"/agent-work-orders/{order_id}/prompts")["prompts"]] == ["answered"]


def test_an_agent_that_dies_of_its_old_conversation_gets_a_new_one(floor: ApiClient, repository: Path) -> None:
    body = {"repository_url": str(repository), "environment": {"FORGETFUL": "crashing"}}
    project_id = floor.ok("POST", "/projects", json=body)["project_id"]
    order_id = str(
        floor.create(repository, "Build a wall", agent="custom", project_id=project_id, **BUILD)["agent_work_order_id"]
    )
    floor.wait_for(order_id, "completed")
    assert LOST in told(repository, prompt(floor, order_id, "Paint it"))[-1]


def test_an_agent_that_can_load_its_conversation_is_not_told_it(floor: ApiClient, repository: Path) -> None:
    order_id = str(floor.create(repository, "demo: write a.txt 1", **BUILD)["agent_work_order_id"])
    first = floor.wait_for(order_id, "completed")
    prompt(floor, order_id, "demo: write b.txt 2")
    assert floor.get(order_id)["agent_session_id"] == first["agent_session_id"]
    sent = [event["prompt"] for event in floor.events(order_id) if event["type"] == "agent_command_started"]
    assert LOST not in sent[-1]
