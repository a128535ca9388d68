"""A work order as a chat: messages in, streams out, commands carried out by the platform."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient, StreamedEvent, parse_stream
from tests.support.repositories import branches, git

BUILD = {"workflow_type": "agent_workflow_build"}


@pytest.fixture
def done_order(api: ApiClient, repository: Path) -> str:
    order_id = str(api.create(repository, "demo: write a.txt 1", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    return order_id


def stream(api: ApiClient, order_id: str, message: str, path: str = "") -> Iterator[StreamedEvent]:
    with api.http.stream("POST", f"/chat/{order_id}{path}", json={"message": message}) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield from parse_stream(response.iter_lines())


def chat(api: ApiClient, order_id: str, message: str, path: str = "") -> list[StreamedEvent]:
    return list(stream(api, order_id, message, path))


def answers(events: list[StreamedEvent]) -> list[str]:
    return [event.data["answer"] for event in events if event.data.get("type") == "chat_command_completed"]


def errors(events: list[StreamedEvent]) -> list[dict[str, Any]]:
    return [event.data for event in events if event.type == "error"]


def test_a_message_that_asks_for_work_streams_its_turn_to_the_end(
    api: ApiClient, repository: Path, done_order: str
) -> None:
    events = chat(api, done_order, "demo: write b.txt 2\ndemo: say Both are there.")
    names = [event.type for event in events]
    assert names[0] == "status"
    assert names[-1] == "done"
    assert set(names) <= {"status", "event", "permission", "pr-created", "error", "done", "heartbeat"}
    types = [event.data.get("type") for event in events if event.type == "event"]
    assert types.index("prompt_sent") < types.index("agent_tool_call") < types.index("git_commit_created")
    assert [e.data["status"] for e in events if e.type == "status" and "status" in e.data][-1] == "completed"
    assert events[-1].data["prompt_status"] == "answered"
    numbers = [event.id for event in events if event.id is not None]
    assert numbers == sorted(set(numbers))
    assert git(repository, "show", f"{api.get(done_order)['git_branch_name']}:b.txt") == "2"


def test_the_first_commit_opens_the_pull_request_in_the_stream(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "demo: say hello", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    (opened,) = [event for event in chat(api, order_id, "demo: write a.txt 1") if event.type == "pr-created"]
    assert opened.data["pull_request_number"] == api.get(order_id)["pull_request_number"]


def test_a_question_is_answered_without_a_commit(api: ApiClient, done_order: str) -> None:
    events = chat(api, done_order, "Why is there a file a.txt?")
    said = [e.data for e in events if e.data.get("type") == "agent_message"]
    assert "question" in said[-1]["text"]
    assert events[-1].data == {
        **events[-1].data,
        "status": "completed",
        "prompt_status": "answered",
    }
    assert api.get(done_order)["git_commit_count"] == 1
    prompts = api.ok("GET", f"/agent-work-orders/{done_order}/prompts")["prompts"]
    assert prompts[-1]["intent"] == "question"


def test_a_task_is_work_whatever_it_sounds_like(api: ApiClient, done_order: str) -> None:
    assert chat(api, done_order, "merge it", "/task")[-1].data["prompt_status"] == "answered"
    prompts = api.ok("GET", f"/agent-work-orders/{done_order}/prompts")["prompts"]
    assert (prompts[-1]["prompt_text"], prompts[-1]["intent"]) == ("merge it", "work")


def test_a_turn_goes_on_when_its_listener_leaves(api: ApiClient, repository: Path, done_order: str) -> None:
    for event in stream(api, done_order, "demo: sleep 1\ndemo: write late.txt 1"):
        if event.data.get("type") == "prompt_sent":
            break
    api.wait_for_event(done_order, "prompt_answered")
    assert git(repository, "show", f"{api.wait_for(done_order, 'completed')['git_branch_name']}:late.txt") == "1"


def test_a_permission_request_is_in_the_stream_and_the_answer_lets_it_go_on(api: ApiClient, done_order: str) -> None:
    api.ok("PATCH", f"/agent-work-orders/{done_order}", json={"permission_policy": "ask"})
    names = []
    for event in stream(api, done_order, "demo: ask May I?\ndemo: say Thanks."):
        names.append(event.type)
        if event.type == "permission":
            path = f"/agent-work-orders/{done_order}/permissions/{event.data['permission_id']}"
            api.ok("POST", path, json={"option_id": "once"})
    assert names.count("permission") == 1
    assert names[-1] == "done"


def test_a_failure_is_an_error_with_what_to_do(api: ApiClient, done_order: str) -> None:
    events = chat(api, done_order, "demo: fail user-action no credit")
    (error,) = errors(events)
    assert (error["category"], error["error"], error["retryable"]) == ("user-action", "no credit", True)
    assert events[-1].data["status"] == "failed"
    api.ok("POST", f"/chat/{done_order}/retry")
    api.wait_for(done_order, "failed")


def test_pull_request_commands_are_carried_out_by_the_platform(
    api: ApiClient, repository: Path, done_order: str
) -> None:
    pull_request = f"/agent-work-orders/{done_order}/pull-request"
    assert answers(chat(api, done_order, "change the PR description to: All about a.txt")) == [
        "The description of pull request #1 is changed."
    ]
    assert api.ok("GET", pull_request)["pull_request_body"] == "All about a.txt"
    assert answers(chat(api, done_order, "Mark the PR ready, please")) == ["Pull request #1 is ready for review."]
    assert api.ok("GET", pull_request)["is_draft"] is False
    events = chat(api, done_order, "looks good, merge it")
    assert answers(events) == ["Pull request #1 is merged into trunk."]
    assert git(repository, "show", "trunk:a.txt") == "1"
    assert api.get(done_order)["run_count"] == 1, "the agent heard nothing of it"
    told = [(m["role"], m["text"]) for m in api.ok("GET", f"/chat/{done_order}/messages")["messages"]]
    assert ("user", "looks good, merge it") in told
    assert ("system", "Pull request #1 is merged into trunk.") in told


def test_labels_reviewers_and_draft_in_words(api: ApiClient, done_order: str) -> None:
    pull_request = f"/agent-work-orders/{done_order}/pull-request"
    for message, answer in (
        ("label it bug and docs", "Pull request #1 has the labels bug and docs."),
        ("add label Bug", "Pull request #1 has the labels bug and docs."),
        ("remove label Docs", "Pull request #1 has the label bug."),
        ("ask @mira for a review", "@mira was asked to review pull request #1."),
        ("request review from mira, bob", "@mira and @bob were asked to review pull request #1."),
        ("mark the PR ready", "Pull request #1 is ready for review."),
        ("back to draft, please", "Pull request #1 is a draft again."),
    ):
        assert answers(chat(api, done_order, message)) == [answer]
    seen = api.ok("GET", pull_request)
    assert (seen["labels"], seen["reviewers"], seen["is_draft"]) == (["bug"], ["mira", "bob"], True)
    (error,) = errors(chat(api, done_order, "remove label docs"))
    assert (error["code"], error["hint"]) == ("not_found", "It has bug.")
    assert answers(chat(api, done_order, "remove label bug")) == ["Pull request #1 has no labels any more."]
    assert api.get(done_order)["run_count"] == 1, "the agent heard nothing of it"


def test_use_branch_renames_it_and_the_pull_request_follows(api: ApiClient, repository: Path, done_order: str) -> None:
    before = api.get(done_order)
    events = chat(api, done_order, "use branch topic/better and demo: write b.txt 2")
    assert answers(events) == ["The work goes on branch topic/better."]
    assert events[-1].data["status"] == "completed"
    after = api.get(done_order)
    assert (after["git_branch_name"], after["git_commit_count"]) == ("topic/better", 2)
    assert after["agent_session_id"] == before["agent_session_id"]
    assert git(repository, "show", "topic/better:b.txt") == "2"
    assert before["git_branch_name"] in branches(repository), "the old one stays"
    pull_request = api.ok("GET", f"/agent-work-orders/{done_order}/pull-request")
    assert (pull_request["pull_request_number"], pull_request["head_branch"]) == (1, "topic/better")
    assert answers(chat(api, done_order, "mark the PR ready and merge it"))[-1].endswith("merged into trunk.")
    assert git(repository, "show", "trunk:b.txt") == "2"


def test_a_command_that_cannot_be_carried_out_says_why_and_the_agent_hears_nothing(
    api: ApiClient, repository: Path, done_order: str
) -> None:
    git(repository, "branch", "taken", "trunk")
    for message, code in (
        ("use branch taken and add a file", "wrong_move"),
        ("pause", "wrong_move"),
        ("use model no-such-model", "model_not_offered"),
    ):
        (error,) = errors(chat(api, done_order, message))
        assert error["code"] == code, message
    assert api.get(done_order)["run_count"] == 1


def test_pause_continue_and_stop_in_words(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "demo: write a.txt 1\ndemo: sleep 60", **BUILD)["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_tool_call", status="completed")
    refused = errors(chat(api, order_id, "use branch later"))
    assert "pause" in refused[0]["hint"]
    assert chat(api, order_id, "pause please")[-1].data["status"] == "paused"
    queued = chat(api, order_id, "demo: say hi")
    assert (queued[-1].data["status"], queued[-1].data["prompt_status"]) == ("paused", "queued")
    assert chat(api, order_id, "ok, continue")[-1].data["status"] in ("pending", "running")
    api.wait_for_event(order_id, "agent_work_order_started", kind="resume")
    assert chat(api, order_id, "stop!")[-1].data["status"] == "cancelled"
    refusal = api.http.post(f"/chat/{order_id}", json={"message": "add a file"})
    assert (refusal.status_code, refusal.headers["content-type"]) == (409, "application/problem+json")


def test_the_moves_of_a_chat(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "demo: sleep 60", **BUILD)["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_command_started")
    assert api.ok("POST", f"/chat/{order_id}/pause")["agent_work_order"]["status"] == "paused"
    assert api.ok("POST", f"/chat/{order_id}/resume")["agent_work_order"]["status"] == "pending"
    api.wait_for_event(order_id, "agent_work_order_started", kind="resume")
    assert api.ok("POST", f"/chat/{order_id}/stop")["agent_work_order"]["status"] == "cancelled"
    assert api.http.post("/chat/wo-nothing1", json={"message": "hi"}).status_code == 404
    assert api.http.post(f"/chat/{order_id}", json={"message": "  "}).status_code == 422
