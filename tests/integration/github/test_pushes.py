"""What keeps a branch from going out: solved, or said clearly; what was committed is safe."""

import pytest
from tests.integration.github.scene import Scene
from tests.support.github_simulator import Fault


def test_a_protected_branch_is_named_and_a_retry_pushes_without_asking_the_agent_again(scene: Scene) -> None:
    branch = f"release-{scene.ada.login}"
    scene.repository.protected_branches[branch] = "Changes must be made through a pull request."
    failed = scene.run_to_failure(git_branch_name=branch)
    assert failed["error"]["code"] == "branch_protected"
    assert failed["git_commit_count"] == 1
    assert scene.pull_requests == []
    del scene.repository.protected_branches[branch]
    order = scene.retry(failed)
    assert len(scene.pull_requests) == 1
    assert order["git_commit_count"] == 1
    assert scene.event_types(order).count("agent_command_started") == 1


def test_what_a_cancelled_order_had_done_goes_out_however_slow_that_is(scene: Scene) -> None:
    order_id = _stop_over_a_slow_push(scene, "cancel")
    scene.api.wait_for_event(order_id, "github_pull_request_created")
    order = scene.api.get(order_id)
    assert order["status"] == "cancelled"
    (pull_request,) = scene.pull_requests
    assert order["pull_request_number"] == pull_request.issue.number
    assert scene.branch_sha(scene.repository, order["git_branch_name"]) is not None


def test_a_resumed_order_waits_for_the_slow_push_and_has_one_pull_request(scene: Scene) -> None:
    order_id = _stop_over_a_slow_push(scene, "pause")
    scene.api.ok("POST", f"/agent-work-orders/{order_id}/resume")
    order = scene.api.wait_for(order_id, "completed")
    assert len(scene.pull_requests) == 1
    assert scene.event_types(order).count("github_pull_request_created") == 1


def _stop_over_a_slow_push(scene: Scene, move: str) -> str:
    order_id = scene.file("demo: write half.txt Half\ndemo: sleep 2")
    scene.api.wait_for_event(order_id, "agent_tool_call", status="completed")
    scene.github.faults.plan(Fault("slow", path=r".*/git-receive-pack", seconds=3.0))
    stopped = scene.api.ok("POST", f"/agent-work-orders/{order_id}/{move}")["agent_work_order"]
    assert stopped["git_commit_count"] == 1
    assert scene.pull_requests == [], "nobody waits for it"
    return order_id


def test_without_a_token_no_agent_is_put_to_work(scene: Scene) -> None:
    scene.api.ok("DELETE", "/secrets/github_token", params={"project_id": scene.project_id})
    order = scene.run_to_failure()
    assert (order["error"]["code"], order["error"]["category"]) == ("credential_missing", "user-action")
    assert order["error"]["hint"] == "Set one: shopfloor secrets set github_token"
    assert "agent_command_started" not in scene.event_types(order)
    scene.use(scene.token)
    assert scene.retry(order)["pull_request_number"] == scene.pull_requests[0].issue.number


def test_a_branch_that_has_moved_there_is_not_overwritten(scene: Scene) -> None:
    order = scene.run()
    theirs = scene.github.actions.commit(
        scene.repository, scene.ada, order["git_branch_name"], {"theirs.txt": "x"}, "By hand"
    )
    scene.api.ok(
        "POST",
        f"/agent-work-orders/{order['agent_work_order_id']}/prompt",
        json={"prompt_text": "demo: write more.txt More"},
    )
    failed = scene.api.wait_for(order["agent_work_order_id"], "failed")
    assert failed["error"]["code"] == "branch_moved"
    assert scene.branch_sha(scene.repository, order["git_branch_name"]) == theirs
    assert failed["git_commit_count"] == 2


