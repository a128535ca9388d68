"""The pull request of an order over HTTP."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git, make_checkout

BUILD = {"workflow_type": "agent_workflow_build"}


def finished(api: ApiClient, repository: Path, prompt: str = "demo: write a.txt 1") -> str:
    order_id = str(api.create(repository, prompt, **BUILD)["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    return order_id


def pull(api: ApiClient, method: str, order_id: str, path: str = "", **options: Any) -> Any:
    return api.ok(method, f"/agent-work-orders/{order_id}/pull-request{path}", **options)


def test_ready_then_merge_moves_the_base(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository)
    assert api.get(order_id)["pull_request_state"] == "draft"
    refused = api.http.post(f"/agent-work-orders/{order_id}/pull-request/merge")
    assert refused.status_code == 409
    assert "draft" in refused.text
    assert pull(api, "POST", order_id, "/ready")["is_draft"] is False
    assert api.get(order_id)["pull_request_state"] == "open"
    merged = pull(api, "POST", order_id, "/merge", json={"method": "merge"})
    assert merged["state"] == "merged"
    assert api.get(order_id)["pull_request_state"] == "merged"
    assert git(repository, "rev-parse", "trunk") == merged["merge_commit_sha"]
    assert git(repository, "show", "trunk:a.txt") == "1"


def test_a_follow_up_after_the_merge_has_a_pull_request_of_its_own(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository)
    pull(api, "POST", order_id, "/ready")
    first = pull(api, "POST", order_id, "/merge")["pull_request_number"]
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "Add b\ndemo: write b.txt 2"})
    order = api.wait_for(order_id, "completed")
    second = pull(api, "GET", order_id)
    assert second["pull_request_title"] == "feat: add b"
    assert (second["state"], second["is_draft"], order["pull_request_state"]) == ("open", True, "draft")
    assert order["pull_request_number"] == second["pull_request_number"] == first + 1
    pull(api, "POST", order_id, "/ready")
    pull(api, "POST", order_id, "/merge")
    assert git(repository, "show", "trunk:b.txt") == "2"


@pytest.mark.parametrize("method", ["merge", "squash"])
def test_a_pull_request_after_a_merge_lists_its_own_commits_only(api: ApiClient, repository: Path, method: str) -> None:
    order_id = finished(api, repository, "Add a\ndemo: write a.txt 1")
    assert "- feat: add a" in pull(api, "GET", order_id)["pull_request_body"]
    pull(api, "POST", order_id, "/ready")
    pull(api, "POST", order_id, "/merge", json={"method": method})
    for name in ("b", "c"):
        prompt = {"prompt_text": f"Add {name}\ndemo: write {name}.txt 2"}
        api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json=prompt)
        api.wait_for(order_id, "completed")
    body = pull(api, "GET", order_id)["pull_request_body"]
    assert [line for line in body.splitlines() if line.startswith("- ")] == ["- feat: add b", "- feat: add c"]


def test_what_can_work_is_offered(api: ApiClient, repository: Path) -> None:
    first, second = finished(api, repository), finished(api, repository, "demo: write b.txt 2")
    assert pull(api, "GET", first)["merge_methods"] == ["merge", "squash", "rebase"]
    pull(api, "POST", first, "/ready")
    pull(api, "POST", first, "/merge")
    assert pull(api, "GET", second)["merge_methods"] == ["merge", "squash"]


def test_squash_makes_one_commit(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository)
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt 2"})
    api.wait_for(order_id, "completed")
    before = git(repository, "rev-parse", "trunk")
    pull(api, "POST", order_id, "/ready")
    pull(api, "POST", order_id, "/merge", json={"method": "squash"})
    assert git(repository, "rev-list", "--count", f"{before}..trunk") == "1"
    assert git(repository, "show", "trunk:b.txt") == "2"


def test_a_conflict_is_reported_and_does_not_move_the_base(api: ApiClient, repository: Path) -> None:
    first = finished(api, repository, "demo: write same.txt one")
    second = finished(api, repository, "demo: write same.txt two")
    for order_id in (first, second):
        pull(api, "POST", order_id, "/ready")
    pull(api, "POST", first, "/merge")
    base = git(repository, "rev-parse", "trunk")
    refused = api.http.post(f"/agent-work-orders/{second}/pull-request/merge")
    assert refused.status_code == 409
    assert refused.json()["code"] == "merge_conflict"
    assert refused.json()["conflicting_files"] == ["same.txt"]
    assert git(repository, "rev-parse", "trunk") == base


def test_a_dirty_checkout_is_refused_with_the_command(api: ApiClient, tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "mine")
    order_id = finished(api, checkout)
    pull(api, "POST", order_id, "/ready")
    (checkout / "app.py").write_text("changed\n")
    head = git(checkout, "rev-parse", "HEAD")
    refused = api.http.post(f"/agent-work-orders/{order_id}/pull-request/merge")
    assert refused.status_code == 409
    assert "git" in refused.json()["hint"]
    assert git(checkout, "rev-parse", "HEAD") == head
    assert (checkout / "app.py").read_text() == "changed\n"
    git(checkout, "checkout", "-q", "--", "app.py")
    pull(api, "POST", order_id, "/merge")
    assert (checkout / "a.txt").read_text() == "1\n"
    assert git(checkout, "status", "--porcelain") == ""


def test_the_description_can_be_edited_and_is_then_left_alone(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository)
    edited = pull(api, "PATCH", order_id, json={"title": "Mine", "body": "My words"})
    assert (edited["pull_request_title"], edited["pull_request_body"]) == ("Mine", "My words")
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt 2"})
    api.wait_for(order_id, "completed")
    assert pull(api, "GET", order_id)["pull_request_body"] == "My words"


def test_commits_and_diff_come_from_git(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository, "demo: write 'a file.txt' hello\ndemo: write app.py changed")
    (commit,) = api.ok("GET", f"/agent-work-orders/{order_id}/commits")["commits"]
    assert commit["phase"] == "implementing"
    assert commit["files_changed"] == 2
    diff = api.ok("GET", f"/agent-work-orders/{order_id}/diff")
    by_path = {file["path"]: file for file in diff["files"]}
    assert by_path["a file.txt"]["status"] == "added"
    assert by_path["app.py"]["lines_removed"] == 1
    assert "+changed" in by_path["app.py"]["patch"]
    one = api.ok("GET", f"/agent-work-orders/{order_id}/diff", params={"sha": commit["sha"]})
    assert len(one["files"]) == 2
    assert api.http.get(f"/agent-work-orders/{order_id}/diff", params={"sha": "f" * 40}).status_code == 404


def test_the_page_of_a_pull_request_shows_it_and_runs_nothing(api: ApiClient, repository: Path) -> None:
    order_id = finished(api, repository, "<script>alert(1)</script>\ndemo: write x.html <script>alert(2)</script>")
    url = api.get(order_id)["github_pull_request_url"]
    page = api.http.get(url)
    assert page.status_code == 200
    assert "<script>" not in page.text
    assert "x.html" in page.text
