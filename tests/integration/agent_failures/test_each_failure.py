"""Whatever goes wrong with an agent has its own name, leaves nothing running, and keeps the work so far."""

import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git, make_repository

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

AGENT = Path(__file__).with_name("faulty_agent.py")
BUILD = {"workflow_type": "agent_workflow_build", "agent": "custom"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    settings = load_settings(
        home=tmp_path_factory.mktemp("floor"),
        demo=False,
        retry_delay_seconds=0.01,
        turn_idle_seconds=5.0,
        turn_output_bytes=2 * 2**20,
        custom_agent_command=f"{sys.executable} -S -I {AGENT}",
    )
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repository(tmp_path_factory.mktemp("repository") / "things.git")


FAILURES = [
    ("dies", "agent_crashed", "persistent"),
    ("hangs", "turn_idle_limit_reached", "persistent"),
    ("floods", "agent_flooded", "persistent"),
    ("nonsense", "agent_protocol_error", "persistent"),
    ("exits", "agent_gave_no_answer", "persistent"),
    ("silent", "agent_gave_no_answer", "persistent"),
    ("refuses", "agent_refused", "user-action"),
    ("disk", "out_of_disk", "user-action"),
    ("quota", "out_of_disk", "user-action"),
    ("login", "agent_not_signed_in", "user-action"),
    ("credit", "agent_out_of_credit", "user-action"),
    ("context", "context_too_long", "user-action"),
    ("model", "model_not_found", "user-action"),
    ("busy", "rate_limited", "transient"),
]


def test_each_failure_has_its_name_and_loses_nothing(api: ApiClient, repository: Path) -> None:
    orders = {
        fault: str(api.create(repository, f"fault: {fault}", **BUILD)["agent_work_order_id"])
        for fault, _, _ in FAILURES
    }
    for fault, code, category in FAILURES:
        failed = api.wait_for(orders[fault], "failed")
        error = failed["error"]
        assert (error["code"], error["category"]) == (code, category), (fault, error)
        assert error["retryable"] is True
        assert error["message"]
        assert error["hint"], fault
        assert git(repository, "show", f"{failed['git_branch_name']}:so-far.txt") == fault
        told = [event for event in api.events(orders[fault]) if event["type"] == "agent_command_failed"]
        assert {event["code"] for event in told} == {code}
    assert _left_running(set(orders.values())) == []


def test_what_passes_is_tried_again_for_all_to_see(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "fault: busy", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "failed")
    events = api.events(order_id)
    retried = [event for event in events if event["type"] == "agent_command_retried"]
    assert [(event["attempt"], event["attempts"]) for event in retried] == [(1, 3), (2, 3)]
    for event in retried:
        assert event["code"] == "rate_limited"
        assert event["delay_seconds"] >= 0.2
        assert event["next_attempt_at"] > event["at"]
    assert [e["attempt"] for e in events if e["type"] == "agent_command_started"] == [1, 2, 3]


def test_an_agent_that_cannot_start_for_now_is_started_again(api: ApiClient, tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "busy.git", files={"busy-at-first": "yes"})
    order_id = str(api.create(repository, "fault: none", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    retried = [event for event in api.events(order_id) if event["type"] == "delivery_retried"]
    assert [(event["doing"], event["code"]) for event in retried] == [("start the agent", "model_unavailable")]


def test_a_failed_order_goes_on_when_the_trouble_is_over(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "fault: dies", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "failed")
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "fault: none"})
    assert api.wait_for(order_id, "completed")["error"] is None


def _left_running(order_ids: set[str]) -> list[str]:
    left = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and any(order_id in process.cwd() for order_id in order_ids):
                left.append(" ".join(process.cmdline()))
        except (psutil.Error, OSError):
            continue
    return [line for line in left if not line.startswith(("git", "rm"))]
