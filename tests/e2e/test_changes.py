"""Reading what changed, and sending comments back."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

PROMPT = "Change things\ndemo: write app.py print('bye')\ndemo: write docs/new.md New words"


def finished_order(api: ApiClient, repository: Path, prompt: str = PROMPT) -> str:
    order_id = str(api.create(repository, prompt, workflow_type="agent_workflow_build")["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    return order_id


def test_comments_on_lines_become_one_prompt(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="changes")
    page = visitor.page
    file = page.get_by_role("region", name="app.py")
    file.get_by_role("button", name="Comment on line 1", exact=True).click()
    comment = file.get_by_role("textbox", name="Comment on line 1")
    comment.fill("demo: say I read the first comment")
    comment.press("Control+Enter")
    expect(file.get_by_text("In this review")).to_be_visible()
    page.reload()
    other = page.get_by_role("region", name="docs/new.md")
    other.get_by_role("button", name="Comment on line 1", exact=True).click()
    other.get_by_role("textbox").fill("demo: say And the second")
    other.get_by_role("button", name="Add to review").click()
    visitor.button("Send review to agent (2)").click()
    expect(page.get_by_text("Review sent to Demo", exact=True)).to_be_visible()
    expect(visitor.said("And the second")).to_be_visible()
    sent = api.ok("GET", f"/agent-work-orders/{order_id}/prompts")["prompts"][-1]["prompt_text"]
    assert "2 comments" in sent
    assert "1. `app.py`, line 1:\n\n```\nprint('bye')\n```" in sent
    assert "2. `docs/new.md`, line 1:" in sent
    expect(page.get_by_text("In this review")).to_be_hidden()


def test_files_commits_and_marks(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write docs/more.md More"})
    api.wait_for_event(order_id, "agent_work_order_completed", run_id=f"{order_id}-r2")
    visitor.open_order(order_id, tab="changes")
    page = visitor.page
    page.keyboard.press("z")
    tree = page.get_by_role("navigation", name="Changed files")
    expect(tree.get_by_role("button")).to_have_count(3)
    page.get_by_role("checkbox", name="Viewed app.py").click()
    expect(page.get_by_text("1 of 3 viewed")).to_be_visible()
    visitor.button(re.compile("^Commits:")).click()
    page.get_by_role("menuitem").nth(1).click()
    expect(tree.get_by_role("button")).to_have_count(1)
    expect(tree).to_contain_text("more.md")
    visitor.button(re.compile("^Commits:")).click()
    page.get_by_role("menuitem", name=re.compile("^All 2")).click()
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(tree.get_by_role("button")).to_have_count(3)
    page.keyboard.press("j")
    page.keyboard.press("v")
    expect(page.get_by_text("0 of 3 viewed")).to_be_visible()
    tree.get_by_role("searchbox", name="Filter files").fill("more")
    expect(tree.get_by_role("button")).to_have_count(1)


def test_both_ways_to_look_at_a_diff(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="changes")
    page = visitor.page
    page.keyboard.press("z")
    file = page.get_by_role("region", name="app.py")
    expect(file.locator(".d-row").first).to_be_visible()
    page.get_by_role("group", name="How to show the diff").get_by_role("button", name="Inline").click()
    expect(file.locator(".i-row").first).to_be_visible()
    expect(file.locator(".i-row.del")).to_contain_text(["def greet():", "return 'hello'"])
    visitor.button("Hide whitespace changes").click()
    expect(visitor.button("Show whitespace changes")).to_have_attribute("aria-pressed", "true")


def test_changes_arrive_while_they_are_read(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="changes")
    expect(visitor.page.get_by_role("region", name="app.py")).to_be_visible()
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write live.txt now"})
    expect(visitor.page.get_by_role("region", name="live.txt")).to_be_visible()
    expect(visitor.tab("Changes")).to_contain_text("3")
