"""A project's configuration by hand: changed, overtaken, compared, restored; seen by everybody at once."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.support.client import ApiClient


def test_a_configuration_has_a_history_and_a_way_back(visit: Visit, api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), "setup_script": "make deps"})
    path = f"/projects/{project['project_id']}"
    ada, bob = visit(), visit(width=390, height=844)
    for visitor in (ada, bob):
        visitor.open(f"{path}/settings")
    script = ada.page.get_by_role("textbox", name="Setup script")
    history = ada.page.get_by_role("region", name="History")

    script.fill("make deps\nmake check")
    api.ok("PATCH", path, json={"setup_script": "make theirs"})
    expect(ada.page.get_by_text("Somebody else has changed this meanwhile.")).to_be_visible()
    expect(ada.button("Save")).to_be_disabled()
    ada.button("Keep mine").click()
    ada.button("Save").click()
    expect(history.get_by_text("Version 3", exact=True).first).to_be_visible()

    expect(bob.page.get_by_role("textbox", name="Setup script")).to_have_value("make deps\nmake check")
    bob.page.get_by_role("textbox", name="Name", exact=True).fill("Renamed")
    bob.page.get_by_role("textbox", name="Name", exact=True).press("Enter")
    expect(ada.page.get_by_role("link", name="Renamed").first).to_be_visible()

    ada.button(re.compile("^Version 3 setup script")).click()
    changes = history.locator("dd")
    expect(changes.locator(".del")).to_have_text("−make theirs")
    expect(changes.locator(".add")).to_have_text(["+make deps", "+make check"])
    assert ada.axe() == []
    history.get_by_role("combobox", name="Compared with").click()
    ada.page.get_by_role("option", name="Version 1").click()
    expect(changes.locator(".add")).to_have_text(["+make check"])

    ada.button("Restore version 1").click()
    ada.button("Restore it").click()
    expect(script).to_have_value("make deps")
    expect(bob.page.get_by_role("textbox", name="Setup script")).to_have_value("make deps")
    kept = api.ok("GET", path)
    assert (kept["version"], kept["name"], kept["setup_script"]) == (5, project["name"], "make deps")


def test_secrets_commands_and_the_way_out(visit: Visit, api: ApiClient, repository: Path) -> None:
    project = api.ok("POST", "/projects", json={"repository_url": str(repository), "name": "Leaving"})
    path = f"/projects/{project['project_id']}"
    body = {
        "repository_url": str(repository),
        "initial_prompt": "demo: ask May I?",
        "project_id": project["project_id"],
    }
    order = api.ok("POST", "/agent-work-orders", json={**body, "permission_policy": "ask"})["agent_work_order"]
    visitor = visit()
    page = visitor.page
    visitor.open("/projects")
    expect(page.get_by_role("link", name=re.compile("Leaving.*1 needs you"))).to_be_visible()

    visitor.open(f"{path}/settings")
    secrets = page.get_by_role("region", name="Secrets")
    secrets.get_by_role("textbox", name="Name of the secret").fill("API_TOKEN")
    secrets.get_by_label("Value of the secret").fill("hidden-for-good")
    visitor.button("Set the secret").click()
    expect(secrets.get_by_text("API_TOKEN", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="History").get_by_text("Secret API_TOKEN set")).to_be_visible()
    assert "hidden-for-good" not in page.content()

    page.get_by_role("textbox", name="Clean-up script").fill("make down")
    visitor.button("Save").click()
    visitor.button("Edit the build command").click()
    text = page.get_by_role("textbox", name="Text of the command")
    text.fill("---\nnever closed")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="never closed")).to_be_visible()
    assert visitor.axe() == []
    text.fill("Build it our way: $ARGUMENTS")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("region", name="Commands")).to_contain_text("Build it our way: $ARGUMENTS")
    assert visitor.axe() == []
    kept = api.ok("GET", path)
    assert (kept["cleanup_script"], kept["commands"]) == ("make down", {"build": "Build it our way: $ARGUMENTS"})

    visitor.button("Archive").click()
    expect(visitor.button("Take it back")).to_be_visible()
    visitor.open("/projects")
    visitor.button(re.compile("Show .* archived")).click()
    expect(page.get_by_role("link", name=re.compile("Leaving.*archived"))).to_be_visible()
    visitor.open(f"{path}/settings")
    visitor.button("Forget").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Its 1 work order is kept, with branches and pull requests. 1 under way goes on")
    visitor.button("Forget it").click()
    expect(
        page.get_by_text("1 work order kept, without a project; 1 of them under way", exact=False).first
    ).to_be_visible()
    assert api.get(order["agent_work_order_id"])["status"] == "waiting"
