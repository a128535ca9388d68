"""Somebody in front of the web app: one tab of a browser, and what it must never show."""

import re
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_SERIOUS = ("serious", "critical")
_GONE = re.compile(r"Failed to load resource|net::ERR_")
"""The browser's own lines about requests that failed; the tests look at what the page makes of them."""


class Visitor:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._note)

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)

    def open_order(self, order_id: str, tab: str | None = None) -> None:
        self.open(f"/orders/{order_id}" + (f"?tab={tab}" if tab else ""))
        expect(self.conversation).to_be_visible()

    @property
    def conversation(self) -> Locator:
        return self.page.get_by_role("log", name="Conversation")

    def said(self, text: str) -> Locator:
        """What the agent said, without what it was told."""
        return self.conversation.locator(".body:not(.ask) .md").filter(has_text=text)

    @property
    def prompt_box(self) -> Locator:
        return self.page.get_by_role("combobox", name="Prompt")

    def status_is(self, word: str) -> None:
        expect(self.page.locator("header .pill").first).to_have_text(word)

    def is_asked(self) -> None:
        """The agent asks and the answers are there: the status may be told before them."""
        self.status_is("Needs you")
        expect(self.page.get_by_role("button", name="Allow once")).to_be_visible()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def tab(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("tab", name=name)

    def axe(self) -> Sequence[str]:
        """What axe finds serious, each with the elements it is about."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        results = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']}: " + "; ".join(str(node["html"])[:200] for node in each["nodes"][:5])
            for each in results["violations"]
            if each["impact"] in _SERIOUS
        ]

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _GONE.search(message.text):
            self.complaints.append(f"console: {message.text}")
