"""What the page for a new order asks: repositories, branches, files, commands, workflows, sandboxes."""

from pathlib import Path
from typing import Any

from tests.support.client import ApiClient
from tests.support.repositories import git, make_checkout, make_repository

COMMAND = "---\ndescription: Say hello\nargument-hint: [name]\n---\nGreet $1.\n"


def names(items: list[dict[str, Any]]) -> list[str]:
    return [item["name"] for item in items]


def test_branches_tell_the_default(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "mine")
    git(checkout, "branch", "feature/one")
    told = api.ok("GET", "/repositories/branches", params={"repository_url": str(checkout)})
    assert told["default_branch"] == "trunk"
    assert set(names(told["branches"])) == {"trunk", "feature/one"}
    assert [branch["name"] for branch in told["branches"] if branch["is_default"]] == ["trunk"]
    assert {branch["sha"] for branch in told["branches"]} == {git(checkout, "rev-parse", "HEAD")}
    told = api.ok("GET", "/repositories/branches", params={"repository_url": str(checkout), "q": "FEAT"})
    assert names(told["branches"]) == ["feature/one"]


def test_an_empty_repository_has_nothing_to_choose(api: ApiClient, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    git(tmp_path / "empty", "init", "-q", "--initial-branch=start")
    where = {"repository_url": str(tmp_path / "empty")}
    assert api.ok("GET", "/repositories/branches", params=where)["branches"] == []
    assert api.ok("GET", "/repositories/files", params=where)["files"] == []
    assert all(command["is_builtin"] for command in api.ok("GET", "/repositories/commands", params=where)["commands"])


def test_files_are_found_by_a_few_letters_on_any_branch(api: ApiClient, tmp_path: Path) -> None:
    files = {"src/login/form.py": "", "src/login/page.py": "", "README.md": "x", "späße.txt": "ü"}
    checkout = make_checkout(tmp_path / "mine", files=files)
    git(checkout, "checkout", "-q", "-b", "other")
    (checkout / "other.txt").write_text("other")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "Other")
    git(checkout, "checkout", "-q", "trunk")
    where = {"repository_url": str(checkout)}
    told = api.ok("GET", "/repositories/files", params={**where, "q": "logpag"})
    assert (told["ref"], told["files"], told["total_count"]) == ("trunk", ["src/login/page.py"], 4)
    told = api.ok("GET", "/repositories/files", params={**where, "q": "spä"})
    assert told["files"] == ["späße.txt"]
    told = api.ok("GET", "/repositories/files", params={**where, "q": "other", "ref": "other"})
    assert told["files"] == ["other.txt"]
    told = api.ok("GET", "/repositories/files", params={**where, "limit": 1})
    assert (told["files"], told["has_more"]) == (["README.md"], True)
    refused = api.http.get("/repositories/files", params={**where, "ref": "nowhere"})
    assert (refused.status_code, refused.json()["field"]) == (409, "base_branch")


def test_the_repositorys_own_commands_come_before_ours(api: ApiClient, tmp_path: Path) -> None:
    files = {
        ".claude/commands/greet.md": COMMAND,
        ".claude/commands/agent_workflow_plan.md": "Plan as we do.\n",
        ".claude/commands/broken.md": "---\nnever closed\n",
        ".claude/commands/notes.txt": "not a command",
        ".claude/commands/sub/deep.md": "not one either",
    }
    repository = make_repository(tmp_path / "commands.git", files=files)
    told = api.ok("GET", "/repositories/commands", params={"repository_url": str(repository)})["commands"]
    commands = {command["name"]: command for command in told}
    assert names(told)[:3] == ["agent_workflow_plan", "broken", "greet"]
    assert commands["greet"]["description"] == "Say hello"
    assert commands["greet"]["argument_hint"] == "[name]"
    assert "never closed" in commands["broken"]["error"]
    assert not commands["agent_workflow_plan"]["is_builtin"]
    assert commands["agent_workflow_build"]["is_builtin"]
    assert names(told).count("agent_workflow_plan") == 1


def test_what_is_not_a_repository_is_a_clear_problem(api: ApiClient, tmp_path: Path) -> None:
    for path in ("branches", "files", "commands"):
        refused = api.http.get(f"/repositories/{path}", params={"repository_url": str(tmp_path / "nothing")})
        assert refused.status_code == 422
        assert refused.json()["code"] == "repository_unreachable"
        refused = api.http.get(f"/repositories/{path}", params={"repository_url": "ext::sh -c id"})
        assert refused.json()["code"] == "repository_url_refused"


def test_recent_repositories_are_those_last_used(api: ApiClient, tmp_path: Path) -> None:
    first = make_repository(tmp_path / "first.git")
    second = make_repository(tmp_path / "second.git")
    connected = api.ok("POST", "/projects", json={"repository_url": str(tmp_path / "later.git")})
    for repository in (first, second, first):
        api.create(repository, "demo: say Done.", workflow_type="agent_workflow_build")
    told = api.ok("GET", "/repositories/recent", params={"limit": 1000})["repositories"]
    known = {repository["repository_name"]: repository for repository in told}
    assert [repository["repository_name"] for repository in told[:2]] == ["first", "second"]
    assert known["first"]["order_count"] == 2
    assert known["later"]["project_id"] == connected["project_id"]
    assert known["later"]["last_used_at"] is None


def test_workflows_and_sandboxes_are_listed(api: ApiClient) -> None:
    workflows = {one["workflow_type"]: one for one in api.ok("GET", "/workflows")["workflows"]}
    assert workflows["agent_workflow_plan_build_test"]["phases"] == ["planning", "implementing", "testing"]
    sandboxes = {one["sandbox_type"]: one for one in api.ok("GET", "/sandboxes")["sandboxes"]}
    assert sandboxes["git_worktree"]["is_available"]
    assert not sandboxes["e2b"]["is_available"]
    assert sandboxes["e2b"]["reason"]


def test_an_archived_order_is_out_of_sight_until_it_is_worked_on(api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "demo: say Done.", workflow_type="agent_workflow_build")
    order_id = order["agent_work_order_id"]
    where = f"/agent-work-orders/{order_id}"
    done = api.wait_for(order_id, "completed")
    assert done["created_by"]

    def listed(**params: Any) -> set[str]:
        page = api.ok("GET", "/agent-work-orders", params={"limit": 500, **params})
        return {one["agent_work_order_id"] for one in page["agent_work_orders"]}

    assert api.ok("PATCH", where, json={"archived": True})["agent_work_order"]["archived"]
    assert order_id not in listed()
    assert order_id in listed(archived=True)
    api.ok("POST", f"{where}/prompt", json={"prompt_text": "demo: sleep 30"})
    assert order_id in listed()
    refused = api.http.patch(where, json={"archived": True})
    assert refused.status_code == 409
    api.ok("POST", f"{where}/cancel")
    assert api.http.patch(where, json={"archived": None}).status_code == 422
