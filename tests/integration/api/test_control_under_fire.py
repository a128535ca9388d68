"""Stop, pause and resume wherever an order happens to be: nothing of it is left in the process table."""

import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.api.test_control import agents_of, start
from tests.support.client import ApiClient
from tests.support.living import is_alive
from tests.support.repositories import git, make_repository

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

BUILD = {"workflow_type": "agent_workflow_build"}
MOVES = [("cancel", "cancelled"), ("pause", "paused")]


def appears(path: Path) -> str:
    deadline = time.monotonic() + 60
    while not (path.exists() and path.read_text().strip()):
        assert time.monotonic() < deadline, f"{path.name} does not appear"
        time.sleep(0.02)
    return path.read_text().strip()


def with_setup(api: ApiClient, repository: Path, script: str, prompt: str) -> str:
    body: dict[str, Any] = {"repository_url": str(repository), "setup_script": script}
    project_id = api.ok("POST", "/projects", json=body)["project_id"]
    return str(api.create(repository, prompt, project_id=project_id, **BUILD)["agent_work_order_id"])


@pytest.mark.parametrize(("move", "status"), MOVES)
def test_in_the_middle_of_the_setup_script(
    api: ApiClient, repository: Path, tmp_path: Path, move: str, status: str
) -> None:
    pid_file, go_on = tmp_path / "pid", tmp_path / "go-on"
    script = f"echo $$ > {pid_file}; test -e {go_on} || sleep 600"
    order_id = with_setup(api, repository, script, "demo: write a.txt 1")
    pid = int(appears(pid_file))
    assert api.ok("POST", f"/agent-work-orders/{order_id}/{move}")["agent_work_order"]["status"] == status
    assert not is_alive(pid)
    assert agents_of(order_id) == []
    if move == "pause":
        go_on.touch()
        api.ok("POST", f"/agent-work-orders/{order_id}/resume")
        assert api.wait_for(order_id, "completed")["git_commit_count"] == 1


def test_in_the_middle_of_the_setup_script_of_a_follow_up(api: ApiClient, repository: Path, tmp_path: Path) -> None:
    """The branch is known by then, so there is something to look at and save: without the script."""
    pid_file, go_on = tmp_path / "pid", tmp_path / "go-on"
    go_on.touch()
    script = f"test -e {go_on} || {{ echo $$ >> {pid_file}; sleep 600; }}"
    order_id = with_setup(api, repository, script, "demo: write a.txt 1")
    api.wait_for(order_id, "completed")
    go_on.unlink()
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt 2"})
    appears(pid_file)
    assert api.ok("POST", f"/agent-work-orders/{order_id}/pause")["agent_work_order"]["status"] == "paused"
    assert [pid for pid in map(int, pid_file.read_text().split()) if is_alive(pid)] == []
    assert agents_of(order_id) == []
    go_on.touch()
    api.ok("POST", f"/agent-work-orders/{order_id}/resume")
    assert api.wait_for(order_id, "completed")["git_commit_count"] == 2


@pytest.mark.parametrize("prompt", ["demo: run echo $$ > PID; exec sleep 600", "demo: run echo $$ > PID\ndemo: hang"])
def test_pause_in_a_tool_call_and_in_silence_then_resume(
    api: ApiClient, repository: Path, tmp_path: Path, prompt: str
) -> None:
    pid_file = tmp_path / "pid"
    order_id = start(api, repository, f"demo: write kept.txt 1\n{prompt.replace('PID', str(pid_file))}")
    pid = int(appears(pid_file))
    assert api.ok("POST", f"/agent-work-orders/{order_id}/pause")["agent_work_order"]["status"] == "paused"
    assert not is_alive(pid)
    assert agents_of(order_id) == []
    assert git(repository, "show", f"{api.get(order_id)['git_branch_name']}:kept.txt") == "1"
    api.ok("POST", f"/agent-work-orders/{order_id}/resume")
    api.wait_for_event(order_id, "agent_work_order_started", kind="resume")
    assert api.ok("POST", f"/agent-work-orders/{order_id}/cancel")["agent_work_order"]["status"] == "cancelled"
    assert agents_of(order_id) == []


SLOW_SSH = """#!/bin/sh
# The other side of ssh, on this machine: fetches are served, a push is taken but never answered.
while [ $# -gt 1 ]; do shift; done
case "$1" in
  *receive-pack*) echo $$ > PIDFILE; exec sleep 600;;
  *) eval "exec $1";;
esac
"""


@pytest.fixture
def slow_remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ApiClient, str, Path]]:
    """A floor whose repository is behind ssh, and the file that tells who holds up the push."""
    repository, pid_file, program = make_repository(tmp_path / "far.git"), tmp_path / "pid", tmp_path / "ssh"
    program.write_text(SLOW_SSH.replace("PIDFILE", str(pid_file)))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("GIT_SSH_COMMAND", str(program))
    monkeypatch.setenv("GIT_SSH_VARIANT", "simple")
    settings = load_settings(home=tmp_path / "home", demo=False)
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client, f"ssh://git@far.example.org{repository}", pid_file
        client.close()
    assert not is_alive(int(pid_file.read_text())), "the push that still tried to save what was done"


@pytest.mark.parametrize(("move", "status"), MOVES)
def test_in_the_middle_of_a_push(slow_remote: tuple[ApiClient, str, Path], move: str, status: str) -> None:
    api, url, pid_file = slow_remote
    body = {"repository_url": url, "initial_prompt": "demo: write a.txt 1", **BUILD}
    order_id = api.ok("POST", "/agent-work-orders", json=body)["agent_work_order"]["agent_work_order_id"]
    pid = int(appears(pid_file))
    stopped = api.ok("POST", f"/agent-work-orders/{order_id}/{move}")["agent_work_order"]
    assert (stopped["status"], stopped["git_commit_count"]) == (status, 1)
    assert not is_alive(pid)
    assert agents_of(order_id) == []
