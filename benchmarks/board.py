"""A board of two thousand tasks in a real browser: how soon it is there, how heavy it is, how it scrolls and drags."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks.browsers import open_browser
from benchmarks.client import Client
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.repositories import make_repository
from benchmarks.server import serving
from benchmarks.setting import SMALL_REPOSITORY, Setting

_TASKS = 2_000
_LABELS = 12
_STATUSES = ("todo", "human_review", "done")
_RECORD = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const note = () => {
    const now = performance.now();
    window.frames_seen.push(now - last);
    last = now;
    window.recording = requestAnimationFrame(note);
  };
  window.recording = requestAnimationFrame(note);
}"""
_RECORDED = "() => { cancelAnimationFrame(window.recording); return window.frames_seen.slice(5); }"
_SCROLL = """async ([selector, seconds]) => {
  const column = document.querySelector(selector);
  const until = performance.now() + seconds * 1000;
  let step = 300;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const before = column.scrollTop;
    column.scrollTop += step;
    if (column.scrollTop === before) step = -step;
  }
}"""


def measure_board(setting: Setting) -> list[Figure]:
    repository = make_repository(setting.folder / "ours.git", files=SMALL_REPOSITORY)
    seconds = float(setting.choose(5, 2))
    with serving(setting.folder / "home") as server, closing(Client(server.url)) as client, open_browser() as browser:
        project = client.ask("POST", "/projects", {"repository_url": str(repository)}).body["project_id"]
        for number in range(setting.choose(_TASKS, 500)):
            client.ask("POST", f"/projects/{project}/tasks", _task(number))
        url = f"{server.url}/projects/{project}/board"
        return [*_columns(browser, url, seconds), *_lanes(browser, f"{url}?lanes=label", seconds)]


def _task(number: int) -> dict[str, Any]:
    return {
        "title": f"Task {number}: say what should be done in a line or two",
        "description": "Some words about it.",
        "status": _STATUSES[number % len(_STATUSES)],
        "labels": [f"label-{number % _LABELS}"],
        "priority": "high" if number % 7 == 0 else "none",
    }


def _columns(browser: Browser, url: str, seconds: float) -> list[Figure]:
    with closing(browser.new_context(viewport={"width": 1440, "height": 900})) as context:
        page = context.new_page()
        shown = _shown(page, url)
        elements = float(page.evaluate("document.querySelectorAll('*').length"))
        clock = WorkClock(page)
        dragging = clock.timed(lambda: _frames_of_dragging(page, seconds))
        scrolling = clock.timed(lambda: _frames_of_scrolling(page, "[data-column=todo] .bc-s", seconds))
    return [
        Figure("board: 2,000 tasks shown", shown, "ms", None, Target("<=", 3_000, "ours")),
        Figure("board: elements on the page", elements, "", None, Target("<=", 2_500, "ours")),
        *_frame_figures("scrolling", scrolling),
        *_frame_figures("dragging", dragging),
    ]


def _lanes(browser: Browser, url: str, seconds: float) -> list[Figure]:
    with closing(browser.new_context(viewport={"width": 1440, "height": 900})) as context:
        page = context.new_page()
        shown = _shown(page, url)
        elements = float(page.evaluate("document.querySelectorAll('*').length"))
        scrolling = WorkClock(page).timed(lambda: _frames_of_scrolling(page, ".lanes", seconds))
    return [
        Figure("board: 2,000 tasks in lanes shown", shown, "ms", None, Target("<=", 3_000, "ours")),
        Figure("board: elements in lanes", elements, "", None, Target("<=", 6_000, "ours")),
        *_frame_figures("scrolling lanes", scrolling),
    ]


def _shown(page: Page, url: str) -> float:
    began = time.monotonic()
    page.goto(url)
    page.locator("[data-task]").first.wait_for(timeout=120_000)
    return (time.monotonic() - began) * 1e3


def _frames_of_scrolling(page: Page, selector: str, seconds: float) -> list[float]:
    page.evaluate(_RECORD)
    page.evaluate(_SCROLL, [selector, seconds])
    return list(page.evaluate(_RECORDED))


def _frames_of_dragging(page: Page, seconds: float) -> list[float]:
    """To and fro over the columns with a card in hand, which is let go where it was."""
    card = page.locator("[data-column=todo] [data-task]").first.bounding_box()
    assert card
    page.mouse.move(card["x"] + 60, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 80, card["y"] + 40, steps=4)
    page.locator(".bk.drag").wait_for()
    page.evaluate(_RECORD)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for x in (1300, 700, 300):
            page.mouse.move(x, 500, steps=12)
    frames = list(page.evaluate(_RECORDED))
    page.keyboard.press("Escape")
    page.mouse.up()
    return frames


@dataclass(frozen=True, slots=True)
class Frames:
    milliseconds: list[float]
    work: float
    """What the page's own thread worked for each of them, however busy the machine is."""


class WorkClock:
    def __init__(self, page: Page) -> None:
        self._session: Any = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def timed(self, measure: Callable[[], list[float]]) -> Frames:
        before = self._worked()
        frames = measure()
        return Frames(frames, (self._worked() - before) / len(frames))

    def _worked(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) * 1e3 for each in metrics if each["name"] == "TaskDuration")


def _frame_figures(what: str, measured: Frames) -> list[Figure]:
    frames = measured.milliseconds
    return [
        Figure(f"board: work for a frame while {what}", measured.work, "ms", None, Target("<=", 16, "ours")),
        Figure(f"board: frame while {what}, p50", median(frames), "ms", None, None, spread_of(frames)),
        Figure(f"board: frame while {what}, p99", percentile(frames, 0.99), "ms", None, Target("<=", 50, "ours")),
    ]
