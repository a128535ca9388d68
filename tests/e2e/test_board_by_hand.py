"""The board by hand: lanes, many cards at once, the archive, sending back, and a finger."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect
from tests.e2e.conftest import Visit
from tests.e2e.test_board import Board, project_in
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.repositories import git
from tests.support.waiting import becomes


def carried_by_mouse(visitor: Visitor, card: Locator, to: Locator) -> None:
    start, target = card.bounding_box(), to.bounding_box()
    assert start
    assert target
    mouse = visitor.page.mouse
    mouse.move(start["x"] + 60, start["y"] + 20)
    mouse.down()
    mouse.move(start["x"] + 80, start["y"] + 30, steps=3)
    mouse.move(target["x"] + 60, target["y"] + target["height"] - 8, steps=8)


def test_lanes_many_at_once_the_archive_and_the_way_back(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    board = Board(visitor, api, project_in(api, repository))
    page = board.page
    task = board.add("Change me", labels=["api", "small"])
    for title, fields in (("Of the web", {"labels": ["web"]}), ("Plain", {}), ("Old", {"status": "done"})):
        board.add(title, **fields)
    board.open("?lanes=label")
    lane = {name: page.get_by_role("region", name=name, exact=True) for name in ("api", "web", "No label")}
    card = page.get_by_role("article", name="Change me")
    cell = lane["web"].get_by_role("group", name="Human review")
    carried_by_mouse(visitor, card, cell)
    expect(page.locator(".slot")).to_have_text("Drop to move to Human review, labelled web")
    page.mouse.up()
    expect(
        lane["web"].get_by_role("group", name="Human review").get_by_role("article", name="Change me")
    ).to_be_visible()
    expect(lane["api"]).to_have_count(0)
    expect(card).to_contain_text("web")
    becomes(lambda: board.task(task)["labels"], ["web", "small"])
    card.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".slot")).to_have_text("Drop here, without its labels")
    page.keyboard.press("Space")
    expect(lane["No label"].get_by_role("article", name="Change me")).to_be_focused()

    board.open()
    for title in ("Of the web", "Plain"):
        board.card("To do", title).hover()
        page.get_by_role("checkbox", name=f"Select {title}").click()
    bar = page.get_by_role("toolbar", name="Selected tasks")
    expect(bar).to_contain_text("2 selected")
    assert visitor.axe() == []
    bar.get_by_role("button", name="Move to").click()
    page.get_by_role("menuitem", name="Done 2").click()
    expect(board.column("Done").get_by_role("article")).to_have_count(3)
    board.column("Done").get_by_role("button", name="Archive").click()
    expect(board.column("Done").get_by_role("article")).to_have_count(0)
    board.column("Done").get_by_role("button", name="3 archived tasks").click()
    page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Old").get_by_role("button").click()
    page.keyboard.press("Escape")
    expect(board.card("Done", "Old")).to_be_visible()

    built = board.add("Built", description="demo: write built.txt 1")
    api.ok("POST", f"{board.root}/tasks/{built}/execute")
    board.open(f"?task={built}")
    expect(board.card("AI review", "Built")).to_be_visible()
    board.panel.get_by_role("button", name="Send back").click()
    board.panel.get_by_role("textbox", name="What should change").fill("demo: write built.txt 2")
    board.panel.get_by_role("button", name="Send to the agent").click()
    order_id = str(api.ok("GET", f"{board.root}/tasks/{built}/sessions")["sessions"][0]["agent_work_order_id"])
    api.wait_for_event(order_id, "agent_work_order_completed", run_id=f"{order_id}-r2")
    expect(board.card("AI review", "Built")).to_be_visible()
    assert git(repository, "show", f"{api.get(order_id)['git_branch_name']}:built.txt") == "2"


def test_a_finger_that_rests_on_a_card_carries_it(visit: Visit, api: ApiClient, repository: Path) -> None:
    visitor = visit(width=1024, height=768, has_touch=True, is_mobile=True)
    board = Board(visitor, api, project_in(api, repository))
    board.add("Carried")
    board.add("Stays")
    board.open()
    card, target = board.card("To do", "Carried"), board.column("Human review")
    finger = Finger(visitor)
    finger.down(card)
    finger.held()
    expect(board.page.locator(".bk.drag")).to_be_visible()
    finger.move_to(target)
    expect(target.locator(".slot")).to_have_text("Drop to move to Human review")
    finger.up()
    expect(board.card("Human review", "Carried")).to_be_visible()
    becomes(lambda: (board.titles("human_review"), board.titles("todo")), (["Carried"], ["Stays"]))


class Finger:
    """Playwright's own touchscreen only taps."""

    def __init__(self, visitor: Visitor) -> None:
        self._page = visitor.page
        self._session = visitor.page.context.new_cdp_session(visitor.page)
        self._at = (0.0, 0.0)

    def down(self, on: Locator) -> None:
        self._at = _middle_of(on)
        self._send("touchStart", [self._at])

    def held(self) -> None:
        """Longer than a tap: the board's own delay."""
        self._page.wait_for_timeout(400)

    def move_to(self, target: Locator) -> None:
        (x, y), (to_x, to_y) = self._at, _middle_of(target)
        for step in range(1, 9):
            self._at = (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
            self._send("touchMove", [self._at])

    def up(self) -> None:
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches: Any = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def _middle_of(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 120)
