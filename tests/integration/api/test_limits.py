"""A floor with tight limits: what waits, what is ended, and in which state it is left."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.client import ApiClient

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

BUILD = {"workflow_type": "agent_workflow_build"}


@pytest.fixture(scope="module")
def api(floor_home: Path) -> Iterator[ApiClient]:
    settings = load_settings(
        home=floor_home,
        demo=False,
        max_running_orders=1,
        permission_seconds=2.0,
        turn_attempts=1,
    )
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


def test_an_unanswered_question_leaves_the_order_paused_and_it_can_be_resumed(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: ask May I?", permission_policy="ask", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "paused")
    (paused,) = [event for event in api.events(order_id) if event["type"] == "agent_work_order_paused"]
    assert "May I?" in paused["reason"]
    assert api.ok("GET", f"/agent-work-orders/{order_id}/permissions")["permissions"] == []
    api.ok("POST", f"/agent-work-orders/{order_id}/resume")
    api.wait_for(order_id, "waiting")
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")


def waiting_for(gate: Path) -> str:
    return f"demo: run until test -e {gate}; do sleep 0.05; done"


def test_the_queue_goes_by_priority_then_age(api: ApiClient, repository: Path, tmp_path: Path) -> None:
    blocker = api.create(repository, waiting_for(tmp_path / "gate"), **BUILD)["agent_work_order_id"]
    api.wait_for(blocker, "running")
    waiting = [
        api.create(repository, "demo: say hi", priority=priority, **BUILD)["agent_work_order_id"]
        for priority in (0, 5, 0, 10)
    ]
    assert [api.get(order_id)["queue_position"] for order_id in waiting] == [3, 2, 4, 1]
    (tmp_path / "gate").touch()
    done = [api.wait_for(order_id, "completed") for order_id in waiting]
    started = sorted(range(4), key=lambda number: done[number]["execution_started_at"])
    assert started == [3, 1, 0, 2]
    assert all(order["queue_position"] is None for order in done)


def test_a_limit_can_be_raised_while_the_floor_runs(api: ApiClient, repository: Path, tmp_path: Path) -> None:
    api.ok("PATCH", "/settings", json={"max_running_orders": 3})
    prompt = waiting_for(tmp_path / "gate")
    ids = [api.create(repository, prompt, **BUILD)["agent_work_order_id"] for _ in range(3)]
    for order_id in ids:
        api.wait_for(order_id, "running")
    (tmp_path / "gate").touch()
    for order_id in ids:
        api.wait_for(order_id, "completed")
    api.ok("PATCH", "/settings", json={"max_running_orders": 1})
