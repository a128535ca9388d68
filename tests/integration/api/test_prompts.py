"""Prompts that wait can be edited and taken back; the conversation is read page by page."""

from pathlib import Path

from tests.support.client import ApiClient
from tests.support.repositories import git

BUILD = {"workflow_type": "agent_workflow_build"}


def start(api: ApiClient, repository: Path, prompt: str) -> str:
    order_id = str(api.create(repository, prompt, **BUILD)["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_command_started")
    return order_id


def send(api: ApiClient, order_id: str, text: str) -> str:
    return str(api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": text})["prompt_id"])


def test_a_waiting_prompt_is_edited_another_withdrawn_and_the_agent_gets_what_is_left(
    api: ApiClient, repository: Path
) -> None:
    order_id = start(api, repository, "demo: sleep 1.5\ndemo: write log.txt first")
    edited, withdrawn, last = (
        send(api, order_id, f"demo: run echo {word} >> log.txt") for word in ("wrong", "never", "last")
    )
    path = f"/agent-work-orders/{order_id}/prompts"
    changed = api.ok("PATCH", f"{path}/{edited}", json={"prompt_text": "demo: run echo right >> log.txt"})
    assert changed["prompt_text"].endswith("right >> log.txt")
    assert changed["status"] == "queued"
    assert changed["sent_at"] is None
    assert api.http.delete(f"{path}/{withdrawn}").status_code == 204
    done = api.wait_for(order_id, "completed")
    assert git(repository, "show", f"{done['git_branch_name']}:log.txt").split() == ["first", "right", "last"]
    prompts = {prompt["prompt_id"]: prompt for prompt in api.ok("GET", path)["prompts"]}
    assert [prompts[one]["status"] for one in (edited, withdrawn, last)] == ["answered", "withdrawn", "answered"]
    assert prompts[last]["created_at"] < prompts[last]["sent_at"] < prompts[last]["answered_at"]
    told = [event["type"] for event in api.events(order_id) if event["type"].startswith("prompt_")]
    assert told.count("prompt_sent") == told.count("prompt_answered") == 2
    assert {"prompt_updated", "prompt_withdrawn"} <= set(told)
    for refused in (
        api.http.patch(f"{path}/{edited}", json={"prompt_text": "too late"}),
        api.http.delete(f"{path}/{withdrawn}"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "prompt_already_sent")


def test_withdrawing_the_only_prompt_of_a_queued_follow_up_starts_no_agent(api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "demo: say hi", sandbox_type="git_branch", **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    blocker = str(api.create(repository, "demo: sleep 60", sandbox_type="git_branch", **BUILD)["agent_work_order_id"])
    api.wait_for_event(blocker, "agent_command_started")
    prompt_id = send(api, order_id, "demo: write never.txt 1")
    assert api.get(order_id)["status"] == "pending"
    assert api.http.delete(f"/agent-work-orders/{order_id}/prompts/{prompt_id}").status_code == 204
    api.ok("POST", f"/agent-work-orders/{blocker}/cancel")
    assert api.wait_for(order_id, "completed")["git_commit_count"] == 0
    events = api.events(order_id)
    assert [event["type"] for event in events].count("agent_command_started") == 1
    assert events[-2]["skipped"] is True


def test_prompts_of_other_orders_are_not_found(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: sleep 60")
    other_id = start(api, repository, "demo: sleep 60")
    prompt_id = send(api, order_id, "more")
    assert api.http.delete(f"/agent-work-orders/{other_id}/prompts/{prompt_id}").status_code == 404
    assert api.http.delete(f"/agent-work-orders/{order_id}/prompts/pr-unknown").status_code == 404
    empty = api.http.patch(f"/agent-work-orders/{order_id}/prompts/{prompt_id}", json={"prompt_text": "  "})
    assert empty.status_code == 422
    for one in (order_id, other_id):
        api.ok("POST", f"/agent-work-orders/{one}/cancel")


def test_the_conversation_is_read_page_by_page(api: ApiClient, repository: Path) -> None:
    order_id = start(api, repository, "demo: write a.txt 1")
    api.wait_for(order_id, "completed")
    send(api, order_id, "demo: say And done.")
    api.wait_for_event(order_id, "prompt_answered")
    path = f"/agent-work-orders/{order_id}/messages"
    whole = api.ok("GET", path)
    assert whole["total_count"] == len(whole["messages"])
    assert whole["has_more"] is False
    kinds = [(message["role"], message["kind"]) for message in whole["messages"]]
    assert kinds == [
        ("user", "text"),
        ("assistant", "tool_call"),
        ("assistant", "text"),
        ("system", "commit"),
        ("system", "pull_request"),
        ("user", "text"),
        ("assistant", "text"),
    ]
    first = api.ok("GET", path, params={"limit": 3})
    assert first["has_more"] is True
    rest = api.ok("GET", path, params={"after": first["messages"][-1]["seq"]})
    assert first["messages"] + rest["messages"] == whole["messages"]
    assert [message["turn"] for message in whole["messages"]] == [0, 1, 1, 1, 1, 1, 2]
    assert api.http.get("/agent-work-orders/wo-nothing1/messages").status_code == 404
