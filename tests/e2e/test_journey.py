"""The whole way of a user: file an order, follow it, review it, merge it, find it again."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.repositories import git

PAGES = (
    "/",
    "/new",
    "/projects",
    "/analytics",
    "/settings/defaults",
    "/settings/agents",
    "/settings/github",
    "/settings/secrets",
    "/settings/about",
)


def test_from_an_empty_floor_to_a_merged_pull_request(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    page = visitor.page
    visitor.open("/")
    expect(page.get_by_role("main")).to_be_visible()
    page.keyboard.press("n")
    page.get_by_role("combobox", name="Repository").fill(str(repository))
    page.get_by_role("textbox", name="What should be done?").or_(
        page.get_by_role("combobox", name="What should be done?")
    ).fill("Add a greeting module")
    page.get_by_role("radio", name=re.compile("Plan, build, test")).check(force=True)
    visitor.button(re.compile("^Start work order")).click()

    expect(page).to_have_url(re.compile(r"/orders/wo-\w+"))
    visitor.status_is("Done")
    expect(page).to_have_title(re.compile("Add a greeting module"))
    expect(page.get_by_label("Summary")).to_contain_text("2 tests passed")

    visitor.tab(re.compile("^Changes")).click()
    expect(page.get_by_role("region", name="greeting.py", exact=True)).to_contain_text("def greet")
    visitor.tab("Pull request").click()
    visitor.button("Mark ready for review").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator("header .pr-link")).to_contain_text("Merged")
    assert "def greet" in git(repository, "show", "trunk:greeting.py")

    page.keyboard.press("Control+k")
    page.get_by_role("dialog").get_by_role("combobox").fill("greeting")
    expect(
        page.get_by_role("dialog").get_by_role("option", name=re.compile("Add a greeting module")).first
    ).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("o")
    row = page.get_by_role("row", name=re.compile("Add a greeting module"))
    expect(row).to_be_visible()
    row.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/orders/wo-\w+"))
    page.go_back()
    expect(row).to_be_visible()


def test_the_list_is_live(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    visitor.open("/")
    expect(visitor.page.get_by_role("main")).to_be_visible()
    order = api.create(
        repository, "Appear by itself\ndemo: ask Seen?", workflow_type="agent_workflow_build", permission_policy="ask"
    )
    row = visitor.page.get_by_role("row", name=re.compile("Appear by itself"))
    expect(row).to_contain_text("Needs you")
    api.ok("POST", f"/agent-work-orders/{order['agent_work_order_id']}/cancel")
    expect(row).to_contain_text("Cancelled")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_serious_on_any_page(theme: Literal["dark", "light"], visit: Visit) -> None:
    visitor = visit(color_scheme=theme)
    found: list[str] = []
    for path in PAGES:
        visitor.open(path)
        expect(visitor.page.get_by_role("heading", level=1).first).to_be_visible()
        found += [f"{path}: {each}" for each in visitor.axe()]
    assert found == []


def test_pages_fit_a_phone(visit: Visit) -> None:
    visitor = visit(width=360, height=740, has_touch=True)
    for path in PAGES:
        visitor.open(path)
        expect(visitor.page.get_by_role("heading", level=1).first).to_be_visible()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360, path
