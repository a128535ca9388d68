"""The server is killed under the page's feet."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.server_process import ServerProcess


def test_a_restart_leaves_no_gap_and_no_doubles(
    visitor: Visitor, floor: ServerProcess, api: ApiClient, repository: Path
) -> None:
    before = "\n".join(f"demo: run echo before-{number}" for number in range(3))
    after = "\n".join(f"demo: write after-{number}.txt x" for number in range(3))
    prompt = f"Go on\n{before}\ndemo: ask May I go on?\n{after}"
    order = api.create(repository, prompt, workflow_type="agent_workflow_build", permission_policy="ask")
    order_id = order["agent_work_order_id"]
    visitor.open_order(order_id)
    visitor.status_is("Needs you")
    floor.kill()
    floor.start()
    floor.wait_until_ready()
    expect(visitor.conversation).to_contain_text("The server was restarted.")
    visitor.status_is("Needs you")
    visitor.page.get_by_role("button", name="Allow once").click()
    visitor.status_is("Done")
    rows = visitor.conversation.locator(".tool-h")
    expect(rows.filter(has_text="after-2.txt")).to_have_count(1)
    shown = rows.all_inner_texts()
    live = [re.sub(r"\s[\d.]+ s$", "", " ".join(text.split())) for text in shown]
    visitor.page.reload()
    visitor.status_is("Done")
    expect(rows.filter(has_text="after-2.txt")).to_have_count(1)
    again = [re.sub(r"\s[\d.]+ s$", "", " ".join(text.split())) for text in rows.all_inner_texts()]
    assert live == again
    calls = {e["tool_call_id"] for e in api.events(order_id) if e["type"] == "agent_tool_call" and e["kind"] != "other"}
    assert len(live) == len(calls)


def test_words_said_while_the_line_was_down_are_there(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    prompt = "Speak\ndemo: say Before the break.\ndemo: ask Ready?\ndemo: say During the break."
    order = api.create(repository, prompt, workflow_type="agent_workflow_build", permission_policy="ask")
    order_id = order["agent_work_order_id"]
    visitor.open_order(order_id)
    expect(visitor.said("Before the break.")).to_be_visible()
    visitor.page.context.set_offline(True)
    permission = api.ok("GET", f"/agent-work-orders/{order_id}/permissions")["permissions"][0]["permission_id"]
    api.ok("POST", f"/agent-work-orders/{order_id}/permissions/{permission}", json={"option_id": "allow_once"})
    api.wait_for(order_id, "completed")
    visitor.page.context.set_offline(False)
    expect(visitor.said("During the break.")).to_have_count(1)
    visitor.status_is("Done")


def test_a_page_asked_for_while_the_server_is_gone_comes_when_it_is_back(
    visit: Visit, floor: ServerProcess, api: ApiClient, repository: Path
) -> None:
    order = api.create(repository, "demo: say There is something to count.", workflow_type="agent_workflow_build")
    api.wait_for(order["agent_work_order_id"], "completed")
    visitor = visit()
    page, keys = visitor.page, visitor.page.keyboard
    visitor.open("/")
    expect(page.get_by_role("heading", name="Orders")).to_be_visible()
    floor.kill()
    keys.press("g")
    keys.press("a")
    expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(page.get_by_role("navigation").first).to_be_visible()
    floor.start()
    floor.wait_until_ready()
    expect(page.get_by_role("heading", name="Analytics")).to_be_visible()
    expect(page.locator(".kpi")).to_have_css("display", "grid")
    visitor.complaints[:] = [each for each in visitor.complaints if "dynamically imported module" not in each]