def test_a_file_that_is_too_large_is_named(scene: Scene) -> None:
    before, scene.github.git_http.max_file_bytes = scene.github.git_http.max_file_bytes, 1000
    try:
        failed = scene.run_to_failure("demo: run head -c 5000 /dev/zero > big.bin")
    finally:
        scene.github.git_http.max_file_bytes = before
    assert failed["error"]["code"] == "file_too_large"
    assert "big.bin" in failed["error"]["message"]


def test_what_the_repositorys_own_rules_refuse_is_told_in_their_words(scene: Scene) -> None:
    scene.repository.push_protection = "AKIA-not-a-real-key"
    failed = scene.run_to_failure("demo: write key.txt AKIA-not-a-real-key")
    assert failed["error"]["code"] == "hook_declined"
    assert "GH013" in failed["error"]["message"]
    assert failed["git_commit_count"] == 1, "the commit stays"
    scene.repository.push_protection = None
    scene.retry(failed)
    assert len(scene.pull_requests) == 1


def test_a_workflow_wants_its_scope(scene: Scene) -> None:
    scene.use(scene.github.add_token(scene.ada, ["repo"]))
    failed = scene.run_to_failure("demo: write .github/workflows/ci.yml on: push")
    assert failed["error"]["code"] == "workflow_scope_missing"
    assert "`workflow`" in failed["error"]["hint"]
    scene.use(scene.token)
    scene.retry(failed)
    assert len(scene.pull_requests) == 1


def test_a_moved_repository_is_found_where_it_is_now(scene: Scene) -> None:
    scene.github.world.move_repository(scene.repository, scene.ada, "renamed")
    old_url = f"{scene.github.url}/{scene.ada.login}/app"
    verified = scene.verify(old_url)
    assert verified["verification_success"]
    assert verified["repository"]["repository_url"] == scene.url
    assert scene.run()["status"] == "completed"
    assert len(scene.pull_requests) == 1


@pytest.mark.parametrize("fork_seconds", [0.0, 1.0])
def test_without_push_access_the_work_comes_from_a_fork(scene: Scene, fork_seconds: float) -> None:
    foreign = scene.foreign()
    assert foreign.verify()["repository"]["needs_fork"]
    scene.github.world.fork_seconds = fork_seconds
    order = foreign.run()
    (pull_request,) = foreign.pull_requests
    fork = pull_request.head_repository
    assert (fork.parent, fork.owner) == (foreign.repository, scene.ada)
    assert foreign.branch_sha(foreign.repository, order["git_branch_name"]) is None
    assert order["github_pull_request_url"].startswith(foreign.url)
    foreign.api.ok(
        "POST",
        f"/agent-work-orders/{order['agent_work_order_id']}/prompt",
        json={"prompt_text": "demo: write more.txt More"},
    )
    foreign.api.wait_for(order["agent_work_order_id"], "completed")
    assert foreign.pull_requests == [pull_request]
    assert pull_request.head_sha == foreign.branch_sha(fork, order["git_branch_name"])


def test_a_cut_connection_and_a_failing_server_are_waited_out(scene: Scene) -> None:
    git = f"/{scene.repository.full_name}.git/git-receive-pack"
    scene.github.plan(Fault("cut", method="POST", path=git, times=2))
    scene.github.plan(Fault("status", method="GET", path=f"/repos/{scene.repository.full_name}/pulls", status=502))
    order = scene.run()
    assert len(scene.pull_requests) == 1
    assert "delivery_retried" in scene.event_types(order)


def test_limits_are_obeyed(scene: Scene) -> None:
    pulls = f"/repos/{scene.repository.full_name}/pulls"
    scene.github.plan(Fault("secondary_limit", method="POST", path=pulls, seconds=1))
    scene.run()
    assert len(scene.pull_requests) == 1

    scene.token.rate.limit = scene.token.rate.used
    failed = scene.run_to_failure()
    assert failed["error"]["code"] == "forge_rate_limited"
    assert "until" in failed["error"]["message"]
    assert failed["error"]["retryable"]
    scene.token.rate.limit = 5000
    scene.retry(failed)
    assert len(scene.pull_requests) == 2
