"""Tasks: shown, changed, attempted, found."""

from typing import Any

from tests.unit.cli.fake_floor import Command, FakeFloor


def a_task(**changes: Any) -> dict[str, Any]:
    return {
        "task_id": "tk-1",
        "title": "Greet",
        "description": "a\x1b[2Jb\nc",
        "labels": ["one", "two"],
        "position": 7,
        "archived": True,
        "error": None,
        "review": None,
        "issue": None,
        "sessions": [],
    } | changes


def test_what_stands_on_a_card_is_shown_and_changed(shopfloor: Command, floor: FakeFloor) -> None:
    card = "projects/pj-1/tasks/tk-1"
    for method in ("GET", "PATCH"):
        floor.answers_to(f"{method} {card}", a_task())
    words = ("tk-1", "--project", "pj-1")
    shown = shopfloor("task", "show", *words).stdout
    assert "  description  ab\n               c\n  labels       one, two\n  archived     yes\n" in shown
    shopfloor("task", "edit", *words, "--title", "Wave", "--label", "new", "--assignee", "", "--unarchive")
    shopfloor("task", "edit", *words, "--label", "")
    assert floor.sent(f"PATCH {card}") == [
        {"title": "Wave", "labels": ["new"], "assignee": None, "archived": False},
        {"labels": []},
    ]
    assert shopfloor("task", "edit", *words).exit_code == 2
    floor.answers_to(f"GET {card}/comments", {"comments": [{"author": None, "text": "Look\x07 here"}]})
    floor.answers_to(f"POST {card}/comments", {}, status=201)
    assert shopfloor("task", "comment", *words, "Look here").stdout == "somebody: Look here\n"
    floor.answers_to(f"DELETE {card}", status=204)
    assert shopfloor("task", "delete", *words).stdout == "tk-1  deleted\n"
    floor.answers_to("POST projects/pj-1/tasks/archive-done", {"total_count": 2})
    assert shopfloor("task", "archive-done", "--project", "pj-1").stdout == "2 tasks put away\n"


def test_several_attempts_are_asked_for_listed_and_one_is_chosen(shopfloor: Command, floor: FakeFloor) -> None:
    card = "projects/pj-1/tasks/tk-1"
    floor.answers_to(f"GET {card}", a_task())
    floor.answers_to(f"POST {card}/execute", {"session_id": "wo-1", "sessions": [{"session_id": "wo-1"}]})
    words = ("tk-1", "--project", "pj-1")
    shopfloor("task", "run", *words, "--detach", "--agent", "demo:demo-brief", "--agent", "codex")
    asked = {"attempts": [{"agent": "demo", "model": "demo-brief"}, {"agent": "codex"}]}
    assert floor.sent(f"POST {card}/execute") == [asked]
    session = {
        "session_id": "wo-1",
        "status": "completed",
        "is_winner": True,
        "agent": "demo",
        "model": "demo-brief",
        "started_at": None,
        "duration_ms": 61_000,
        "usage": {"cost_usd": 0.5},
        "error": None,
        "preview": "Done.",
    }
    floor.answers_to(f"GET {card}/sessions", {"sessions": [session]})
    (row,) = shopfloor("task", "history", *words).stdout.splitlines()[1:]
    assert "completed, chosen  demo:demo-brief" in row
    assert row.endswith("1 min 1 s  $0.50  Done.")
    floor.answers_to(f"POST {card}/sessions/wo-1/choose", {})
    assert shopfloor("task", "choose", "tk-1", "wo-1", "--project", "pj-1").stdout == "tk-1  wo-1 is chosen\n"


def test_a_project_is_known_by_its_name(shopfloor: Command, floor: FakeFloor) -> None:
    named = {"name": "app", "archived": False}
    floor.answers_to("GET projects", {"projects": [{"project_id": "pj-1", **named}]})
    floor.answers_to("GET projects/pj-1", {"project_id": "pj-1", "webhook_rules": {"comments": True}})
    assert "comments  yes" in shopfloor("project", "rules", "app").stdout
    assert "There is no project 'other'" in shopfloor("project", "rules", "other").stderr
    floor.answers_to("GET projects", {"projects": [{"project_id": "pj-1", **named}, {"project_id": "pj-2", **named}]})
    assert "Use an id: pj-1, pj-2." in shopfloor("project", "rules", "app").stderr
    assert shopfloor("task", "list").exit_code == 2
