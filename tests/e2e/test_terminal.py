"""A shell in the sandbox, typed into from the page."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Visit
from tests.e2e.test_changes import finished_order
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient


def terminal_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Terminal")


def screen_of(visitor: Visitor) -> Locator:
    return terminal_of(visitor).locator(".term-view:visible .xterm-rows")


def focus_screen(visitor: Visitor) -> None:
    terminal_of(visitor).locator(".term-view:visible .xterm-screen").click()


def open_terminal(visitor: Visitor) -> None:
    visitor.page.keyboard.press("t")
    expect(screen_of(visitor)).to_contain_text(re.compile(r"[$#%>]"))


def test_type_see_and_come_back(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    visitor.open_order(finished_order(api, repository))
    open_terminal(visitor)
    keys = visitor.page.keyboard
    keys.type("cat docs/new.md; KEPT=still; echo seen-$((40+2)); printf '\\033[32mgreen\\033[0m\\n'\n")
    expect(screen_of(visitor)).to_contain_text("New words")
    expect(screen_of(visitor)).to_contain_text("seen-42")
    visitor.page.reload()
    expect(screen_of(visitor)).to_contain_text("seen-42")
    focus_screen(visitor)
    keys.type("echo $KEPT-here\n")
    expect(screen_of(visitor)).to_contain_text("still-here")
    visitor.button("New terminal").click()
    expect(terminal_of(visitor).get_by_role("button", name=re.compile("^Close "))).to_have_count(2)
    expect(screen_of(visitor)).not_to_contain_text("still-here")
    assert visitor.axe() == []


def test_closing_asks_only_while_something_runs(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    visitor.open_order(finished_order(api, repository))
    open_terminal(visitor)
    close = terminal_of(visitor).get_by_role("button", name=re.compile("^Close "))
    visitor.page.keyboard.type("echo begun-$((1+1)); sleep 600\n")
    expect(screen_of(visitor)).to_contain_text("begun-2")
    close.click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("A program still runs")
    visitor.button("Keep").click()
    focus_screen(visitor)
    visitor.page.keyboard.press("Control+c")
    visitor.page.keyboard.type("exit 3\n")
    expect(terminal_of(visitor)).to_contain_text("exit code 3")
    visitor.button("New shell").click()
    expect(terminal_of(visitor)).not_to_contain_text("exit code 3")
    expect(screen_of(visitor)).to_contain_text(re.compile(r"[$#%>]"))
    expect(close).to_have_count(1)
    close.click()
    expect(terminal_of(visitor)).to_be_hidden()


def test_where_there_is_no_sandbox(visit: Visit, api: ApiClient, repository: Path) -> None:
    order_id = str(api.create(repository, "demo: sleep 300")["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_command_started")
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    api.wait_for(order_id, "cancelled")
    visitor = visit(width=360, height=740, has_touch=True)
    visitor.open_order(order_id)
    visitor.button("More actions").click()
    visitor.page.get_by_role("menuitem", name="Terminal").click()
    expect(terminal_of(visitor)).to_contain_text("was cancelled and its sandbox is gone")
    box = terminal_of(visitor).bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (360, 740)
    visitor.button("Hide the terminal").click()
    expect(terminal_of(visitor)).to_be_hidden()
