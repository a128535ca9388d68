"""Prompts, cancel, pause, resume, retry, permissions."""

import os
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.support.client import ApiClient
from tests.support.living import is_alive
from tests.support.repositories import git

BUILD = {"workflow_type": "agent_workflow_build"}


def agents_of(order_id: str) -> list[int]:
    """Processes in the order's sandbox, but for our own git, which tidies up behind an ended order."""
    found = []
    for process in psutil.process_iter():
        try:
            if order_id in process.cwd() and not _is_ours(process):
                found.append(process.pid)
        except (psutil.Error, OSError):
            continue
    return [pid for pid in found if pid != os.getpid() and is_alive(pid)]


def _is_ours(process: psutil.Process) -> bool:
    """One that a forker has just made still looks like it."""
    return process.name() in ("git", "rm") or any("forker_program" in word for word in process.cmdline())


def start(api: ApiClient, repository: Path, prompt: str, **fields: Any) -> str:
    """An order whose agent is at work."""
    order_id = str(api.create(repository, prompt, **(BUILD | fields))["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_command_started")
    return order_id


@pytest.mark.parametrize("prompt", ["demo: sleep 60", "demo: hang", "demo: run sleep 61"])
def test_cancel_means_the_agent_is_dead(api: ApiClient, repository: Path, prompt: str) -> None:
    order_id = start(api, repository, prompt)
    cancelled = api.ok("POST", f"/agent-work-orders/{order_id}/cancel")["agent_work_order"]
    assert cancelled["status"] == "cancelled"
    assert agents_of(order_id) == []


def test_cancel_ends_double_forked_children_too(api: ApiClient, repository: Path, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    order_id = start(
        api, repository, f"demo: run (setsid sh -c 'echo $$ > {pid_file}; exec sleep 300' &) ; true\ndemo: sleep 60"
    )
    deadline = time.monotonic() + 20
    while not (pid_file.exists() and pid_file.read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    child = int(pid_file.read_text())
    assert is_alive(child)
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    assert not is_alive(child)


def test_what_a_cancelled_turn_had_written_is_on_its_branch(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: write half.txt half\ndemo: sleep 60")
    api.wait_for_event(order_id, "agent_tool_call", status="completed")
    cancelled = api.ok("POST", f"/agent-work-orders/{order_id}/cancel")["agent_work_order"]
    branch = cancelled["git_branch_name"]
    assert git(repository, "show", f"{branch}:half.txt") == "half"
    assert git(repository, "log", "-1", "--format=%(trailers:key=Unfinished,valueonly)", branch).strip() == "yes"


def test_a_queued_order_can_be_cancelled(api: ApiClient, repository: Path) -> None:
    blocker = start(api, repository, "demo: sleep 60", sandbox_type="git_branch")
    waiting = api.create(repository, "x", sandbox_type="git_branch", **BUILD)["agent_work_order_id"]
    assert api.get(waiting)["queue_position"] == 1
    assert api.ok("POST", f"/agent-work-orders/{waiting}/cancel")["agent_work_order"]["status"] == "cancelled"
    api.ok("POST", f"/agent-work-orders/{blocker}/cancel")


def test_pause_keeps_the_work_and_resume_finishes_it(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: write early.txt 1\ndemo: sleep 1.5\ndemo: write late.txt 2")
    api.wait_for_event(order_id, "agent_tool_call", status="completed")
    paused = api.ok("POST", f"/agent-work-orders/{order_id}/pause")["agent_work_order"]
    assert paused["status"] == "paused"
    assert agents_of(order_id) == []
    assert api.ok("POST", f"/agent-work-orders/{order_id}/resume")["agent_work_order"]["status"] == "pending"
    done = api.wait_for(order_id, "completed")
    assert done["run_count"] == 2
    assert git(repository, "show", f"{done['git_branch_name']}:late.txt") == "2"


def test_prompts_on_a_running_order_are_answered_in_their_order(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: sleep 0.5\ndemo: write log.txt first")
    for number in range(3):
        body = {"prompt_text": f"demo: run echo {number} >> log.txt"}
        assert api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json=body)["prompt_accepted"] is True
    done = api.wait_for(order_id, "completed")
    assert git(repository, "show", f"{done['git_branch_name']}:log.txt").split() == ["first", "0", "1", "2"]
    assert done["git_commit_count"] == 4
    prompts = api.ok("GET", f"/agent-work-orders/{order_id}/prompts")["prompts"]
    assert {prompt["status"] for prompt in prompts} == {"answered"}


def test_a_prompt_on_a_finished_order_starts_a_follow_up_on_the_same_branch(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: write a.txt 1", **BUILD)["agent_work_order_id"]
    first = api.wait_for(order_id, "completed")
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt 2"})
    assert api.get(order_id)["status"] != "completed"
    second = api.wait_for(order_id, "completed")
    assert second["git_branch_name"] == first["git_branch_name"]
    assert second["pull_request_number"] == first["pull_request_number"]
    assert second["git_commit_count"] == 2
    assert second["agent_session_id"] == first["agent_session_id"]


def test_retry_goes_on_from_the_phase_that_failed(api: ApiClient, repository: Path) -> None:
    prompt = "demo: run test -e go-on || exit 1\ndemo(test): fail persistent the disk is full"
    order_id = api.create(repository, prompt)["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"] | {"hint": None} == {
        "category": "persistent",
        "code": "agent_reported_error",
        "message": "the disk is full",
        "retryable": True,
        "hint": None,
    }
    api.ok("POST", f"/agent-work-orders/{order_id}/retry")
    api.wait_for(order_id, "failed")
    started = [e["phase"] for e in api.events(order_id) if e["type"] == "workflow_phase_started"]
    assert started == ["planning", "implementing", "testing", "testing"]


@pytest.mark.parametrize("category", ["persistent", "user-action", "fatal"])
def test_each_kind_of_failure_keeps_its_category(api: ApiClient, repository: Path, category: str) -> None:
    order_id = api.create(repository, f"demo: fail {category} no luck", **BUILD)["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"]["category"] == category
    assert failed["error"]["retryable"] is (category != "fatal")
    assert "no luck" in failed["error_message"]


def test_a_transient_failure_is_tried_again_and_each_try_is_told(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: fail transient too busy", **BUILD)["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"]["category"] == "transient"
    assert [e["attempt"] for e in api.events(order_id) if e["type"] == "agent_command_retried"] == [1, 2]


def test_an_agent_that_crashes_fails_the_order_with_what_it_said(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: write kept.txt yes\ndemo: crash", **BUILD)["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"]["code"] == "agent_crashed"
    assert git(repository, "show", f"{failed['git_branch_name']}:kept.txt") == "yes"
    assert agents_of(order_id) == []


def test_a_permission_request_waits_for_an_answer(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: ask May I?\ndemo: write yes.txt 1", permission_policy="ask", **BUILD)[
        "agent_work_order_id"
    ]
    api.wait_for(order_id, "waiting")
    (request,) = api.ok("GET", f"/agent-work-orders/{order_id}/permissions")["permissions"]
    assert "May I?" in request["title"]
    path = f"/agent-work-orders/{order_id}/permissions/{request['permission_id']}"
    assert api.http.post(path, json={"option_id": "whatever"}).status_code == 422
    api.ok("POST", path, json={"option_id": request["options"][0]["option_id"]})
    assert api.wait_for(order_id, "completed")["git_commit_count"] == 1
    late = api.http.post(path, json={"option_id": "allow_once"})
    assert (late.status_code, late.json()["code"]) == (409, "permission_already_answered")


def test_by_default_permission_is_given_and_told(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: ask May I?", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    (answer,) = [e for e in api.events(order_id) if e["type"] == "agent_permission_answered"]
    assert answer["kind"].startswith("allow")


def test_the_model_cannot_change_while_the_agent_works(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: sleep 60")
    refused = api.http.patch(f"/agent-work-orders/{order_id}", json={"model": "other"})
    assert refused.status_code == 409
    titled = api.ok("PATCH", f"/agent-work-orders/{order_id}", json={"title": "Better"})
    assert titled["agent_work_order"]["title"] == "Better"
    assert api.http.delete(f"/agent-work-orders/{order_id}").status_code == 409
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    assert api.http.delete(f"/agent-work-orders/{order_id}").status_code == 204
    assert api.http.get(f"/agent-work-orders/{order_id}").status_code == 404


@pytest.mark.parametrize("move", ["pause", "cancel", "resume", "retry"])
def test_a_completed_order_refuses_moves_that_make_no_sense(api: ApiClient, repository: Path, move: str) -> None:
    order_id = api.create(repository, "demo: say hi", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    refused = api.http.post(f"/agent-work-orders/{order_id}/{move}")
    assert refused.status_code == 409
    assert "completed" in refused.json()["detail"]


def test_a_cancelled_order_takes_no_prompts(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: sleep 60")
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    refused = api.http.post(f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "more"})
    assert refused.status_code == 409
