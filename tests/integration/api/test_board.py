"""A project's board over HTTP: cards, moves, executions, races, reviews."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.integration.api.board_client import BoardClient
from tests.support.client import ApiClient, parse_stream
from tests.support.repositories import git


def test_the_seeds_own_checklist(board: BoardClient, api: ApiClient, repository: Path) -> None:
    task_id = board.add("Add a README file", description="demo: write README.md Hello from the board")
    answer = board.do(task_id, "execute")
    session_id = answer["session_id"]
    assert answer["status"] == "in_progress"
    with api.http.stream("GET", f"{board.root}/tasks/{task_id}/output", params={"session_id": session_id}) as stream:
        seen = list(parse_stream(stream.iter_lines()))
    assert {event.type for event in seen} == {"output", "status", "done"}
    assert seen[-1].data["status"] == "completed"
    task = board.wait_for(task_id, "ai_review")
    assert task["error"] is None
    (session,) = api.ok("GET", f"{board.root}/tasks/{task_id}/sessions")["sessions"]
    assert (session["session_id"], session["status"]) == (session_id, "completed")
    assert session["duration_ms"] > 0
    assert session["prompt"].startswith("Add a README file")
    assert session["preview"]
    assert git(repository, "show", f"{session['git_branch_name']}:README.md") == "Hello from the board"


def test_of_fifty_who_execute_at_once_one_does(board: BoardClient, api: ApiClient) -> None:
    task_id = board.add("Race", description="demo: write race.txt 1")

    def try_it(_: int) -> int:
        return api.http.post(f"{board.root}/tasks/{task_id}/execute").status_code

    with ThreadPoolExecutor(10) as pool:
        codes = list(pool.map(try_it, range(50)))
    assert sorted(codes) == [200, *[409] * 49]
    board.wait_for(task_id, "ai_review")
    assert len(api.ok("GET", f"{board.root}/tasks/{task_id}/sessions")["sessions"]) == 1


def test_a_stopped_task_is_back_in_todo_and_its_session_cancelled(board: BoardClient, api: ApiClient) -> None:
    task_id = board.add("Long", description="demo: sleep 300")
    session_id = board.do(task_id, "execute")["session_id"]
    api.wait_for_event(session_id, "agent_command_started")
    assert [each["session_id"] for each in api.ok("GET", f"{board.root}/sessions")["sessions"]] == [session_id]
    stopped = board.do(task_id, "stop")
    assert (stopped["status"], stopped["error"]) == ("todo", None)
    assert api.get(session_id)["status"] == "cancelled"
    assert "todo" in board.refused(task_id, "stop")
    assert api.ok("GET", f"{board.root}/sessions")["sessions"] == []


def test_a_failed_task_is_back_in_todo_with_its_error_and_goes_on_when_retried(
    board: BoardClient, api: ApiClient
) -> None:
    task_id = board.add("Fails", description="demo: fail user-action Sign in first")
    session_id = board.do(task_id, "execute")["session_id"]
    task = board.wait_for(task_id, "todo", lambda one: one["error"] is not None)
    assert "Sign in first" in task["error"]["message"]
    refused = api.http.post(f"{board.root}/tasks/{task_id}/sessions/{session_id}/choose")
    assert (refused.status_code, "completed" in refused.json()["detail"]) == (409, True)
    output = f"{board.root}/tasks/{task_id}/output"
    with api.http.stream("GET", output) as stream:
        seen = list(parse_stream(stream.iter_lines()))
    assert [event.type for event in seen if event.type in ("error", "done")] == ["error", "done"]
    with api.http.stream("GET", output, headers={"last-event-id": str(seen[-1].id)}) as stream:
        (again,) = parse_stream(stream.iter_lines())
    assert (again.type, again.data["status"]) == ("done", "failed")
    api.ok("POST", f"/agent-work-orders/{session_id}/retry")
    assert api.wait_for(session_id, "failed")["run_count"] == 2
    board.wait_for(task_id, "todo", lambda one: one["error"] is not None)
    api.ok("PATCH", f"{board.root}/tasks/{task_id}", json={"archived": True})
    assert board.do(task_id, "execute")["session_id"] != session_id
    assert not board.get(task_id)["archived"]


def test_several_attempts_at_once_and_one_is_chosen(board: BoardClient, api: ApiClient) -> None:
    task_id = board.add("Twice", description="demo: write twice.txt 2")
    sessions = board.do(task_id, "execute", {"attempts": [{"agent": "demo"}, {"agent": "demo"}]})["sessions"]
    task = board.wait_for(task_id, "ai_review")
    assert [each["status"] for each in task["sessions"]] == ["completed", "completed"]
    chosen = sessions[0]["session_id"]
    after = api.ok("POST", f"{board.root}/tasks/{task_id}/sessions/{chosen}/choose")["sessions"]
    assert {each["session_id"]: each["is_winner"] for each in after}[chosen]
    assert sum(each["is_winner"] for each in after) == 1


def test_a_task_sent_back_goes_to_the_agent_that_built_it(board: BoardClient, api: ApiClient, repository: Path) -> None:
    task_id = board.add("Send back", description="demo: write first.txt 1")
    session_id = board.do(task_id, "execute")["session_id"]
    board.wait_for(task_id, "ai_review")
    board.do(task_id, "move", {"status": "human_review"})
    sent = board.do(task_id, "send-back", {"comments": "demo: write second.txt 2"})
    assert sent["status"] == "in_progress"
    task = board.wait_for(task_id, "ai_review")
    assert [each["session_id"] for each in task["sessions"]] == [session_id]
    branch = api.get(session_id)["git_branch_name"]
    assert git(repository, "show", f"{branch}:second.txt") == "2"
    assert [each["text"] for each in api.ok("GET", f"{board.root}/tasks/{task_id}/comments")["comments"]] == [
        "demo: write second.txt 2"
    ]


def test_moves_by_hand(board: BoardClient, api: ApiClient) -> None:
    one, two, three = (board.add(title) for title in ("one", "two", "three"))
    board.do(three, "move", {"status": "todo", "above_task_id": one})
    assert board.column("todo") == ["three", "one", "two"]
    board.do(three, "move", {"status": "todo", "below_task_id": one})
    assert board.column("todo") == ["one", "three", "two"]
    board.do(one, "move", {"status": "done"})
    board.do(two, "move", {"status": "done", "above_task_id": one})
    assert board.column("done") == ["two", "one"]
    assert "ai_review" in board.refused(three, "move", {"status": "ai_review"})
    assert "review" in board.refused(one, "send-back", {"comments": "again"})
    rules = api.ok("GET", "/board/moves")
    assert rules["allowed"]["todo"] == ["in_progress", "human_review", "done"]
    assert [each["title"] for each in api.ok("POST", f"{board.root}/tasks/archive-done")["tasks"]] == ["two", "one"]
    assert board.column("done") == []


def test_a_card_dropped_in_progress_is_carried_out_and_dragged_back_is_stopped(
    board: BoardClient, api: ApiClient
) -> None:
    task_id = board.add("Drag", description="demo: sleep 300")
    moved = board.do(task_id, "move", {"status": "in_progress"})
    assert (moved["effect"], moved["task"]["status"]) == ("execute", "in_progress")
    api.wait_for_event(moved["session_id"], "agent_command_started")
    assert "agent is working" in board.refused(task_id, "move", {"status": "done"})
    assert api.http.delete(f"{board.root}/tasks/{task_id}").status_code == 409
    back = board.do(task_id, "move", {"status": "todo"})
    assert (back["effect"], back["task"]["status"]) == ("stop", "todo")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "title"),
        ({"title": "  "}, "title"),
        ({"title": "x", "status": "in_progress"}, "status"),
        ({"title": "x", "status": "later"}, "status"),
        ({"title": "x", "priority": "soon"}, "priority"),
        ({"title": "x", "labels": ["a"] * 21}, "labels"),
        ({"title": "x", "colour": "red"}, "colour"),
        ({"title": "a\0b"}, "title"),
        ({"title": "x", "labels": ["a\0b"]}, "labels"),
    ],
)
def test_wrong_bodies_name_the_field(board: BoardClient, body: dict[str, Any], field: str) -> None:
    response = board.api.http.post(f"{board.root}/tasks", json=body)
    assert response.status_code == 422
    assert field in response.text


def test_wrong_ids_are_404(board: BoardClient, api: ApiClient) -> None:
    task_id = board.add("Here")
    for path in (
        f"{board.root}/tasks/tk-nothere",
        f"/projects/pj-nothere/tasks/{task_id}",
        "/projects/pj-nothere/tasks",
    ):
        assert api.http.get(path).status_code == 404
    assert api.http.get(f"{board.root}/tasks/{task_id}/output").status_code == 404
    assert api.http.post(f"{board.root}/tasks/{task_id}/sessions/wo-nothere/choose").status_code == 422


def test_everybody_is_told_of_a_change(board: BoardClient, api: ApiClient) -> None:
    with api.http.stream("GET", "/events") as stream, ThreadPoolExecutor(1) as pool:
        lines = stream.iter_lines()
        made = pool.submit(board.add, "Told")
        notice = next(event for event in parse_stream(lines) if event.type == "task_changed")
    assert notice.data["task_id"] == made.result()
    assert notice.id is None
