"""An order for an issue: the agent is told of it as of something nobody has checked; the issue is told of the order."""

from collections.abc import Iterator

import pytest
from tests.integration.github.scene import Scene


@pytest.fixture
def talkative(scene: Scene) -> Iterator[Scene]:
    scene.api.ok("PATCH", "/settings", json={"comment_on_issues": True, "close_issues": True})
    yield scene
    scene.api.ok("PATCH", "/settings", json={"comment_on_issues": False, "close_issues": False})


def test_the_issue_and_its_comments_are_in_the_prompt_marked_as_unchecked(scene: Scene) -> None:
    issue = scene.github.add_issue(scene.repository, scene.ada, "Add a greeting", "demo: write hello.txt Hello")
    scene.github.actions.comment(scene.repository, issue, scene.ada, "In English, please")
    order = scene.run(None, github_issue_number=str(issue.number))
    assert order["title"] == "Add a greeting"
    started = next(
        event for event in scene.api.events(order["agent_work_order_id"]) if event["type"] == "agent_command_started"
    )
    assert "nobody has checked it" in started["prompt"]
    assert "In English, please" in started["prompt"]
    (pull_request,) = scene.pull_requests
    assert pull_request.issue.title == "Add a greeting"
    assert f"Issue: #{issue.number}" in (pull_request.issue.body or "")
    assert len(issue.comments) == 1, "nobody asked for comments"


def test_it_is_told_once_when_work_begins_and_once_when_it_ends(talkative: Scene) -> None:
    issue = talkative.github.add_issue(talkative.repository, talkative.ada, "Add a greeting", "demo: write a.txt A")
    order = talkative.run(None, github_issue_number=str(issue.number))
    order_id = order["agent_work_order_id"]
    begun, ended = (comment.body for comment in issue.comments)
    assert f"https://floor.example.org/orders/{order_id}" in begun
    assert f"#{order['pull_request_number']}" in ended
    assert f"Closes #{issue.number}" in (talkative.pull_requests[0].issue.body or "")
    talkative.api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt B"})
    talkative.api.wait_for(order_id, "completed")
    assert len(issue.comments) == 2


def test_an_issue_that_is_not_there_ends_the_order_with_the_reason(scene: Scene) -> None:
    failed = scene.api.wait_for(scene.file(None, github_issue_number="77"), "failed")
    assert failed["error"]["code"] == "not_found"
    assert "#77" in failed["error"]["message"]
