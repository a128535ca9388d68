"""An order on GitHub from its first commit to the merge, as the token's owner."""

import pytest
from tests.integration.github.scene import Scene
from tests.support.github_simulator import Fault, Permission


def test_the_first_commit_opens_a_draft_as_the_user_and_it_is_taken_to_the_merge(scene: Scene) -> None:
    order = scene.run("Add a greeting", workflow_type="agent_workflow_plan_build_test")
    (pull_request,) = scene.pull_requests
    assert (pull_request.is_draft, pull_request.issue.author) == (True, scene.ada)
    assert pull_request.base_branch == "trunk"
    assert order["github_pull_request_url"] == f"{scene.url}/pull/{order['pull_request_number']}"
    body = pull_request.issue.body or ""
    assert all(heading in body for heading in ("## Plan", "## Implementation", "## Tests"))
    assert order["agent_work_order_id"] in body
    types = scene.event_types(order)
    assert types.index("git_push_completed") < types.index("github_pull_request_created")
    author = scene.github.world.git.run(scene.repository.path, "log", "-1", "--format=%an", order["git_branch_name"])
    assert author.strip() == scene.ada.name

    ready = scene.pull(order, "POST", "/ready")
    assert (ready["is_draft"], pull_request.is_draft) == (False, False)
    assert scene.pull(order, "POST", "/draft")["is_draft"]
    refused = scene.api.http.post(f"/agent-work-orders/{order['agent_work_order_id']}/pull-request/merge")
    assert (refused.status_code, refused.json()["code"]) == (409, "merge_refused")
    scene.pull(order, "POST", "/ready")
    merged = scene.pull(order, "POST", "/merge", json={"method": "squash"})
    assert (merged["state"], bool(merged["merge_commit_sha"])) == ("merged", True)
    assert scene.branch_sha(scene.repository, "trunk") == merged["merge_commit_sha"]


def test_work_after_the_pull_request_was_closed_there_comes_in_another(scene: Scene) -> None:
    """Nobody told us of it; and a turn that changes nothing opens none."""
    order = scene.run()
    (first,) = scene.pull_requests
    scene.github.actions.set_draft(scene.repository, first, scene.ada, is_draft=False)
    scene.github.actions.merge(scene.repository, first, scene.ada, "squash")
    for text, many in (("demo: say nothing to do", 1), ("demo: write b.txt 2", 2), ("demo: write c.txt 3", 2)):
        prompt = {"prompt_text": text}
        scene.api.ok("POST", f"/agent-work-orders/{order['agent_work_order_id']}/prompt", json=prompt)
        order = scene.api.wait_for(order["agent_work_order_id"], "completed")
        assert len(scene.pull_requests) == many, text
    second = scene.pull_requests[-1]
    assert order["pull_request_number"] == second.issue.number
    assert (second.head_sha, second.is_draft) == (scene.branch_sha(scene.repository, second.head_branch), True)


def test_labels_reviewers_title_checks_and_reviews(scene: Scene) -> None:
    grace = scene.github.add_user(f"{scene.ada.login}-friend")
    scene.repository.collaborators[grace.login] = Permission.WRITE
    order = scene.run()
    (pull_request,) = scene.pull_requests
    assert scene.pull(order, "POST", "/labels", json={"labels": ["bug", "new-one"]})["labels"] == ["bug", "new-one"]
    assert scene.pull(order, "POST", "/reviewers", json={"reviewers": [grace.login]})["reviewers"] == [grace.login]
    assert scene.pull(order, "PATCH", json={"title": "Mine"})["pull_request_title"] == "Mine"
    scene.github.add_check_run(scene.repository, pull_request.head_sha, "tests", "failure")
    scene.github.add_status(scene.repository, pull_request.head_sha, "lint", "pending", grace)
    scene.github.actions.review(scene.repository, pull_request, grace, "CHANGES_REQUESTED", "Not yet")
    seen = scene.pull(order)
    checks = {check["name"]: (check["status"], check["conclusion"]) for check in seen["checks"]}
    assert checks == {"tests": ("completed", "failure"), "lint": ("in_progress", None)}
    assert [(review["author"], review["state"]) for review in seen["reviews"]] == [(grace.login, "changes_requested")]
    unknown = scene.api.http.post(
        f"/agent-work-orders/{order['agent_work_order_id']}/pull-request/reviewers", json={"reviewers": ["nobody"]}
    )
    assert unknown.status_code in {404, 409}


def test_what_is_asked_for_in_words_is_done_there(scene: Scene) -> None:
    grace = scene.github.add_user(f"{scene.ada.login}-reads")
    scene.repository.collaborators[grace.login] = Permission.WRITE
    order = scene.run()
    (pull_request,) = scene.pull_requests
    for message in (
        "label it bug and docs",
        "remove label Bug",
        f"ask @{grace.login} for a review",
        "mark the PR ready",
        "back to draft",
        "change the PR title to: In words",
    ):
        answer = scene.api.http.post(f"/chat/{order['agent_work_order_id']}", json={"message": message})
        assert "chat_command_completed" in answer.text, answer.text
    assert [label.name for label in pull_request.issue.labels] == ["docs"]
    assert (pull_request.requested_reviewers, pull_request.is_draft) == ([grace], True)
    scene.api.http.post(f"/chat/{order['agent_work_order_id']}", json={"message": "rebase and merge it"})
    assert (pull_request.issue.title, pull_request.issue.state) == ("In words", "closed")
    assert scene.api.get(order["agent_work_order_id"])["run_count"] == 1, "the agent heard nothing of it"


