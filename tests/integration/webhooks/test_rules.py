"""What happens on GitHub sets work off here, after the project's rules and by those who may."""

from tests.integration.webhooks.conftest import Scene
from tests.support.repositories import git

from shopfloor.home import Home


def test_a_label_on_an_issue_files_one_order(scene: Scene) -> None:
    issue = scene.github.add_issue(scene.repository, scene.eve, "Say hello", "demo: write hello.txt hi")
    scene.github.actions.add_labels(scene.repository, issue, scene.bob, ["shopfloor"])
    assert scene.settled()["status"] == "ignored"
    scene.set_rules(issue_label="shopfloor")
    scene.github.actions.add_labels(scene.repository, issue, scene.bob, ["urgent"])
    assert scene.settled()["status"] == "ignored"
    scene.github.actions.set_labels(scene.repository, issue, scene.bob, [])
    scene.github.actions.add_labels(scene.repository, issue, scene.eve, ["shopfloor"])
    refused = scene.settled()
    assert (refused["status"], "may not push" in refused["note"]) == ("refused", True)
    scene.github.actions.set_labels(scene.repository, issue, scene.bob, [])
    scene.github.actions.add_labels(scene.repository, issue, scene.bob, ["shopfloor"])
    assert scene.settled()["status"] == "done"
    scene.github.webhooks.redeliver(scene.github.webhooks.deliveries[-1].delivery_id)
    scene.github.webhooks.wait_until_sent()
    [order] = scene.orders()
    assert order["github_issue_number"] == "1"
    scene.api.wait_for(order["agent_work_order_id"], "completed")


def test_of_several_projects_of_a_repository_the_one_with_the_rule_acts(scene: Scene) -> None:
    url = scene.github.repository_url(scene.repository)
    body = {"repository_url": url, "name": "Second", "agent": "demo", "webhook_rules": {"issue_label": "go"}}
    second = scene.api.ok("POST", "/projects", json=body)["project_id"]
    issue = scene.github.add_issue(scene.repository, scene.eve, "Say hello", "demo: write hello.txt hi")
    scene.github.actions.add_labels(scene.repository, issue, scene.bob, ["go"])
    assert scene.settled()["note"] == "Filed a work order in Second."
    assert scene.orders() == []
    (order,) = scene.api.ok("GET", "/agent-work-orders", params={"project_id": second})["agent_work_orders"]
    scene.api.wait_for(order["agent_work_order_id"], "completed")


def test_a_comment_files_an_order_for_the_issue(scene: Scene) -> None:
    issue = scene.github.add_issue(scene.repository, scene.eve, "Say hello")
    for author, text, status in (
        (scene.bob, "I like /shopfloor", "ignored"),
        (scene.eve, "/shopfloor do it", "refused"),
        (scene.bob, "/shopfloor do it\ndemo: write hello.txt hi", "done"),
    ):
        scene.github.actions.comment(scene.repository, issue, author, text)
        assert scene.settled()["status"] == status
    [order] = scene.orders()
    assert order["github_issue_number"] == "1"
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    [pull_request] = scene.repository.pull_requests
    files = scene.github.world.git.run(scene.repository.path, "ls-tree", "--name-only", pull_request.head_sha)
    assert "hello.txt" in files.split()


def test_rules_can_be_switched_off(scene: Scene) -> None:
    scene.set_rules(comments=False, reviews=False)
    issue = scene.github.add_issue(scene.repository, scene.bob, "Say hello")
    scene.github.actions.comment(scene.repository, issue, scene.bob, "/shopfloor do it")
    assert scene.settled()["status"] == "ignored"
    _, pull_request = scene.ordered("Start\ndemo: write a.txt 1")
    scene.github.actions.review(scene.repository, pull_request, scene.bob, "CHANGES_REQUESTED", "No")
    assert scene.settled()["status"] == "ignored"


def test_a_review_asked_of_us_files_an_order_on_that_branch(scene: Scene) -> None:
    scene.set_rules(review_requests_to=f"@{scene.bob.login}")
    world = scene.github.world
    world.git.run(scene.repository.path, "update-ref", "refs/heads/theirs", "refs/heads/trunk")
    scene.github.actions.commit(scene.repository, scene.ada, "theirs", {"b.py": "1\n"}, "Add b.py")
    pull_request = scene.github.actions.open_pull_request(
        scene.repository, scene.ada, "demo: say looked at", "", scene.repository, "theirs", "trunk", is_draft=False
    )
    scene.github.actions.request_reviewers(scene.repository, pull_request, scene.ada, [scene.bob])
    assert scene.settled()["status"] == "done"
    [order] = scene.orders()
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    assert scene.api.get(order["agent_work_order_id"])["base_branch"] == "theirs"


