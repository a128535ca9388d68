"""Every size and theme: usable, and nothing serious for axe to find."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

PROMPT = (
    "Show everything\ndemo: say Some **words** and `code`.\ndemo: run ls\ndemo: write app.py print('bye')\n"
    "demo: fail-once transient The model is busy"
)
ASK = "\ndemo: ask May I go on?"


@pytest.fixture(scope="module")
def orders() -> dict[str, str]:
    return {}


def order_that(state: str, orders: dict[str, str], api: ApiClient, repository: Path) -> str:
    if state not in orders:
        prompt = PROMPT + (ASK if state == "waiting" else "")
        order = api.create(repository, prompt, workflow_type="agent_workflow_build", permission_policy="ask")
        orders[state] = order["agent_work_order_id"]
        api.wait_for(orders[state], state)
    return orders[state]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_serious(
    theme: Literal["dark", "light"], visit: Visit, orders: dict[str, str], api: ApiClient, repository: Path
) -> None:
    visitor: Visitor = visit(color_scheme=theme)
    visitor.open_order(order_that("waiting", orders, api, repository))
    expect(visitor.button("Allow once")).to_be_visible()
    found = list(visitor.axe())
    visitor.open_order(order_that("completed", orders, api, repository))
    visitor.status_is("Done")
    visitor.conversation.locator("button.tool-h").first.click()
    for tab in ("Progress", "Changes", "Pull request", "Logs", "Files"):
        visitor.tab(tab).click()
        expect(visitor.page.get_by_role("tabpanel")).not_to_be_empty()
        found += visitor.axe()
    visitor.tab("Changes").click()
    visitor.page.keyboard.press("z")
    expect(visitor.page.get_by_role("navigation", name="Changed files")).to_be_visible()
    found += visitor.axe()
    assert found == []


def test_a_phone(visit: Visit, orders: dict[str, str], api: ApiClient, repository: Path) -> None:
    visitor = visit(width=360, height=740, has_touch=True)
    visitor.open_order(order_that("waiting", orders, api, repository))
    expect(visitor.button("Allow once")).to_be_in_viewport()
    for tab in ("Progress", re.compile("^Changes"), re.compile("^PR"), "Logs", "Chat"):
        visitor.tab(tab).click()
        expect(visitor.tab(tab)).to_have_attribute("aria-selected", "true")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert visitor.axe() == []
    height = visitor.button("Allow once").bounding_box()
    assert height is not None
    assert height["height"] >= 44


@pytest.mark.parametrize("width", [768, 1024])
def test_between(width: int, visit: Visit, orders: dict[str, str], api: ApiClient, repository: Path) -> None:
    visitor = visit(width=width, height=900)
    visitor.open_order(order_that("completed", orders, api, repository))
    visitor.tab("Changes").click()
    expect(visitor.page.get_by_role("region", name="app.py")).to_be_visible()
    visitor.tab("Chat" if width < 900 else "Conversation").click()
    expect(visitor.prompt_box).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


def test_keyboard_alone(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(
        repository,
        "Keys\ndemo: ask Shall I?\ndemo: write keys.txt yes\ndemo: sleep 600",
        workflow_type="agent_workflow_build",
        permission_policy="ask",
    )
    visitor.open_order(order["agent_work_order_id"])
    visitor.is_asked()
    keys = visitor.page.keyboard
    keys.press("1")
    visitor.status_is("Running")
    for number, name in enumerate(("Progress", "Changes", "Pull request", "Logs"), 1):
        keys.press(str(number))
        expect(visitor.tab(name)).to_have_attribute("aria-selected", "true")
    keys.press("p")
    visitor.status_is("Paused")
    keys.press("2")
    expect(visitor.page.get_by_role("region", name="keys.txt")).to_be_visible()
    keys.press("c")
    expect(visitor.page.get_by_role("textbox", name="Comment on line 1")).to_be_focused()
    keys.type("demo: say by key")
    keys.press("Control+Enter")
    keys.press("Control+Shift+Enter")
    expect(visitor.page.get_by_role("region", name="Queued prompts")).to_contain_text("I reviewed the changes")
    keys.press("Shift+Escape")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    keys.press("Enter")
    visitor.status_is("Cancelled")