def test_all_checks_are_read_however_many(scene: Scene) -> None:
    order = scene.run()
    sha = scene.pull_requests[0].head_sha
    for number in range(110):
        scene.github.add_status(scene.repository, sha, f"status-{number}", "success", scene.ada)
        scene.github.add_check_run(scene.repository, sha, f"run-{number}")
    names = {check["name"] for check in scene.pull(order)["checks"]}
    assert len(names) == 220


def test_our_part_of_the_description_follows_the_work_and_peoples_words_stay(scene: Scene) -> None:
    order = scene.run()
    issue = scene.pull_requests[0].issue
    issue.body = f"Please look at this, Grace.\r\n\r\n{issue.body}"
    scene.api.ok(
        "POST",
        f"/agent-work-orders/{order['agent_work_order_id']}/prompt",
        json={"prompt_text": "demo: write more.txt More\ndemo: say Added the second file."},
    )
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    assert issue.body.startswith("Please look at this, Grace.")
    assert issue.body.count("shopfloor:begin") == 1
    assert issue.body.count("\n- ") == 2

    issue.body = issue.body.replace("## Implementation", "## What I did")
    mine = issue.body
    scene.api.ok(
        "POST",
        f"/agent-work-orders/{order['agent_work_order_id']}/prompt",
        json={"prompt_text": "demo: write third.txt Third"},
    )
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    assert issue.body == mine


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/{name}.git/git-receive-pack"), ("GET", "/repos/{name}/pulls")],
    ids=["before we look", "after we looked"],
)
def test_a_pull_request_that_somebody_opened_for_the_branch_is_used(scene: Scene, method: str, path: str) -> None:
    """As soon as the branch is there anybody may open one, also in the moment before we do."""
    bob = scene.github.add_user(f"{scene.ada.login}-bob")
    scene.repository.collaborators[bob.login] = Permission.WRITE
    branch = f"given-{scene.ada.login}"

    def open_by_hand() -> None:
        scene.github.actions.open_pull_request(
            scene.repository, bob, "Bob's words", "Mine.", scene.repository, branch, "trunk", is_draft=False
        )

    scene.github.plan(Fault("answer", method, path.format(name=scene.repository.full_name), meanwhile=open_by_hand))
    order = scene.run("demo: write a.txt A", git_branch_name=branch)
    order_id = order["agent_work_order_id"]
    scene.api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt B"})
    scene.api.wait_for(order_id, "completed")
    (pull_request,) = scene.pull_requests
    assert (pull_request.issue.author, order["pull_request_number"]) == (bob, pull_request.issue.number)
    assert (pull_request.issue.title, pull_request.issue.body) == ("Bob's words", "Mine.")
    assert pull_request.head_sha == scene.branch_sha(scene.repository, branch)
    (created,) = [each for each in scene.api.events(order_id) if each["type"] == "github_pull_request_created"]
    assert created["pull_request_title"] == "Bob's words"


def test_where_drafts_are_not_to_be_had_it_is_opened_as_ready(scene: Scene) -> None:
    scene.repository.supports_drafts = False
    order = scene.run()
    assert [each.is_draft for each in scene.pull_requests] == [False]
    assert not scene.pull(order)["is_draft"]
    refused = scene.api.http.post(f"/agent-work-orders/{order['agent_work_order_id']}/pull-request/draft")
    assert (refused.status_code, "not supported" in refused.json()["detail"]) == (409, True)


def test_what_happens_there_is_remembered_once_it_is_seen(scene: Scene) -> None:
    scene.repository.allows = frozenset({"squash"})
    order = scene.run()
    order_id, (pull_request,) = order["agent_work_order_id"], scene.pull_requests
    assert order["pull_request_state"] == "draft"
    assert scene.pull(order)["merge_methods"] == ["squash"]
    scene.github.actions.set_draft(scene.repository, pull_request, scene.ada, is_draft=False)
    scene.github.actions.set_state(scene.repository, pull_request.issue, scene.ada, "closed")
    assert [scene.pull(order)["state"] for _ in range(2)] == ["closed", "closed"]
    seen = scene.api.get(order_id)
    assert (seen["pull_request_state"], seen["updated_at"]) == ("closed", order["updated_at"])
    told = [each for each in scene.api.events(order_id) if each["type"] == "github_pull_request_updated"]
    assert [each["state"] for each in told] == ["closed"]


def test_a_conflict_is_told_and_nothing_is_merged(scene: Scene) -> None:
    order = scene.run("demo: write app.py print('mine')")
    scene.pull(order, "POST", "/ready")
    theirs = scene.github.actions.commit(
        scene.repository, scene.ada, "trunk", {"app.py": "print('theirs')\n"}, "Another"
    )
    scene.pull(order)
    refused = scene.api.http.post(f"/agent-work-orders/{order['agent_work_order_id']}/pull-request/merge")
    assert (refused.status_code, refused.json()["code"]) == (409, "merge_conflict")
    assert scene.branch_sha(scene.repository, "trunk") == theirs


def test_an_answer_that_is_lost_does_not_make_a_second_pull_request(scene: Scene) -> None:
    path = f"/repos/{scene.repository.full_name}/pulls"
    scene.github.plan(Fault("cut_after", method="POST", path=path))
    order = scene.run()
    assert len(scene.pull_requests) == 1
    assert order["pull_request_number"] == scene.pull_requests[0].issue.number
    assert "delivery_retried" in scene.event_types(order)
