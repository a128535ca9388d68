"""Repository in, pull request out: the whole loop over HTTP."""

import itertools
from pathlib import Path

import pytest
from tests.support.client import ApiClient
from tests.support.repositories import branches, git, make_checkout


def test_an_order_ends_in_a_draft_pull_request(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Add a greeting module")
    assert order["status"] == "pending"
    done = api.wait_for(order["agent_work_order_id"], "completed")
    assert done["current_phase"] == "completed"
    assert done["base_branch"] == "trunk"
    assert done["git_branch_name"] in branches(repository)
    assert order["agent_work_order_id"] in done["git_branch_name"]
    assert done["git_commit_count"] == 3
    assert done["git_files_changed"] >= 3
    pull_request = api.ok("GET", f"/agent-work-orders/{order['agent_work_order_id']}/pull-request")
    assert pull_request["is_draft"] is True
    assert pull_request["state"] == "open"
    assert pull_request["head_branch"] == done["git_branch_name"]
    assert done["github_pull_request_url"] == pull_request["pull_request_url"]


def test_every_commit_names_author_agent_order_phase_and_run(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "Add a greeting module")["agent_work_order_id"]
    branch = api.wait_for(order_id, "completed")["git_branch_name"]
    log = git(repository, "log", "--format=%an|%(trailers:key=Work-Order,valueonly,separator=)|"
              "%(trailers:key=Phase,valueonly,separator=)|%(trailers:key=Run,valueonly,separator=)|"
              "%(trailers:key=Co-authored-by,valueonly,separator=)", f"trunk..{branch}")  # fmt: skip
    rows = [line.split("|") for line in reversed(log.splitlines())]
    assert [row[2] for row in rows] == ["planning", "implementing", "testing"]
    assert {row[1] for row in rows} == {order_id}
    assert {row[3] for row in rows} == {f"{order_id}-r1"}
    assert all("Demo Agent" in row[4] for row in rows)
    files = git(repository, "diff", "--name-only", f"trunk..{branch}").splitlines()
    assert any(name.startswith("specs/") and name.endswith("-plan.md") for name in files)
    assert any(name.startswith("specs/") and "test-results" in name for name in files)


@pytest.mark.parametrize(
    ("workflow", "phases"),
    [
        ("agent_workflow_plan", ["planning"]),
        ("agent_workflow_build", ["implementing"]),
        ("agent_workflow_implement", ["implementing"]),
        ("agent_workflow_test", ["testing"]),
        ("agent_workflow_validate", ["testing"]),
        ("agent_workflow_plan_build", ["planning", "implementing"]),
    ],
)
def test_each_workflow_does_its_phases(api: ApiClient, repository: Path, workflow: str, phases: list[str]) -> None:
    order_id = api.create(repository, "Add a greeting", workflow_type=workflow)["agent_work_order_id"]
    api.wait_for(order_id, "completed")
    progress = api.ok("GET", f"/agent-work-orders/{order_id}/git-progress")
    assert [entry["phase"] for entry in progress["phase_history"]] == phases
    assert all(entry["completed_at"] for entry in progress["phase_history"])


def test_both_sandbox_types_lead_to_the_same_result(api: ApiClient, repository: Path) -> None:
    for sandbox_type in ("git_branch", "git_worktree"):
        order_id = api.create(
            repository, "demo: write out.txt hello", workflow_type="agent_workflow_build", sandbox_type=sandbox_type
        )["agent_work_order_id"]
        branch = api.wait_for(order_id, "completed")["git_branch_name"]
        assert git(repository, "show", f"{branch}:out.txt") == "hello"


def test_orders_of_one_repository_run_beside_each_other(api: ApiClient, repository: Path) -> None:
    prompt = "demo: sleep 0.4\ndemo: write own.txt mine"
    ids = [
        api.create(repository, prompt, workflow_type="agent_workflow_build")["agent_work_order_id"] for _ in range(4)
    ]
    done = [api.wait_for(order_id, "completed") for order_id in ids]
    assert len({order["git_branch_name"] for order in done}) == 4
    assert len({order["pull_request_number"] for order in done}) == 4
    starts = max(order["execution_started_at"] for order in done)
    assert starts < min(order["execution_completed_at"] for order in done)


def test_git_branch_orders_take_turns(api: ApiClient, repository: Path) -> None:
    ids = [
        api.create(
            repository,
            "demo: sleep 0.2\ndemo: write turn.txt x",
            workflow_type="agent_workflow_build",
            sandbox_type="git_branch",
        )["agent_work_order_id"]
        for _ in range(3)
    ]
    done = sorted((api.wait_for(order_id, "completed") for order_id in ids), key=lambda o: o["execution_started_at"])
    for earlier, later in itertools.pairwise(done):
        assert earlier["execution_completed_at"] <= later["execution_started_at"]


def test_a_branch_name_in_the_request_wins_and_a_clash_is_solved(api: ApiClient, repository: Path) -> None:
    names = []
    for _ in range(2):
        order_id = api.create(repository, "Anything", workflow_type="agent_workflow_build", git_branch_name="fix-auth")[
            "agent_work_order_id"
        ]
        names.append(api.wait_for(order_id, "completed")["git_branch_name"])
    assert names == ["fix-auth", f"fix-auth-{order_id}"]


def test_a_branch_name_in_the_prompt_wins(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "Repair the login, use branch fix-login", workflow_type="agent_workflow_build")[
        "agent_work_order_id"
    ]
    assert api.wait_for(order_id, "completed")["git_branch_name"] == "fix-login"


def test_the_users_own_checkout_is_never_touched(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "mine", branch="work")
    (checkout / "app.py").write_text("print('edited, not committed')\n")
    (checkout / "new.txt").write_text("untracked\n")
    before = (git(checkout, "status", "--porcelain"), (checkout / ".git" / "index").read_bytes())
    order_id = api.create(checkout, "Add a greeting")["agent_work_order_id"]
    done = api.wait_for(order_id, "completed")
    assert done["base_branch"] == "work"
    assert (git(checkout, "status", "--porcelain"), (checkout / ".git" / "index").read_bytes()) == before
    assert (checkout / "app.py").read_text() == "print('edited, not committed')\n"
    noticed = [e for e in api.events(order_id) if e["type"] == "repository_uncommitted_changes_noticed"]
    assert [event["uncommitted_changes"] for event in noticed] == [2]


def test_an_empty_repository_gets_its_first_commits(api: ApiClient, tmp_path: Path) -> None:
    bare = tmp_path / "empty.git"
    git(tmp_path, "init", "-q", "--bare", "--initial-branch=start", str(bare))
    order_id = api.create(bare, "demo: write first.txt one", workflow_type="agent_workflow_build")[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed")
    assert done["base_branch"] == "start"
    assert git(bare, "show", f"{done['git_branch_name']}:first.txt") == "one"
    api.ok("POST", f"/agent-work-orders/{order_id}/pull-request/ready")
    api.ok("POST", f"/agent-work-orders/{order_id}/pull-request/merge")
    assert git(bare, "show", "start:first.txt") == "one"


def test_a_repositorys_own_command_file_drives_the_phase(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(
        tmp_path / "own",
        files={
            ".claude/commands/agent_workflow_build.md": "---\ndescription: ours\n---\ndemo: write from-command.txt $1\n"
        },
    )
    order_id = api.create(checkout, "alpha beta", workflow_type="agent_workflow_build")["agent_work_order_id"]
    branch = api.wait_for(order_id, "completed")["git_branch_name"]
    assert git(checkout, "show", f"{branch}:from-command.txt") == "alpha"


def test_a_broken_command_file_fails_the_order_and_names_the_file(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(
        tmp_path / "broken", files={".claude/commands/agent_workflow_build.md": "---\nx: [\n---\n"}
    )
    order_id = api.create(checkout, "anything", workflow_type="agent_workflow_build")["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"]["code"] == "command_file_invalid"
    assert failed["error"]["category"] == "user-action"
    assert "agent_workflow_build.md" in failed["error_message"]


def test_a_repository_that_is_not_there_fails_the_order_clearly(api: ApiClient, tmp_path: Path) -> None:
    order_id = api.create(tmp_path / "nowhere", "anything")["agent_work_order_id"]
    failed = api.wait_for(order_id, "failed")
    assert failed["error"]["code"] == "repository_unreachable"


def test_ignored_files_and_bookkeeping_stay_out_of_the_commits(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "ignoring", files={".gitignore": "*.log\n", "a.txt": "a\n"})
    prompt = "demo: write noise.log loud\ndemo: write kept.txt quiet"
    order_id = api.create(checkout, prompt, workflow_type="agent_workflow_build")["agent_work_order_id"]
    branch = api.wait_for(order_id, "completed")["git_branch_name"]
    assert git(checkout, "diff", "--name-only", f"trunk..{branch}").splitlines() == ["kept.txt"]


def test_an_answer_without_changes_makes_no_commit_and_no_pull_request(api: ApiClient, repository: Path) -> None:
    order_id = api.create(repository, "demo: say nothing to do", workflow_type="agent_workflow_build")[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed")
    assert done["git_commit_count"] == 0
    assert done["github_pull_request_url"] is None
    assert api.http.get(f"/agent-work-orders/{order_id}/pull-request").status_code == 404
