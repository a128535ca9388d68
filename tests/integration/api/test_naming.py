"""An order named by a small model from its title to its pull request, and one whose small model is broken."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git
from tests.support.small_model_server import SmallModelServer, small_model_server

BUILD = {"workflow_type": "agent_workflow_build"}
PROMPT = "well, i think it would be nice if we had some file that greets, you know\ndemo: write greeting.txt Hello"


@pytest.fixture
def model(api: ApiClient) -> Iterator[SmallModelServer]:
    with small_model_server() as server:
        naming = {"provider": "anthropic", "base_url": server.url, "model": "tiny"}
        assert api.ok("PATCH", "/settings", json={"naming": naming})["naming"] == naming
        api.ok("PUT", "/secrets/naming_api_key", json={"value": "key-of-the-small-model-123"})
        yield server
        assert api.ok("PATCH", "/settings", json={"naming": None})["naming"] is None


def pull_request_when(api: ApiClient, order_id: str, words: str) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while True:
        pull_request = dict(api.ok("GET", f"/agent-work-orders/{order_id}/pull-request"))
        if words in pull_request["pull_request_body"]:
            return pull_request
        assert time.monotonic() < deadline, pull_request["pull_request_body"]
        time.sleep(0.05)


def test_names_come_from_the_small_model(api: ApiClient, repository: Path, model: SmallModelServer) -> None:
    model.says(
        name={"title": "Add a greeting file", "branch": "greeting-file"},
        commit={"subject": "feat(greeting): say hello in a file"},
        describe={"summary": "Adds `greeting.txt`, which greets.\nFixes #7."},
    )
    order = api.create(repository, PROMPT, **BUILD)
    order_id = order["agent_work_order_id"]
    assert order["title"].startswith("well, i think")
    done = api.wait_for(order_id, "completed")
    assert done["title"] == "Add a greeting file"
    assert done["git_branch_name"] == f"feat-greeting-file-{order_id}"
    renamed = [event for event in api.events(order_id) if event["type"] == "agent_work_order_updated"]
    assert [event["title"] for event in renamed] == ["Add a greeting file"]
    assert git(repository, "log", "-1", "--format=%s", done["git_branch_name"]) == "feat(greeting): say hello in a file"
    pull_request = pull_request_when(api, order_id, "which greets")
    assert pull_request["pull_request_title"] == "Add a greeting file"
    assert "Fixes `#7`" in pull_request["pull_request_body"]
    assert {headers["x-api-key"] for _, headers, _ in model.requests} == {"key-of-the-small-model-123"}
    (commit,) = [body for _, _, body in model.requests if "commit subjects" in body["system"]]
    assert "new file: greeting.txt" in commit["messages"][0]["content"]
    model.says(describe={"summary": "Adds two files."})
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write two.txt 2"})
    api.wait_for(order_id, "completed")
    body = pull_request_when(api, order_id, "Adds two files.")["pull_request_body"]
    assert "which greets" not in body


def test_a_description_that_a_person_wrote_stays(api: ApiClient, repository: Path, model: SmallModelServer) -> None:
    model.says(describe={"summary": "By the model."})
    order_id = api.create(repository, "demo: write a.txt A", **BUILD, title="Mine")["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    pull_request_when(api, order_id, "By the model.")
    where = f"/agent-work-orders/{order_id}/pull-request"
    written = api.ok("GET", where)["pull_request_body"].replace("By the model.", "By me.")
    api.ok("PATCH", where, json={"body": written})
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt B"})
    api.wait_for(order_id, "completed")
    assert api.ok("GET", where)["pull_request_body"] == written
    assert api.get(order_id)["title"] == "Mine"


def test_a_broken_small_model_changes_nothing_but_the_names(
    api: ApiClient, repository: Path, model: SmallModelServer
) -> None:
    model.answer = lambda path, body: (500, b"<html>")
    order_id = api.create(repository, "Add a greeting\ndemo: write a.txt A", **BUILD)["agent_work_order_id"]
    done = api.wait_for(order_id, "completed")
    assert (done["title"], done["git_branch_name"]) == ("Add a greeting", f"feat-add-a-greeting-{order_id}")
    assert git(repository, "log", "-1", "--format=%s", done["git_branch_name"]) == "feat: add a greeting"
    assert len(model.requests) == 1


def test_an_address_that_is_none_is_refused(api: ApiClient) -> None:
    naming = {"provider": "openai", "base_url": "https://user:pass@example.org/v1", "model": "tiny"}
    refused = api.http.patch("/settings", json={"naming": naming})
    assert (refused.status_code, refused.json()["field"]) == (422, "naming.base_url")
