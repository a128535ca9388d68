"""Files and commands of the repository, offered while a prompt is written."""

from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.test_changes import finished_order
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient


def test_a_file_is_named_in_a_new_order(visitor: Visitor, repository: Path) -> None:
    visitor.open("/new")
    page = visitor.page
    page.get_by_role("combobox", name="Repository").fill(str(repository))
    prompt = page.get_by_role("textbox", name="What should be done?")
    prompt.click()
    page.keyboard.type("Change @sess")
    expect(page.get_by_role("listbox", name="Files").get_by_role("option")).to_have_text(["src/session.py"])
    page.keyboard.press("Enter")
    expect(prompt).to_have_value("Change @src/session.py ")
    page.keyboard.type("now")
    expect(prompt).to_have_value("Change @src/session.py now")


def test_a_file_is_named_in_a_prompt(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    visitor.open_order(finished_order(api, repository))
    page = visitor.page
    visitor.prompt_box.click()
    page.keyboard.type("Look at @sess")
    files = page.get_by_role("listbox", name="Files")
    expect(files).to_be_visible()
    page.keyboard.press("Escape")
    expect(files).to_be_hidden()
    page.keyboard.type("i")
    expect(files.get_by_role("option")).to_have_text(["src/session.py"])
    page.keyboard.press("Tab")
    expect(visitor.prompt_box).to_have_value("Look at @src/session.py ")
