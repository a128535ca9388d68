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
    bob.page.get_by_role("textbox", name="Name").fill("Renamed")
    bob.page.get_by_role("textbox", name="Name").press("Enter")
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
