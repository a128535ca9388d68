"""From draft to merged."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.test_changes import finished_order
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.repositories import git


def test_described_marked_ready_and_merged(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="pull-request")
    page, panel = visitor.page, visitor.page.get_by_label("Details")
    expect(panel.get_by_role("button", name="Merge", exact=True)).to_be_disabled()
    panel.get_by_role("button", name="Edit").click()
    panel.get_by_role("textbox", name="Title").fill("A better title")
    panel.get_by_role("textbox", name="Description").fill("Because **reasons**.")
    panel.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("heading", name="A better title")).to_be_visible()
    expect(panel.locator("strong")).to_have_text("reasons")
    visitor.button("Mark ready for review").click()
    expect(page.locator("header .pr-link")).to_contain_text("Open")
    visitor.button("How to merge").click()
    page.get_by_role("menuitem", name="Squash and merge").click()
    panel.get_by_role("button", name="Squash and merge").click()
    expect(page.locator("header .pr-link")).to_contain_text("Merged")
    assert git(repository, "show", "trunk:docs/new.md") == "New words"


def test_labelled_reviewed_and_back_to_a_draft(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="pull-request")
    page, link = visitor.page, visitor.page.locator("header .pr-link")
    visitor.button("Add a label").click()
    page.get_by_role("textbox", name="Add a label").fill("docs, needs care")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Labels").get_by_role("button", name="Remove docs").click()
    expect(page.get_by_role("region", name="Labels").get_by_role("listitem")).to_have_text(["needs care"])
    visitor.button("Ask for a review").click()
    page.get_by_role("textbox", name="Ask for a review").fill("@mira")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Reviewers").get_by_role("listitem")).to_have_text(["mira"])
    visitor.button("Mark ready for review").click()
    expect(link).to_contain_text("Open")
    visitor.button("Back to draft").click()
    expect(link).to_contain_text("Draft")
    assert visitor.axe() == []
    kept = api.ok("GET", f"/agent-work-orders/{order_id}/pull-request")
    assert (kept["labels"], kept["reviewers"], kept["is_draft"]) == (["needs care"], ["mira"], True)


def test_only_what_can_work_is_offered_and_rows_say_how_far_it_is(
    visitor: Visitor, api: ApiClient, repository: Path
) -> None:
    one = finished_order(api, repository)
    other = finished_order(api, repository, "Say more\ndemo: write more.md Words")
    for order_id in (one, other):
        api.ok("POST", f"/agent-work-orders/{order_id}/pull-request/ready")
    api.ok("POST", f"/agent-work-orders/{one}/pull-request/merge")
    visitor.open("/")
    cell = visitor.page.locator(f"[data-order={other}] .d-pr")
    expect(visitor.page.locator(f"[data-order={one}] .d-pr")).to_have_text(re.compile("Merged"))
    expect(cell).to_have_text(re.compile("Open"))
    cell.get_by_role("link").click()
    visitor.button("How to merge").click()
    expect(visitor.page.get_by_role("menuitem")).to_have_text(["Merge", "Squash and merge"])
    visitor.page.get_by_role("menuitem", name="Merge", exact=True).click()
    visitor.page.get_by_role("tabpanel").get_by_role("button", name="Merge", exact=True).click()
    expect(visitor.page.locator("header .pr-link")).to_contain_text("Merged")


def test_conflicts_are_named_and_handed_to_the_agent(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    one = finished_order(api, repository)
    other = finished_order(api, repository, "Change it differently\ndemo: write app.py print('again')")
    for order_id in (one, other):
        api.ok("POST", f"/agent-work-orders/{order_id}/pull-request/ready")
    api.ok("POST", f"/agent-work-orders/{one}/pull-request/merge")
    visitor.open_order(other, tab="pull-request")
    visitor.page.get_by_role("tabpanel").get_by_role("button", name="Merge", exact=True).click()
    conflict = visitor.page.get_by_role("alert")
    expect(conflict).to_contain_text("Conflicts with trunk")
    expect(conflict).to_contain_text("app.py")
    conflict.get_by_role("button", name="Ask Demo to resolve them").click()
    expect(visitor.conversation.locator(".ask").last).to_contain_text("resolve the conflicts")