def test_a_push_to_the_base_files_an_order(scene: Scene) -> None:
    scene.set_rules(push_prompt="Bring the documents up to date\ndemo: write docs.txt new")
    scene.github.actions.commit(scene.repository, scene.bob, "elsewhere", {"c.py": "1\n"}, "Not the base")
    assert scene.settled()["status"] == "ignored"
    scene.github.actions.commit(scene.repository, scene.bob, "trunk", {"c.py": "1\n"}, "On the base")
    assert scene.settled()["status"] == "done"
    [order] = scene.orders()
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    scene.github.webhooks.wait_until_sent()
    assert len(scene.orders()) == 1


def test_a_merged_pull_request_releases_the_sandbox_and_finishes_the_task(scene: Scene, floor_home: Home) -> None:
    board = f"/projects/{scene.project_id}/tasks"
    task = scene.api.ok("POST", board, json={"title": "A task", "description": "demo: write t.txt 1"})
    scene.api.ok("POST", f"{board}/{task['task_id']}/execute", json={})
    [order] = scene.orders()
    order_id = order["agent_work_order_id"]
    scene.api.wait_for(order_id, "completed")
    scene.until(lambda: scene.api.ok("GET", f"{board}/{task['task_id']}")["status"] == "ai_review")
    [pull_request] = scene.repository.pull_requests
    assert scene.api.get(order_id)["pull_request_state"] == "draft"
    scene.github.actions.set_draft(scene.repository, pull_request, scene.bob, is_draft=False)
    assert scene.settled()["status"] == "done"
    assert scene.api.get(order_id)["pull_request_state"] == "open"
    scene.github.actions.merge(scene.repository, pull_request, scene.bob)
    assert scene.settled()["status"] == "done"
    assert scene.api.ok("GET", f"{board}/{task['task_id']}")["status"] == "done"
    assert not [each for each in floor_home.sandboxes.rglob("*") if order_id in each.name]
    merged = [each for each in scene.api.events(order_id) if each["type"] == "github_pull_request_merged"]
    assert len(merged) == 1
    assert scene.api.get(order_id)["pull_request_state"] == "merged"


def test_a_repository_that_is_no_project_s_is_ignored(scene: Scene) -> None:
    other = scene.github.add_repository(scene.ada, "other")
    scene.github.add_hook(other, scene.repository.hooks[0].url, scene.repository.hooks[0].secret)
    issue = scene.github.add_issue(other, scene.ada, "Say hello")
    scene.github.actions.comment(other, issue, scene.ada, "/shopfloor do it")
    settled = scene.settled()
    assert (settled["status"], settled["note"]) == ("ignored", "No project has this repository.")
    assert git(other.path, "branch", "--list").split() == ["*", "trunk"]


def test_a_renamed_and_given_away_repository_is_still_ours(scene: Scene) -> None:
    order, pull_request = scene.ordered("Start\ndemo: write a.txt 1")
    old_name, actions = scene.repository.full_name, scene.github.actions
    actions.rename(scene.repository, scene.ada, "renamed")
    settled = scene.settled()
    assert (settled["status"], scene.repository.full_name in settled["note"]) == ("done", True)
    actions.transfer(scene.repository, scene.ada, scene.bob)
    assert scene.settled()["status"] == "done"
    assert scene.repository.full_name != old_name
    issue = scene.github.add_issue(scene.repository, scene.eve, "Say hello")
    actions.comment(scene.repository, issue, scene.bob, "/shopfloor do it\ndemo: write hello.txt hi")
    assert scene.settled()["status"] == "done"
    filed = next(each for each in scene.orders() if each["agent_work_order_id"] != order["agent_work_order_id"])
    done = scene.api.wait_for(filed["agent_work_order_id"], "completed")
    assert [each.issue.number for each in scene.repository.pull_requests] == [1, done["pull_request_number"]]
    actions.review(scene.repository, pull_request, scene.bob, "CHANGES_REQUESTED", "demo: write b.txt 2")
    assert scene.settled()["note"] == f"Told work order {order['agent_work_order_id']}."
    scene.api.wait_for_event(order["agent_work_order_id"], "prompt_answered")
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    listed = scene.api.ok("GET", "/github/issues", params={"repository_url": f"{scene.github.url}/{old_name}"})
    assert [each["title"] for each in listed["issues"]] == ["Say hello"]


def test_a_move_that_nobody_told_is_seen_by_the_number(scene: Scene) -> None:
    """The hook was not told of it; the repository was looked at before."""
    url = scene.github.repository_url(scene.repository)
    scene.api.ok("POST", "/github/verify-repository", json={"repository_url": url})
    scene.github.world.move_repository(scene.repository, scene.bob, "elsewhere")
    issue = scene.github.add_issue(scene.repository, scene.eve, "Say hello")
    scene.github.actions.comment(scene.repository, issue, scene.bob, "/shopfloor do it\ndemo: write hello.txt hi")
    assert scene.settled()["status"] == "done"
    [order] = scene.orders()
    scene.api.wait_for(order["agent_work_order_id"], "completed")
    assert len(scene.repository.pull_requests) == 1
