"""Particular moments: recovery itself, a stop in flight, an open question, the first start, a polite SIGTERM."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.integration.survival.autopsy import examine
from tests.integration.survival.floor_under_fire import FloorUnderFire
from tests.integration.survival.workload import BUILD, Job
from tests.support.repositories import git
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess

SLEEPING = Job(
    "sleeping",
    "Sleep\ndemo: write early.txt 1\ndemo: sleep 1\ndemo: write late.txt 2",
    BUILD,
    files={"early.txt": "1", "late.txt": "2"},
)


def at_work(floor: FloorUnderFire, job: Job) -> str:
    """An order whose agent has begun to change files."""
    order_id = floor.file(job)
    floor.api.wait_for_event(order_id, "agent_tool_call", status="completed")
    return order_id


def test_sigterm_ends_the_agents_and_the_next_server_goes_on(floor: FloorUnderFire, repositories: list[Path]) -> None:
    floor.start(cold=True)
    nap = f"sleep {floor.witness.number}"
    hiding = f"Hide\ndemo: run (cd / && env -i setsid {nap} &) ; true\ndemo: write a.txt 1\ndemo: sleep 1"
    at_work(floor, SLEEPING)
    at_work(floor, Job("hiding", hiding, BUILD, files={"a.txt": "1"}))
    floor.file(Job("three phases", "Add a greeting", phases=("planning", "implementing", "testing")))
    assert floor.server.terminate(seconds=10.0) == 0
    assert floor.witness.survivors() == ""
    floor.start(cold=True)
    floor.wait_for_the_end()
    examine(floor, repositories)


def test_a_server_that_dies_while_it_takes_over_leaves_nothing_stuck(
    floor: FloorUnderFire, repositories: list[Path]
) -> None:
    floor.start()
    for _ in range(3):
        at_work(floor, SLEEPING)
    floor.kill()
    for _ in range(4):
        floor.server.start()
        _wait_for_new_worker(floor.server.home / "shopfloor.db")
        floor.kill()
    floor.start(cold=True)
    floor.wait_for_the_end()
    examine(floor, repositories)


def _wait_for_new_worker(database: Path) -> None:
    """Returns the moment the new server has written down that the runs are its own. Milliseconds later it acts."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10.0)) as connection:
        query = "SELECT worker_id FROM runs"
        workers = connection.execute(query).fetchall()
        while connection.execute(query).fetchall() == workers:
            continue


@pytest.mark.parametrize("last_line", ["demo: sleep 60", "demo: hang"])
def test_a_cancel_in_flight_is_carried_out_and_the_work_is_kept(
    floor: FloorUnderFire, repositories: list[Path], last_line: str
) -> None:
    floor.start()
    order_id = at_work(floor, Job("cancelled", f"Half\ndemo: write half.txt 1\n{last_line}", BUILD, stop="cancel"))
    floor.stop_and_kill(order_id, "cancel")
    floor.start(cold=True)
    cancelled = floor.api.wait_for(order_id, "cancelled")
    assert git(Path(cancelled["repository_url"]), "show", f"{cancelled['git_branch_name']}:half.txt") == "1"
    examine(floor, repositories)


def test_a_pause_in_flight_is_carried_out_and_can_be_resumed(floor: FloorUnderFire, repositories: list[Path]) -> None:
    floor.start()
    order_id = at_work(floor, SLEEPING)
    floor.stop_and_kill(order_id, "pause")
    floor.start(cold=True)
    floor.api.wait_for(order_id, "paused")
    floor.api.ok("POST", f"/agent-work-orders/{order_id}/resume")
    floor.wait_for_the_end()
    examine(floor, repositories)


def test_an_open_question_is_asked_again(floor: FloorUnderFire, repositories: list[Path]) -> None:
    floor.start()
    asking = Job(
        "asking",
        "Ask\ndemo: ask May I?\ndemo: write asked.txt 1",
        {**BUILD, "permission_policy": "ask"},
        files={"asked.txt": "1"},
    )
    order_id = floor.file(asking)
    floor.api.wait_for(order_id, "waiting")
    floor.kill()
    floor.start(cold=True)
    (request,) = _questions(floor, order_id)
    path = f"/agent-work-orders/{order_id}/permissions/{request['permission_id']}"
    floor.api.ok("POST", path, json={"option_id": request["options"][0]["option_id"]})
    floor.wait_for_the_end()
    examine(floor, repositories)


def _questions(floor: FloorUnderFire, order_id: str) -> list[dict[str, Any]]:
    """The open ones, as soon as there are any."""
    while True:
        order = floor.api.get(order_id)
        assert order["status"] in ("running", "waiting"), order
        if found := floor.api.ok("GET", f"/agent-work-orders/{order_id}/permissions")["permissions"]:
            return list(found)
        time.sleep(0.05)


def test_the_very_first_start_may_die_at_any_moment(floor: FloorUnderFire, repositories: list[Path]) -> None:
    for step in range(8):
        floor.server.start()
        time.sleep(0.06 * step)
        floor.kill()
    floor.start(cold=True)
    floor.file(Job("three phases", "Add a greeting", phases=("planning", "implementing", "testing")))
    floor.wait_for_the_end()
    examine(floor, repositories)


def test_a_home_is_never_ruined_by_a_first_start_that_dies(nursery: Nursery, tmp_path: Path) -> None:
    """Its databases are made at once or not at all."""
    for attempt in range(8):
        with closing(ServerProcess(tmp_path / f"home-{attempt}", nursery=nursery)) as server:
            server.start()
            while not (server.home / "engine.db").exists():
                time.sleep(0.001)
            time.sleep(0.003 * attempt)
            server.kill()
            server.start()
            server.wait_until_ready()
