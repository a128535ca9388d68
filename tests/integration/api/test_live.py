"""The journal over HTTP: streams, pages, logs."""

import json
from pathlib import Path

import pytest
from tests.support.client import ApiClient, StreamedEvent, parse_stream
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

BUILD = {"workflow_type": "agent_workflow_build"}


def follow_to_the_end(api: ApiClient, order_id: str, after: int | None = None) -> list[StreamedEvent]:
    return list(api.stream(order_id, after=after, until_end=True))


def test_a_stream_until_the_end_has_every_event_once_and_closes(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "Add a greeting")["agent_work_order_id"]
    seen = follow_to_the_end(api, order_id)
    numbers = [event.id for event in seen if event.id is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert seen[-1].type == "agent_work_order_completed"
    types = {event.type for event in seen}
    assert {"agent_work_order_created", "agent_work_order_started", "git_branch_created", "sandbox_created"} <= types
    assert {"workflow_phase_started", "workflow_phase_completed", "agent_command_started"} <= types
    assert {"git_commit_created", "git_push_completed", "github_pull_request_created", "agent_message"} <= types


def test_the_stream_of_an_ended_order_replays_and_closes(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: say hi", **BUILD)["agent_work_order_id"]
    first = follow_to_the_end(api, order_id)
    again = follow_to_the_end(api, order_id)
    durable = [event for event in first if event.id is not None]
    assert [(e.id, e.type) for e in again if e.id is not None][: len(durable)] == [(e.id, e.type) for e in durable]
    assert all(event.id is None or event.id > 3 for event in follow_to_the_end(api, order_id, after=3))
    assert all(event.id is None or event.id > 3 for event in api.stream(order_id, last_event_id=3, until_end=True))


def test_only_durable_events_have_ids_and_deltas_make_up_the_message(api: ApiClient, repository: Path) -> None:
    prompt = "demo: say one two three\ndemo: sleep 0.2\ndemo: say four five six"
    order_id = api.create(repository, prompt, **BUILD)["agent_work_order_id"]
    seen = follow_to_the_end(api, order_id)
    assert all(event.id is None for event in seen if event.type.endswith(("_delta", "_open")))
    final = [e.data["text"] for e in seen if e.type == "agent_message" and e.data["final"]]
    assert "one two three" in "\n".join(final)
    assert "four five six" in "\n".join(final)


def test_pages_have_no_gap(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "Add a greeting")["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    accept = {"accept": "application/json"}
    after, numbers = 0, []
    while True:
        page = api.ok(
            "GET", f"/agent-work-orders/{order_id}/events", params={"after": after, "limit": 7}, headers=accept
        )
        numbers += [event["seq"] for event in page["events"]]
        after = numbers[-1]
        if not page["has_more"]:
            break
    assert numbers == list(range(1, page["total_count"] + 1))
    assert {"seq", "at", "type"} <= set(page["events"][0])


def test_a_flood_of_chunks_arrives_whole(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: flood 20000", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "completed", seconds=90)
    parts = [e for e in api.events(order_id) if e["type"] == "agent_message" and e["final"]]
    text = "".join(part["text"] for part in parts)
    assert sum(len(part["text"]) for part in parts) == len(text)
    assert all(len(part["text"]) <= 70_000 for part in parts)
    assert text.count("19999") >= 1
    assert len(text.split()) >= 20_000


def test_logs_have_limit_offset_and_level(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: fail persistent broken", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "failed")
    everything = api.ok("GET", f"/agent-work-orders/{order_id}/logs", params={"limit": 1000})
    assert everything["total_count"] == len(everything["log_entries"])
    assert everything["has_more"] is False
    page = api.ok("GET", f"/agent-work-orders/{order_id}/logs", params={"limit": 2, "offset": 1})
    assert page["log_entries"] == everything["log_entries"][1:3]
    assert page["has_more"] is True
    errors = api.ok("GET", f"/agent-work-orders/{order_id}/logs", params={"level": "error"})
    assert {entry["level"] for entry in errors["log_entries"]} == {"error"}
    assert {"timestamp", "level", "event", "agent_work_order_id"} <= set(errors["log_entries"][0])


def test_there_is_a_jsonl_file_per_order(api: ApiClient, repository: Path, floor_home: Path) -> None:
    order_id = api.create(repository, "demo: say hi", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    api.wait_for_event(order_id, "agent_work_order_completed")
    total = len(api.events(order_id))
    for _ in range(200):
        files = list(floor_home.glob(f"logs/agent_work_orders/*/{order_id}.jsonl"))
        lines = files[0].read_text().splitlines() if files else []
        if len(lines) >= total:
            break
        api.http.get("/health")
    assert next(json.loads(line)["event"] for line in lines) == "agent_work_order_created"
    assert len(lines) >= total


def test_secrets_never_reach_events_or_logs(api: ApiClient, repository: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    order_id = api.create(repository, f"demo: say the token is {token} ok", **BUILD)["agent_work_order_id"]
    seen = follow_to_the_end(api, order_id)
    assert token not in json.dumps([event.data for event in seen])
    assert token not in json.dumps(api.events(order_id))
    assert token not in api.http.get(f"/agent-work-orders/{order_id}/logs").text


def test_the_coarse_feed_tells_of_all_orders_and_resumes(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: say hi", **BUILD)["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    with api.http.stream("GET", "/events", params={"after": 0}) as response:
        seen = []
        for event in parse_stream(response.iter_lines()):
            seen.append(event)
            if event.data["agent_work_order_id"] == order_id and event.type == "agent_work_order_completed":
                break
    positions = [event.id for event in seen if event.id is not None]
    assert positions == sorted(set(positions))
    assert "agent_message" not in {event.type for event in seen}
    with api.http.stream("GET", "/events", headers={"last-event-id": str(positions[-2])}) as response:
        assert next(parse_stream(response.iter_lines())).id == positions[-1]


def test_the_socket_tells_the_status_of_orders(api: ApiClient, repository: Path) -> None:
    with connect(api.url.replace("http", "ws") + "/api/ws") as socket:
        order_id = api.create(repository, "demo: say hi", **BUILD)["agent_work_order_id"]
        statuses = []
        while "completed" not in statuses:
            message = json.loads(socket.recv(timeout=30))
            if message.get("agent_work_order_id") == order_id and "status" in message:
                statuses.append(message["status"])
    assert statuses == ["pending", "pending", "running", "completed"]


def test_the_socket_refuses_other_web_sites(api: ApiClient) -> None:
    with pytest.raises(InvalidStatus):
        connect(api.url.replace("http", "ws") + "/api/ws", origin=Origin("https://evil.example"))
