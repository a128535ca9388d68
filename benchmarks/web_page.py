"""The web app in a real browser: how much is loaded, how soon it paints, and how a very long conversation scrolls."""

import re
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks.browsers import open_browser
from benchmarks.client import Client
from benchmarks.figure import Figure, Target, median, percentile, spread_of
from benchmarks.repositories import make_repository
from benchmarks.server import serving
from benchmarks.setting import SMALL_REPOSITORY, Setting
from shopfloor.api.web_app import WEB_DIST

_LONG = 10_000
_SECONDS = 300.0
_SCROLL = """async (seconds) => {
  const log = document.querySelector('[role=log]');
  const frames = [];
  let last = performance.now();
  const until = last + seconds * 1000;
  let step = -400;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    log.scrollTop += step;
    if (log.scrollTop <= 0) step = 400;
  }
  return frames.slice(5);
}"""


def measure_web_page(setting: Setting) -> list[Figure]:
    repository = make_repository(setting.folder / "ours.git", files=SMALL_REPOSITORY)
    events = setting.choose(_LONG, 2_000)
    with (
        serving(setting.folder / "home") as server,
        closing(Client(server.url)) as client,
        open_browser() as browser,
    ):
        order_id = _long_order(client, repository, events)
        paints = [_first_paint(browser, server.url) for _ in range(setting.choose(7, 3))]
        return [
            *_sizes(),
            *_paint_figures(paints),
            *_scrolling(browser, server.url, order_id, float(setting.choose(6, 3))),
        ]


def _long_order(client: Client, repository: Path, events: int) -> str:
    """Each write is a tool call and a sentence: two events at least."""
    lines = "\n".join(f"demo: write notes/{number % 50}.txt {number}" for number in range(events // 2))
    order_id, _ = client.file_order(repository, f"Write a lot\n{lines}", workflow_type="agent_workflow_build")
    deadline = time.monotonic() + _SECONDS
    while client.ask("GET", f"/agent-work-orders/{order_id}").body["agent_work_order"]["status"] != "completed":
        if time.monotonic() > deadline:
            raise RuntimeError("the long order did not end")
        time.sleep(0.2)
    return order_id


def _sizes() -> list[Figure]:
    """What goes over the wire before the first page is there, compressed."""
    first = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', (WEB_DIST / "index.html").read_text())
    order_page = [path.name for path in (WEB_DIST / "assets").glob("OrderRoute-*.*") if path.suffix in (".js", ".css")]
    return [
        Figure("web: first load", _compressed(first), "kB", None, Target("<=", 250, "ours")),
        Figure("web: order page on top", _compressed([f"assets/{name}" for name in order_page]), "kB"),
    ]


def _compressed(names: list[str]) -> float:
    return sum((WEB_DIST / f"{name}.br").stat().st_size for name in names) / 1000


def _first_paint(browser: Browser, url: str) -> float:
    with closing(browser.new_context(viewport={"width": 1440, "height": 900})) as context:
        page = context.new_page()
        page.goto(url)
        page.get_by_role("main").wait_for()
        painted = page.wait_for_function("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        return float(painted.json_value())


def _paint_figures(paints: list[float]) -> list[Figure]:
    return [Figure("web: first paint, p50", median(paints), "ms", None, Target("<", 1000, "ours"), spread_of(paints))]


def _scrolling(browser: Browser, url: str, order_id: str, seconds: float) -> list[Figure]:
    with closing(browser.new_context(viewport={"width": 1440, "height": 900})) as context:
        page = context.new_page()
        began = time.monotonic()
        page.goto(f"{url}/orders/{order_id}")
        page.get_by_label("Summary").wait_for(timeout=120_000)
        shown = (time.monotonic() - began) * 1e3
        frames: list[float] = page.evaluate(_SCROLL, seconds)
        nodes = page.evaluate("document.querySelectorAll('*').length")
        heap = _heap_mb(page)
    return [
        Figure("web: 10,000 events shown", shown, "ms"),
        Figure("web: frame while scrolling, p50", median(frames), "ms", None, None, spread_of(frames)),
        Figure("web: frame while scrolling, p99", percentile(frames, 0.99), "ms", None, Target("<=", 50, "ours")),
        Figure("web: elements on the page", float(nodes), "", None, Target("<=", 3_000, "ours")),
        Figure("web: heap with 10,000 events", heap, "MB", None, Target("<=", 120, "ours")),
    ]


def _heap_mb(page: Page) -> float:
    session: Any = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    return float(usage["usedSize"]) / 1e6
