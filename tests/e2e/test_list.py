"""Many orders at a time, the quick box, and being told about what happens elsewhere."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

BUILD = {"workflow_type": "agent_workflow_build"}


def row(visitor: Visitor, title: str) -> Locator:
    return visitor.page.get_by_role("row", name=re.compile(title))


def test_retry_archive_and_cancel_many_at_once(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    ids = {
        title: api.create(repository, f"{title}\n{line}", title=title, **BUILD)["agent_work_order_id"]
        for title, line in (
            ("Works on", "demo: sleep 600"),
            ("Works too", "demo: sleep 600"),
            ("Breaks", "demo: fail-once persistent It broke"),
            ("Ends", "demo: write a.txt 1"),
        )
    }
    api.wait_for(ids["Breaks"], "failed")
    api.wait_for(ids["Ends"], "completed")
    api.wait_for(ids["Works too"], "running")
    visitor.open("/")
    bar = page.get_by_role("toolbar", name="Selected orders")
    page.get_by_label("Select all").click()
    expect(bar).to_contain_text("4 selected")
    assert visitor.axe() == []
    bar.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("status").filter(has_text="1 order retried")).to_be_visible()
    expect(bar).to_have_count(0)
    expect(row(visitor, "Breaks")).to_contain_text("Done")

    for title in ("Works on", "Works too", "Ends"):
        page.get_by_label(f"Select {title}").click()
    bar.get_by_role("button", name="Cancel").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel 2 orders").click()
    for title in ("Works on", "Works too"):
        expect(row(visitor, title)).to_contain_text("Cancelled")
    expect(row(visitor, "Ends")).to_contain_text("Done")

    for _ in range(4):
        keys.press("j")
        keys.press("x")
    expect(bar).to_contain_text("4 selected")
    page.get_by_label("Select Ends").click()
    bar.get_by_role("button", name="Archive").click()
    expect(row(visitor, "Ends")).to_be_visible()
    expect(row(visitor, "Works on")).to_have_count(0)
    visitor.button("Archived").click()
    expect(row(visitor, "Works on")).to_be_visible()
    page.get_by_label("Select Works on").click()
    bar.get_by_role("button", name="Take back").click()
    expect(row(visitor, "Works on")).to_have_count(0)
    assert [api.get(ids[title])["archived"] for title in ("Works on", "Works too", "Ends")] == [False, True, False]


def test_the_quick_box_files_where_the_last_order_went(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), "name": "acme/quick", **BUILD})
    last = api.ok(
        "POST",
        "/agent-work-orders",
        json={"project_id": project["project_id"], "initial_prompt": "The last one\ndemo: write a.txt 1"},
    )
    api.wait_for(last["agent_work_order"]["agent_work_order_id"], "completed")
    page, keys = visitor.page, visitor.page.keyboard
    visitor.open("/")
    expect(row(visitor, "The last one")).to_be_visible()
    keys.press("Control+k")
    keys.type("Write a short greeting")
    palette = page.get_by_role("dialog", name="Command palette")
    expect(palette.get_by_role("combobox")).to_have_value("Write a short greeting")
    expect(palette.get_by_role("option", name="Start it now in acme/quick")).to_be_visible()
    assert visitor.axe() == []
    keys.press("Control+Enter")
    expect(page).to_have_url(re.compile(r"/orders/wo-\w+"))
    expect(page).to_have_title(re.compile("Write a short greeting"))
    visitor.status_is("Done")
    order = api.get(page.url.rpartition("/")[2])
    assert (order["project_id"], order["initial_prompt"]) == (project["project_id"], "Write a short greeting")


def test_figures_of_the_floor_as_charts_tables_and_a_file(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order = api.create(repository, "Count me\ndemo: write a.txt 1", **BUILD)
    api.wait_for(order["agent_work_order_id"], "completed")
    api.wait_for(api.create(repository, "demo: fail It broke", **BUILD)["agent_work_order_id"], "failed")
    page, keys = visitor.page, visitor.page.keyboard
    visitor.open("/")
    expect(row(visitor, "Count me")).to_be_visible()
    keys.press("g")
    keys.press("a")
    panel = page.get_by_role("region", name="Orders a day")
    panel.get_by_role("button", name="Show as a table").click()
    expect(panel.get_by_role("row")).to_have_count(15)
    expect(page.get_by_role("region", name="Agents compared")).to_contain_text("Demo")
    expect(page.get_by_role("region", name="Why orders fail").get_by_role("listitem")).not_to_have_count(0)
    visitor.button("7 days").click()
    expect(page).to_have_url(re.compile("days=7"))
    expect(panel.get_by_role("row")).to_have_count(8)
    with page.expect_download() as saved:
        visitor.button("CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert (len(lines), lines[0].split(",")[:3]) == (8, ["date", "filed", "merged"])
    page.get_by_role("region", name="Costliest orders").get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/orders/wo-\w+"))
    visitor.button("Change").filter(has_text=re.compile("^Change$")).click()
    limit = page.get_by_role("textbox", name="Cost of a turn")
    limit.fill("nothing")
    expect(page.get_by_role("alert")).to_have_text("A number of dollars above zero.")
    limit.fill("2.5")
    limit.press("Enter")
    visitor.button("Close").click()
    expect(page.get_by_role("meter", name="Cost")).to_be_visible()
    assert api.get(page.url.rpartition("/")[2])["limits"]["max_cost_usd"] == 2.5


RECORDER = """
window.told = []; window.asked = 0; window.isAway = false;
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.asked += 1; return (this.permission = "granted"); }
  constructor(title, options) {
    this.title = title; this.body = options.body; window.told.push(this);
    document.documentElement.dataset.told = window.told.length;
  }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.isAway });
"""


def test_told_when_away_once_that_is_wanted(visit: Visit, api: ApiClient, repository: Path) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script(RECORDER)

    def asks(title: str) -> str:
        prompt = f"{title}\ndemo: ask May I?"
        order = api.create(repository, prompt, title=title, permission_policy="ask", **BUILD)
        api.wait_for(order["agent_work_order_id"], "waiting")
        return str(order["agent_work_order_id"])

    visitor.open("/settings/notifications")
    switch = page.get_by_role("switch", name="Notifications")
    expect(switch).not_to_be_checked()
    page.evaluate("window.isAway = true")
    first = asks("Before")
    expect(page).to_have_title(re.compile("^Needs you: Before"))
    assert page.evaluate("[window.told.length, window.asked]") == [0, 0]
    api.ok("POST", f"/agent-work-orders/{first}/cancel")
    expect(page).to_have_title(re.compile("^Notifications · Settings"))

    page.evaluate("window.isAway = false")
    switch.click()
    expect(switch).to_be_checked()
    page.evaluate("window.isAway = true")
    second, third = asks("After"), asks("Another")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.locator("html")).to_have_attribute("data-told", "2")
    assert page.evaluate("[window.asked, window.told[0].title, window.told[0].body]") == [
        1,
        "After",
        "waits for your answer",
    ]
    page.evaluate("window.isAway = false; window.told[0].onclick()")
    expect(page).to_have_url(re.compile(second))
    visitor.button("Allow once").click()
    visitor.status_is("Done")
    api.ok("POST", f"/agent-work-orders/{third}/cancel")
