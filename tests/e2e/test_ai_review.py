"""A task reviewed by an agent, in a browser: sent back, repaired, passed, read in the diff, approved, merged."""

import re
import shlex
from pathlib import Path

from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.repositories import git

LONG = "GREETING = '" + "very " * 30 + "welcome'"
TASK = f"""demo: run printf '%s\\n' "{LONG}" "print(GREETING)  # TODO greet by name" > greet.py
demo(review): run until rm {{go_on}}; do sleep 0.1; done 2>/dev/null"""
"""Each review lasts until the test says that it has seen it."""


def test_changes_wanted_repaired_passed_and_merged(visit: Visit, api: ApiClient, repository: Path) -> None:
    visitor, reader = visit(), visit()
    project_id = api.ok(
        "POST", "/projects", json={"repository_url": str(repository), "workflow_type": "agent_workflow_build"}
    )["project_id"]
    set_one_round_and_squash(visitor, project_id)
    review = api.ok("GET", f"/projects/{project_id}")["ai_review"]
    assert (review["enabled"], review["rounds"]) == (True, 1)

    go_on = repository.parent / "go-on"
    order_id = execute_task(visitor, api, project_id, TASK.format(go_on=shlex.quote(str(go_on))))
    reader.open_order(order_id, tab="changes")
    reader.status_is("AI review")
    expect(reader.page.get_by_role("navigation", name="Main")).to_contain_text("AI review, round 1")
    let_two_rounds_pass(visitor, go_on)
    reader.status_is("Done")
    expect(reader.page.get_by_role("region", name="AI review", exact=True)).to_contain_text("AI review passed")

    read_findings_in_the_panel(visitor)
    visitor.page.get_by_role("link", name="See them in the diff").first.click()
    take_up_a_finding_in_the_diff(visitor)
    visitor.page.go_back()
    task_panel(visitor).get_by_role("button", name="Approve").click()
    expect(column(visitor, "Done").get_by_role("article", name="Greet")).to_contain_text("merged")
    assert git(repository, "show", "HEAD:greet.py").splitlines()[1] == "print(GREETING)"


def set_one_round_and_squash(visitor: Visitor, project_id: str) -> None:
    visitor.open(f"/projects/{project_id}/settings")
    rules = visitor.page.get_by_role("region", name="Review", exact=True)
    rules.get_by_role("button", name="Its own").click()
    expect(rules.get_by_role("switch", name="Review by an agent")).to_be_checked()
    rules.get_by_role("textbox", name="Rounds").fill("11")
    expect(rules.get_by_role("alert")).to_contain_text("from 0 to 10")
    rules.get_by_role("textbox", name="Rounds").fill("1")
    rules.get_by_role("combobox", name="When a task is approved").click()
    visitor.page.get_by_role("option", name="Squash and merge it").click()
    expect(rules.get_by_role("combobox", name="When a task is approved")).to_contain_text("Squash")


def execute_task(visitor: Visitor, api: ApiClient, project_id: str, description: str) -> str:
    """The order that carries it out, which is being reviewed by now."""
    tasks = f"/projects/{project_id}/tasks"
    task_id = api.ok("POST", tasks, json={"title": "Greet", "description": description})["task_id"]
    visitor.open(f"/projects/{project_id}/board?task={task_id}")
    task_panel(visitor).get_by_role("button", name="Execute").click()
    expect(column(visitor, "AI review").get_by_role("article")).to_contain_text("round 1")
    expect(task_panel(visitor).get_by_role("button", name="Stop the review")).to_be_visible()
    [session] = api.ok("GET", f"{tasks}/{task_id}/sessions")["sessions"]
    return str(session["agent_work_order_id"])


def let_two_rounds_pass(visitor: Visitor, go_on: Path) -> None:
    go_on.touch()
    expect(column(visitor, "AI review").get_by_role("article")).to_contain_text("round 2")
    go_on.touch()
    waiting = column(visitor, "Human review").get_by_role("article")
    expect(waiting).to_contain_text("AI review passed")
    expect(waiting).to_contain_text("1 note")


def read_findings_in_the_panel(visitor: Visitor) -> None:
    reviews = task_panel(visitor).get_by_role("region", name="AI reviews")
    expect(reviews.get_by_role("listitem").first).to_contain_text("AI review passed")
    expect(reviews.get_by_role("button", name="Changes wanted")).to_be_visible()
    expect(reviews).to_contain_text("Something is left open here")
    expect(reviews).to_contain_text("greet.py:2")
    assert visitor.axe() == []


def take_up_a_finding_in_the_diff(visitor: Visitor) -> None:
    page = visitor.page
    found = page.get_by_role("note", name="AI review: note")
    expect(found).to_contain_text("longer than 140 characters")
    expect(page.get_by_role("region", name="AI review", exact=True)).to_contain_text("AI review passed")
    expect(visitor.conversation).to_contain_text("The AI review wants changes: 1 major, 1 note.")
    assert visitor.axe() == []
    found.get_by_role("button", name="Ask the agent to fix it").click()
    expect(found).to_have_count(0)
    expect(page.locator(".cmt")).to_contain_text("In this review")
    expect(page.get_by_role("button", name=re.compile(r"Send review to agent \(1\)"))).to_be_enabled()
    page.get_by_role("button", name="Remove comment").click()


def task_panel(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("complementary", name="Task")


def column(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("region", name=name, exact=True)
