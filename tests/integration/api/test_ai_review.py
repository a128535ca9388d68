"""A task reviewed by an agent: rounds, verdicts, hostile reviewers, stops, approvals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.api.board_client import BUILD, BoardClient
from tests.support.client import ApiClient
from tests.support.repositories import git

MakeBoard = Callable[..., BoardClient]


@pytest.fixture
def make_board(api: ApiClient, repository: Path) -> MakeBoard:
    def make(on_approve: str | None = None, **rules: Any) -> BoardClient:
        review = {"enabled": True, **rules}
        body = {"repository_url": str(repository), "ai_review": review, "on_approve": on_approve, **BUILD}
        return BoardClient(api, api.ok("POST", "/projects", json=body)["project_id"])

    return make


def reviews_of(board: BoardClient, task_id: str) -> list[dict[str, Any]]:
    return list(board.api.ok("GET", f"{board.root}/tasks/{task_id}/reviews")["reviews"])


def test_changes_are_wanted_made_and_passed_and_the_pull_request_is_merged(
    make_board: MakeBoard, api: ApiClient, repository: Path
) -> None:
    board = make_board(on_approve="merge")
    task_id = board.add("Greet", description="demo: write greet.py print('hi')  # TODO say it nicely")
    session_id = board.do(task_id, "execute")["session_id"]
    task = board.wait_for(task_id, "human_review")
    assert (task["error"], task["sent_back"]) == (None, 1)
    passed, wanted = reviews_of(board, task_id)
    assert (wanted["verdict"], wanted["finding_counts"]) == ("changes_wanted", {"major": 1})
    (finding,) = wanted["findings"]
    assert (finding["file"], finding["line"], finding["side"], finding["severity"]) == ("greet.py", 1, "new", "major")
    assert (passed["verdict"], passed["findings"], passed["number"]) == ("pass", [], 2)
    assert task["review"]["review_id"] == passed["review_id"]
    assert wanted["head_sha"] != passed["head_sha"]
    assert api.ok("GET", f"/agent-work-orders/{session_id}/reviews")["total_count"] == 2
    order = api.get(session_id)
    assert git(repository, "show", f"{order['git_branch_name']}:greet.py") == "print('hi')"
    kinds = [event["type"] for event in api.events(session_id) if event["type"].startswith("ai_review")]
    assert kinds == [f"ai_review_{what}" for what in ("queued", "started", "completed")] * 2
    reviewing = api.ok("GET", "/analytics/usage", params={"group_by": "turn", "agent_work_order_id": session_id})
    assert [each["phase"] for each in reviewing["usage"]].count("reviewing") == 2
    approved = board.do(task_id, "approve")
    assert approved["task"]["status"] == "done"
    assert approved["pull_request"]["state"] == "merged"
    assert git(repository, "show", "HEAD:greet.py") == "print('hi')"


def test_after_the_last_round_a_person_is_asked(make_board: MakeBoard, api: ApiClient) -> None:
    board = make_board(rounds=1)
    text = "demo: write a.txt 1\ndemo(review): finding a.txt:1 major Never good enough"
    task_id = board.add("Picky", description=text)
    session_id = board.do(task_id, "execute")["session_id"]
    task = board.wait_for(task_id, "human_review")
    assert [each["verdict"] for each in reviews_of(board, task_id)] == ["changes_wanted", "changes_wanted"]
    assert task["review"]["finding_counts"] == {"major": 1}
    (asked,) = api.ok("GET", f"/agent-work-orders/{session_id}/prompts")["prompts"]
    assert asked["author"] == "AI review"
    assert "`a.txt:1` (major)" in asked["prompt_text"]
    board.do(task_id, "send-back", {"comments": "demo: write a.txt 2"})
    board.wait_for(task_id, "human_review", lambda one: one["sent_back"] == 1)


HOSTILE = """demo: write kept.txt 1
demo(review): write kept.txt overwritten
demo(review): write new.txt from the reviewer
demo(review): run git add -A; git commit -qm hacked; git push -q origin HEAD; git push -q --all; git gc -q
demo(review): verdict pass Looks fine <script>alert(1)</script>
demo(review): finding ../../etc/passwd:1 note outside
demo(review): finding kept.txt:9999-10001 minor clamped
demo(review): finding - note on the whole
demo(review): ask-edit kept.txt asked"""


def test_what_a_reviewer_writes_never_reaches_the_branch(
    make_board: MakeBoard, api: ApiClient, repository: Path, floor_home: Path
) -> None:
    board = make_board()
    task_id = board.add("Keep", description=HOSTILE)
    session_id = board.do(task_id, "execute")["session_id"]
    board.wait_for(task_id, "human_review")
    order = api.get(session_id)
    branch = order["git_branch_name"]
    assert git(repository, "ls-tree", "--name-only", branch).split() == ["README.md", "app.py", "kept.txt"]
    assert git(repository, "show", f"{branch}:kept.txt") == "1"
    assert order["git_commit_count"] == 1
    (review,) = reviews_of(board, task_id)
    outside, clamped, whole = review["findings"]
    assert (outside["file"], outside["line"]) == (None, None)
    assert outside["text"] == "../../etc/passwd:1: outside"
    assert (clamped["file"], clamped["line"], clamped["end_line"]) == ("kept.txt", 1, None)
    assert whole["file"] is None
    answers = [event for event in api.events(session_id) if event["type"] == "agent_permission_answered"]
    assert [each["kind"] for each in answers] == ["reject_once"]
    assert list((floor_home / "scratch").iterdir()) == []


def test_an_answer_that_cannot_be_read_is_asked_for_once_more(make_board: MakeBoard, api: ApiClient) -> None:
    board = make_board()
    mended = board.add("Mended", description="demo: write m.txt 1\ndemo(review): answer-once Looks good to me!")
    hopeless = board.add(
        "Hopeless", description='demo: write h.txt 1\ndemo(review): answer ```json\\n{"verdict": "maybe"}\\n```'
    )
    for task_id in (mended, hopeless):
        board.do(task_id, "execute")
    assert board.wait_for(mended, "human_review")["review"]["verdict"] == "pass"
    task = board.wait_for(hopeless, "human_review")
    assert task["error"]["code"] == "review_unreadable"
    assert "pass, changes_wanted" in task["error"]["message"]
    assert (task["review"]["status"], task["review"]["verdict"]) == ("failed", None)


def test_a_reviewer_that_fails_leaves_the_card_with_a_person(make_board: MakeBoard) -> None:
    board = make_board()
    task_id = board.add("Fails", description="demo: write f.txt 1\ndemo(review): fail user-action Sign in first")
    empty = board.add("Nothing", description="demo: say I changed nothing")
    for each in (task_id, empty):
        board.do(each, "execute")
    assert "Sign in first" in board.wait_for(task_id, "human_review")["error"]["message"]
    assert board.wait_for(empty, "human_review")["error"]["code"] == "nothing_to_review"


def test_a_review_is_stopped_by_stop_by_a_move_and_by_a_prompt(make_board: MakeBoard, api: ApiClient) -> None:
    board = make_board()
    text = "demo: write s.txt 1\ndemo(review): sleep 300"
    stopped, moved, prompted = (board.add(title, description=text) for title in ("Stop", "Move", "Prompt"))
    sessions = {each: board.do(each, "execute")["session_id"] for each in (stopped, moved, prompted)}
    for task_id, session_id in sessions.items():
        board.wait_for(task_id, "ai_review", lambda one: (one["review"] or {}).get("status") == "running")
        assert "reviewing" in board.refused(task_id, "approve")
        assert api.http.delete(f"{board.root}/tasks/{task_id}").status_code == 409
        assert api.http.delete(f"/agent-work-orders/{session_id}").status_code == 409
    under_way = api.ok("GET", "/reviews")["reviews"]
    assert {(each["agent_work_order_id"], each["title"], each["status"]) for each in under_way} == {
        (sessions[task_id], title, "running")
        for task_id, title in ((stopped, "Stop"), (moved, "Move"), (prompted, "Prompt"))
    }
    assert "already" in board.refused(stopped, "reviews")
    assert board.do(stopped, "stop")["status"] == "human_review"
    assert board.get(stopped)["review"]["status"] == "cancelled"
    assert "Nothing to stop" in board.refused(stopped, "stop")
    board.do(moved, "move", {"status": "todo"})
    assert board.get(moved)["review"]["status"] == "cancelled"
    api.ok("POST", f"/agent-work-orders/{sessions[prompted]}/prompt", json={"prompt_text": "demo: write t.txt 2"})
    board.wait_for(prompted, "ai_review", lambda one: len(reviews_of(board, prompted)) == 2)
    assert reviews_of(board, prompted)[1]["status"] == "cancelled"
    board.do(prompted, "stop")


def test_a_review_by_hand_with_another_agent_or_model(board: BoardClient, api: ApiClient) -> None:
    task_id = board.add("By hand", description="demo: write b.txt 1")
    assert "Only a task in review" in board.refused(task_id, "reviews")
    board.do(task_id, "execute")
    board.wait_for(task_id, "ai_review")
    assert reviews_of(board, task_id) == []
    wrong = api.http.post(f"{board.root}/tasks/{task_id}/reviews", json={"model": "no-such-model"})
    assert wrong.status_code == 422
    (started,) = board.do(task_id, "reviews", {"agent": "demo", "model": "demo-brief"})["reviews"]
    assert (started["agent"], started["model"], started["status"]) == ("demo", "demo-brief", "queued")
    task = board.wait_for(task_id, "human_review")
    assert task["review"]["verdict"] == "pass"
    again = board.do(task_id, "move", {"status": "ai_review"})
    assert (again["effect"], again["task"]["status"]) == ("review", "ai_review")
    assert len(reviews_of(board, task_id)) == 1


def test_each_of_several_attempts_is_reviewed_and_a_person_chooses(make_board: MakeBoard) -> None:
    board = make_board()
    task_id = board.add(
        "Twice", description="demo: write two.txt TODO\ndemo(review): finding two.txt:1 major Unfinished"
    )
    board.do(task_id, "execute", {"attempts": [{"agent": "demo"}, {"agent": "demo"}]})
    task = board.wait_for(task_id, "human_review")
    assert [each["verdict"] for each in reviews_of(board, task_id)] == ["changes_wanted", "changes_wanted"]
    assert task["sent_back"] == 0


def test_a_merge_that_is_refused_leaves_the_card_with_the_reason(
    make_board: MakeBoard, api: ApiClient, repository: Path, tmp_path: Path
) -> None:
    board = make_board(on_approve="squash")
    task_id = board.add("Conflict", description="demo: write README.md mine")
    board.do(task_id, "execute")
    board.wait_for(task_id, "human_review")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(repository), str(clone))
    (clone / "README.md").write_text("theirs\n")
    git(clone, "-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-qam", "Theirs")
    git(clone, "push", "-q", "origin", "HEAD")
    reason = board.refused(task_id, "move", {"status": "done"})
    assert "README.md" in reason
    task = board.get(task_id)
    assert (task["status"], task["error"]["code"]) == ("human_review", "merge_conflict")
    api.ok("PATCH", board.root, json={"on_approve": "nothing"})
    assert board.do(task_id, "move", {"status": "done"})["task"]["error"] is None


def test_settings_are_checked_and_the_floors_hold_where_the_project_has_none(api: ApiClient, repository: Path) -> None:
    wrong = {"repository_url": str(repository), "ai_review": {"enabled": True, "rounds": 11}}
    assert api.http.post("/projects", json=wrong).status_code == 422
    unknown = {"repository_url": str(repository), "ai_review": {"enabled": True, "agent": "nobody"}}
    assert api.http.post("/projects", json=unknown).status_code in (404, 422)
    before = api.ok("GET", "/settings")
    assert (before["default_ai_review"]["enabled"], before["default_on_approve"]) == (False, "nothing")
    changed = {"default_ai_review": {"enabled": True, "rounds": 0}, "default_on_approve": "ready"}
    try:
        api.ok("PATCH", "/settings", json=changed)
        project = api.ok("POST", "/projects", json={"repository_url": str(repository), **BUILD})
        board = BoardClient(api, project["project_id"])
        task_id = board.add("Floor", description="demo: write x.py pass  # FIXME")
        board.do(task_id, "execute")
        assert board.wait_for(task_id, "human_review")["sent_back"] == 0
        approved = board.do(task_id, "approve")
        assert (approved["pull_request"]["state"], approved["pull_request"]["is_draft"]) == ("open", False)
    finally:
        api.ok("PATCH", "/settings", json={name: before[name] for name in changed})
