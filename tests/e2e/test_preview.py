"""What an order made, running beside its conversation."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect
from tests.e2e.test_changes import finished_order
from tests.e2e.visitor import Visitor
from tests.support import dev_server, editor_server
from tests.support.client import ApiClient
from tests.support.server_nursery import Nursery
from tests.support.server_process import ServerProcess, ready_server

COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(dev_server.__file__)}"
EDITOR = shlex.join([sys.executable, editor_server.__file__, "{socket}"])
REACH_OUT = """async (url) => {
  const tried = await Promise.allSettled([
    fetch(url + "/api/agent-work-orders"),
    fetch(url + "/api/agent-work-orders", { method: "POST", body: "{}", mode: "no-cors" }),
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url.replace("http", "ws") + "/api/events");
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("refused"));
    }),
  ]);
  return [...tried.map((each) => each.value?.type ?? each.status), document.cookie, navigator.cookieEnabled];
}"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    home = tmp_path_factory.mktemp("floor") / "home"
    with ready_server(home, settings={"editor_command": EDITOR}, nursery=nursery) as server:
        yield server
        server.terminate(seconds=60)


def test_see_it_run_and_change_and_end(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository)})
    order = api.create(
        repository,
        "Start a shop\ndemo: write page.txt First",
        workflow_type="agent_workflow_build",
        project_id=project["project_id"],
    )
    order_id = str(order["agent_work_order_id"])
    api.wait_for(order_id, "completed")
    visitor.open_order(order_id)
    page = visitor.page
    page.keyboard.press("6")
    page.get_by_role("textbox", name="Command").fill(COMMAND)
    assert visitor.axe() == []
    visitor.button("Start preview").click()
    shown = page.frame_locator("iframe[title=Preview]")
    expect(shown.get_by_role("heading", name="First")).to_be_visible()
    expect(shown.locator("#live")).to_have_text("live")
    expect(visitor.conversation).to_be_visible()
    expect(page.get_by_role("link", name="as shopfloor.localhost")).to_be_visible()
    assert api.ok("GET", f"/projects/{project['project_id']}")["preview_command"] == COMMAND

    visitor.prompt_box.fill("demo: write page.txt Second")
    page.keyboard.press("Enter")
    expect(shown.get_by_role("heading", name="Second")).to_be_visible()

    visitor.button("Tablet, 768 wide").click()
    frame_of(visitor).wait_for_function("innerWidth === 768")
    page.get_by_role("textbox", name="Path").fill("deep/down?x=1")
    page.keyboard.press("Enter")
    expect(shown.locator("#way")).to_have_text("/deep/down?x=1")
    visitor.button("Show the output").click()
    expect(page.get_by_role("log", name="What it printed")).to_contain_text("GET /deep/down")
    assert visitor.axe() == []

    has_no_power_over_us(visitor)
    with page.context.expect_page() as opened:
        visitor.button("Open in a new tab").click()
    reaches_nothing_of_ours(opened.value, visitor.url)

    visitor.button("Stop the preview").click()
    page.get_by_role("textbox", name="Command").fill("sleep 300")
    visitor.button("Start again").click()
    expect(page.get_by_role("log", name="What it printed")).to_have_text("Nothing printed yet.")

    visitor.prompt_box.fill("demo: sleep 300")
    page.keyboard.press("Enter")
    visitor.status_is("Running")
    api.ok("POST", f"/agent-work-orders/{order_id}/cancel")
    expect(page.get_by_role("heading", name="It has ended")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)


def test_an_editor_in_the_sandbox(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.url = visitor.url.replace("127.0.0.1", "shopfloor.localhost")
    visitor.open_order(order_id)
    visitor.page.keyboard.press("Shift+E")
    drawer = visitor.page.get_by_role("region", name="Editor")
    editor = drawer.frame_locator("iframe")
    expect(editor.locator("#state")).to_have_text("connected")
    assert editor.locator("body").evaluate("() => (localStorage.kept = 'here')") == "here"
    expect(drawer).not_to_contain_text("store nothing")
    editor.get_by_role("textbox", name="Text").fill("typed in the browser")
    editor.get_by_role("button", name="Save").click()
    expect(editor.locator("#state")).to_have_text("saved typed in the browser")
    assert api.http.get(f"/agent-work-orders/{order_id}/files/edited.txt").text == "typed in the browser\n"
    visitor.button("Smaller").click()
    expect(visitor.conversation).to_be_visible()
    assert visitor.axe() == []
    visitor.button("End the editor").click()
    expect(drawer).to_be_hidden()
    assert api.ok("GET", f"/agent-work-orders/{order_id}/editor")["end_reason"] == "stopped"


def frame_of(visitor: Visitor) -> Frame:
    return next(each for each in visitor.page.frames if ".localhost" in each.url)


def has_no_power_over_us(visitor: Visitor) -> None:
    """A page that wants to be alone, or to read what is around it."""
    frame = frame_of(visitor)
    frame.evaluate("() => { try { top.location = 'about:blank' } catch {} }")
    assert frame.evaluate("() => { try { return parent.document.title } catch { return 'refused' } }") == "refused"
    expect(visitor.conversation).to_be_visible()
    complaints = [each for each in visitor.complaints if not re.search("Unsafe attempt to initiate navigation", each)]
    visitor.complaints[:] = complaints


def reaches_nothing_of_ours(tab: Page, url: str) -> None:
    """The same origin in a tab of its own: let in by another ticket."""
    expect(tab.get_by_role("heading", name="Second")).to_be_visible()
    assert tab.evaluate("() => window.opener") is None
    assert tab.evaluate(REACH_OUT, url) == ["rejected", "opaque", "rejected", "", True]
    tab.close()
