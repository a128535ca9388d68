"""The board in a browser: the way of a task from an idea to done, cards moved by key and mouse, refusals, attempts."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.waiting import becomes

BUILD = {"workflow_type": "agent_workflow_build"}


class Board:
    def __init__(self, visitor: Visitor, api: ApiClient, project_id: str) -> None:
        self.page = visitor.page
        self.visitor = visitor
        self.api = api
        self.root = f"/projects/{project_id}"
        self.path = f"{self.root}/board"

    def add(self, title: str, **fields: Any) -> str:
        return str(self.api.ok("POST", f"{self.root}/tasks", json={"title": title, **fields})["task_id"])

    def task(self, task_id: str) -> dict[str, Any]:
        return dict(self.api.ok("GET", f"{self.root}/tasks/{task_id}"))

    def open(self, query: str = "") -> None:
        self.visitor.open(self.path + query)
        expect(self.page.get_by_role("heading", name="Board", level=1)).to_be_visible()

    def column(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    def card(self, column: str, title: str) -> Locator:
        return self.column(column).get_by_role("article", name=title)

    def titles(self, status: str) -> list[str]:
        tasks = self.api.ok("GET", f"{self.root}/tasks", params={"status": status})["tasks"]
        return [str(task["title"]) for task in tasks]

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("complementary", name="Task")


def project_in(api: ApiClient, repository: Path) -> str:
    return str(api.ok("POST", "/projects", json={"repository_url": str(repository), **BUILD})["project_id"])


@pytest.fixture
def board(visitor: Visitor, api: ApiClient, repository: Path) -> Board:
    return Board(visitor, api, project_in(api, repository))


def test_from_an_idea_to_done(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    page = visitor.page
    visitor.open("/projects?add=true")
    page.get_by_role("combobox", name="Repository").fill(str(repository))
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page).to_have_url(re.compile(r"/projects/[^/]+/settings"))
    page.get_by_role("main").focus()
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"/projects/[^/]+/board"))
    match = re.search(r"/projects/([^/]+)/board", page.url)
    assert match
    api.ok("PATCH", f"/projects/{match[1]}", json=BUILD)
    board = Board(visitor, api, match[1])

    expect(page.get_by_text("No tasks on this board")).to_be_visible()
    page.keyboard.press("c")
    page.get_by_role("textbox", name="Title of the new task").fill("Add a README file")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    card = board.card("To do", "Add a README file")
    card.click()
    board.panel.get_by_role("button", name="Edit").click()
    board.panel.get_by_role("textbox", name="Description").fill(
        "Say **hello**.\n\ndemo: say I write it now\ndemo: write README.md Hello from the board\ndemo: ask Is it good?"
    )
    board.panel.get_by_role("button", name="Save").click()
    expect(board.panel.locator(".md strong")).to_have_text("hello")
    board.panel.get_by_role("button", name="Execute").click()

    expect(board.card("In progress", "Add a README file")).to_be_visible()
    expect(board.panel.get_by_role("log", name="Output")).to_contain_text("I write it now")
    expect(board.card("AI review", "Add a README file")).to_be_visible()
    history = board.panel.get_by_role("region", name="Executions")
    expect(history.get_by_role("listitem")).to_have_count(1)
    expect(history).to_contain_text("Done")
    board.panel.get_by_role("button", name="To human review").click()
    expect(board.card("Human review", "Add a README file")).to_contain_text("+1")
    board.panel.get_by_role("button", name="Approve").click()
    expect(board.card("Done", "Add a README file")).to_be_visible()
    history.get_by_role("link", name="Open order").click()
    visitor.status_is("Done")


def test_cards_move_by_key_and_refused_ones_stay(board: Board) -> None:
    for title in ("First", "Second", "Third"):
        board.add(title)
    board.open()
    keys = board.page.keyboard
    card = board.card("To do", "Third")
    card.focus()
    keys.press("Space")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    expect(board.column("To do").locator(".slot")).to_be_visible()
    keys.press("Space")
    expect(card).to_be_focused()
    expect(board.column("To do").get_by_role("article").first).to_contain_text("Third")

    keys.press("Space")
    for expected in ("Drop to start an agent", "Not from here", "Drop to move to Human review"):
        keys.press("ArrowRight")
        expect(board.page.locator(".slot")).to_have_text(expected)
    keys.press("Space")
    expect(board.card("Human review", "Third")).to_be_focused()

    board.card("To do", "First").focus()
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(board.page.get_by_text("First cannot move to AI review", exact=True)).to_be_visible()
    expect(board.card("To do", "First")).to_be_visible()
    becomes(lambda: (board.titles("todo"), board.titles("human_review")), (["First", "Second"], ["Third"]))


def test_a_card_dragged_by_mouse_starts_and_stops_an_agent(board: Board) -> None:
    board.add("Long work", description="demo: sleep 600")
    board.add("Rest")
    board.open()

    def drag(card: Locator, to: str) -> None:
        start, target = card.bounding_box(), board.column(to).bounding_box()
        assert start
        assert target
        mouse = board.page.mouse
        mouse.move(start["x"] + 60, start["y"] + 20)
        mouse.down()
        mouse.move(start["x"] + 80, start["y"] + 30, steps=3)
        mouse.move(target["x"] + 80, target["y"] + 120, steps=8)
        expect(board.column(to).locator(".slot")).to_be_visible()
        mouse.up()
        expect(board.page.locator(".bk.drag")).to_have_count(0)

    drag(board.card("To do", "Long work"), "In progress")
    expect(board.card("In progress", "Long work")).to_be_visible()
    drag(board.card("In progress", "Long work"), "Done")
    expect(board.page.get_by_role("listitem").get_by_text("An agent is working on it")).to_be_visible()
    expect(board.card("In progress", "Long work")).to_be_visible()
    drag(board.card("In progress", "Long work"), "To do")
    expect(board.card("To do", "Long work")).to_be_visible()
    expect(board.card("In progress", "Long work")).to_have_count(0)


def test_two_attempts_side_by_side_and_one_is_chosen(board: Board) -> None:
    task = board.add("Twice", description="demo: write two.py answer = 42")
    board.open(f"?task={task}")
    board.panel.get_by_role("button", name="Another attempt beside it").click()
    board.panel.get_by_role("button", name="Execute 2 attempts").click()
    expect(board.card("AI review", "Twice")).to_contain_text("2 attempts")
    history = board.panel.get_by_role("region", name="Executions")
    for number in (1, 2):
        history.get_by_role("checkbox", name=f"Compare execution {number}").click()
    history.get_by_role("button", name="Compare the two").click()
    compared = board.page.get_by_role("dialog")
    expect(compared.get_by_role("region", name="two.py")).to_have_count(2)
    expect(compared.get_by_text("answer = 42")).to_have_count(2)
    board.page.keyboard.press("Escape")
    expect(compared).to_have_count(0)
    first = history.get_by_role("listitem").last
    fold = first.locator(".hist-h button[aria-expanded]")
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()
    first.get_by_role("button", name="Choose this one").click()
    expect(first).to_contain_text("Chosen")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_looks(theme: Literal["dark", "light"], visit: Visit, api: ApiClient, repository: Path) -> None:
    visitor = visit(color_scheme=theme)
    board = Board(visitor, api, project_in(api, repository))
    board.add("Labelled", labels=["api"], priority="high", assignee="Mira Olsen", github_issue_number="7")
    done = board.add("Done before", status="done")
    found: list[str] = []
    for query in ("", f"?task={done}", "?lanes=label"):
        board.open(query)
        expect(board.page.get_by_role("article")).to_have_count(2)
        found += visitor.axe()
    board.page.set_viewport_size({"width": 360, "height": 740})
    for query in ("", f"?task={done}"):
        board.open(query)
        expect(board.page.get_by_role("article", name="Labelled")).to_be_attached()
        assert board.page.evaluate("document.documentElement.scrollWidth") <= 360
        found += visitor.axe()
    assert found == []
