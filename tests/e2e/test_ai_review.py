"""A task reviewed by an agent, in a browser: sent back, repaired, passed, read in the diff, approved, merged."""

import re
import shlex
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.support.client import ApiClient
from tests.support.repositories import git

LONG = "GREETING = '" + "very " * 30 + "welcome'"
TASK = f"""demo: run printf '%s\\n' "{LONG}" "print(GREETING)  # TODO greet by name" > greet.py
demo(review): run until rm {{go_on}}; do sleep 0.1; done 2>/dev/null"""
"""Each review lasts until the test says that it has seen it."""


def test_changes_wanted_repaired_passed_and_merged(visit: Visit, api: ApiClient, repository: Path) -> None:
    visitor, reader = visit(), visit()
    page = visitor.page
    body = {"repository_url": str(repository), "workflow_type": "agent_workflow_build"}
    project_id = api.ok("POST", "/projects", json=body)["project_id"]
    visitor.open(f"/projects/{project_id}/settings")
    rules = page.get_by_role("region", name="Review", exact=True)
    rules.get_by_role("button", name="Its own").click()
    expect(rules.get_by_role("switch", name="Review by an agent")).to_be_checked()
    rules.get_by_role("textbox", name="Rounds").fill("11")
    expect(rules.get_by_role("alert")).to_contain_text("from 0 to 10")
    rules.get_by_role("textbox", name="Rounds").fill("1")
    rules.get_by_role("combobox", name="When a task is approved").click()
    page.get_by_role("option", name="Squash and merge it").click()
    expect(rules.get_by_role("combobox", name="When a task is approved")).to_contain_text("Squash")
    project = api.ok("GET", f"/projects/{project_id}")
    assert (project["ai_review"]["enabled"], project["ai_review"]["rounds"]) == (True, 1)

    go_on = repository.parent / "go-on"
    task = {"title": "Greet", "description": TASK.format(go_on=shlex.quote(str(go_on)))}
    made = api.ok("POST", f"/projects/{project_id}/tasks", json=task)
    visitor.open(f"/projects/{project_id}/board?task={made['task_id']}")
    panel = page.get_by_role("complementary", name="Task")
    panel.get_by_role("button", name="Execute").click()

    reviewed = page.get_by_role("region", name="AI review", exact=True).get_by_role("article")
    expect(reviewed).to_contain_text("round 1")
    expect(panel.get_by_role("button", name="Stop the review")).to_be_visible()
    [session] = api.ok("GET", f"/projects/{project_id}/tasks/{made['task_id']}/sessions")["sessions"]
    reader.open_order(session["agent_work_order_id"], tab="changes")
    reader.status_is("AI review")
    go_on.touch()
    expect(reviewed).to_contain_text("round 2")
    go_on.touch()
    waiting = page.get_by_role("region", name="Human review", exact=True).get_by_role("article")
    expect(waiting).to_contain_text("AI review passed")
    expect(waiting).to_contain_text("1 note")

    reviews = panel.get_by_role("region", name="AI reviews")
    expect(reviews.get_by_role("listitem").first).to_contain_text("AI review passed")
    expect(reviews.get_by_role("button", name="Changes wanted")).to_be_visible()
    expect(reviews).to_contain_text("Something is left open here")
    expect(reviews).to_contain_text("greet.py:2")
    assert visitor.axe() == []
    reader.status_is("Done")
    expect(reader.page.get_by_role("region", name="AI review", exact=True)).to_contain_text("AI review passed")

    reviews.get_by_role("link", name="See them in the diff").first.click()
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

    page.go_back()
    panel.get_by_role("button", name="Approve").click()
    done = page.get_by_role("region", name="Done", exact=True).get_by_role("article", name="Greet")
    expect(done).to_contain_text("merged")
    assert git(repository, "show", "HEAD:greet.py").splitlines()[1] == "print(GREETING)"
