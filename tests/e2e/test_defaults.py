"""What a project and the floor give their orders, set by hand."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.waiting import becomes


def test_a_project_gets_tools_variables_and_limits(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository)})
    visitor.open(f"/projects/{project['project_id']}/settings")
    page = visitor.page
    page.get_by_role("textbox", name="Environment variables").fill("nonsense")
    expect(page.get_by_role("alert")).to_contain_text("NAME=value")
    page.get_by_role("textbox", name="Environment variables").fill("NODE_ENV=test")
    visitor.button("Save").click()
    expect(page.get_by_text("It holds from the next order on.", exact=True)).to_be_visible()
    page.get_by_role("textbox", name="Time of a turn").fill("30")
    page.get_by_role("textbox", name="Time of a turn").press("Enter")
    visitor.button("Add").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("memory")
    dialog.get_by_role("textbox", name="Command").fill("npx")
    dialog.get_by_role("textbox", name="Arguments").fill("-y\nserver-memory")
    assert visitor.axe() == []
    dialog.get_by_role("button", name="Save").click()
    expect(visitor.button(re.compile("^memory"))).to_contain_text("npx -y server-memory")
    assert visitor.axe() == []
    kept = api.ok("GET", f"/projects/{project['project_id']}")
    assert kept["environment"] == {"NODE_ENV": "test"}
    assert kept["limits"]["turn_seconds"] == 1800
    assert kept["mcp_servers"] == [{"name": "memory", "command": "npx", "args": ["-y", "server-memory"], "env": {}}]


def test_a_small_model_finds_names(visitor: Visitor, api: ApiClient) -> None:
    visitor.open("/settings/naming")
    page = visitor.page
    page.get_by_role("textbox", name="Base URL").fill("http://127.0.0.1:9/v1")
    page.get_by_role("textbox", name="Model").fill("small")
    visitor.button("Save").click()
    expect(visitor.button("Turn off")).to_be_visible()
    page.get_by_label("Key", exact=True).locator("input").fill("sk-small")
    visitor.button("Keep the key").click()
    expect(visitor.button("Forget the key")).to_be_visible()
    assert visitor.axe() == []
    naming = {"provider": "openai", "base_url": "http://127.0.0.1:9/v1", "model": "small"}
    becomes(lambda: api.ok("GET", "/settings")["naming"], naming)
    visitor.button("Turn off").click()
    expect(page.get_by_text("Names come from the words of the prompt.")).to_be_visible()
