"""The sandbox's files, read and changed from the page."""

import base64
import json
import re
from pathlib import Path

import httpx
from playwright.sync_api import FilePayload, expect
from tests.e2e.conftest import Visit
from tests.e2e.test_changes import finished_order
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

HOSTILE = "<img src=x onerror=\"window.hacked='yes'\">.txt"

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def put(api: ApiClient, order_id: str, path: str, content: str | bytes) -> None:
    response = api.http.put(f"/agent-work-orders/{order_id}/files/{path}", content=content)
    assert response.status_code == httpx.codes.OK, response.text


def read(api: ApiClient, order_id: str, path: str) -> str:
    return str(api.http.get(f"/agent-work-orders/{order_id}/files/{path}").text)


def replace_text(visitor: Visitor, text: str) -> None:
    visitor.page.locator(".code-editor .view-lines").click()
    visitor.page.keyboard.press("Control+a")
    visitor.page.keyboard.insert_text(text)


def test_edit_conflict_and_commit_by_hand(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    visitor.open_order(order_id, tab="files")
    page, lines = visitor.page, visitor.page.locator(".code-editor .view-lines")
    page.keyboard.press("z")
    tree = page.get_by_role("tree", name="Files")
    tree.get_by_role("treeitem", name="src").click()
    expect(tree.get_by_role("treeitem", name="session.py")).to_be_visible()
    tree.get_by_role("treeitem", name="app.py").click()
    expect(lines).to_contain_text("print")
    put(api, order_id, "app.py", "live = True\n")
    expect(lines).to_contain_text("live")
    replace_text(visitor, "mine = 1\n")
    expect(page.get_by_role("img", name="Not saved")).to_be_visible()
    put(api, order_id, "app.py", "theirs = 1\n")
    page.keyboard.press("Control+s")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Show the difference").click()
    expect(dialog.locator(".code-diff")).to_contain_text("theirs")
    dialog.get_by_role("button", name="Overwrite with mine").click()
    expect(dialog).to_be_hidden()
    assert read(api, order_id, "app.py") == "mine = 1\n"
    expect(tree.get_by_role("treeitem", name="app.py")).to_have_class(re.compile("modified"))
    page.get_by_role("textbox", name="Message of the commit").fill("By hand")
    visitor.button("Commit my changes").click()
    expect(visitor.button("Commit my changes")).to_be_hidden()
    commits = api.ok("GET", f"/agent-work-orders/{order_id}/commits")["commits"]
    assert "By hand" in json.dumps(commits)
    assert visitor.axe() == []


def test_making_moving_finding_and_refusals(visit: Visit, api: ApiClient, repository: Path) -> None:
    order_id = finished_order(api, repository)
    put(api, order_id, "data.bin", b"PK\x00\x01")
    put(api, order_id, "dot.png", PICTURE)
    visitor = visit()
    visitor.open_order(order_id, tab="files")
    page = visitor.page
    visitor.button("New file").click()
    page.get_by_role("textbox", name="Path").fill("notes/todo.txt")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="notes/todo.txt")).to_be_visible()
    visitor.button("All files").click()
    tree = page.get_by_role("tree", name="Files")
    uploads: list[FilePayload] = [
        {"name": ".env", "mimeType": "text/plain", "buffer": b"KEY=1"},
        {"name": HOSTILE, "mimeType": "text/plain", "buffer": b"needle"},
    ]
    page.get_by_label("Files to upload").set_input_files(uploads)
    expect(page.get_by_text("'.env' may hold keys or passwords").first).to_be_visible()
    hostile = tree.get_by_role("treeitem").filter(has_text="onerror")
    hostile.click()
    expect(page.locator(".code-editor .view-lines")).to_contain_text("needle")
    visitor.button("All files").click()
    tree.get_by_role("treeitem", name="data.bin").click()
    expect(page.get_by_text("This file is not text")).to_be_visible()
    visitor.button("All files").click()
    tree.get_by_role("treeitem", name="dot.png").click()
    expect(page.get_by_role("img", name="dot.png")).to_have_js_property("naturalWidth", 1)
    visitor.button("All files").click()
    hostile.get_by_role("button").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("dialog")).to_contain_text("onerror")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(hostile).to_have_count(0)
    page.get_by_role("searchbox", name="Search files").fill("SESSION")
    page.get_by_role("group", name="Search in").get_by_role("button", name="Content").click()
    page.get_by_role("group", name="Found").get_by_role("button").first.click()
    expect(page.get_by_role("region", name="src/session.py")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    assert visitor.axe() == []
