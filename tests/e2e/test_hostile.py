"""Nothing an agent, a repository or a title says becomes part of the page."""

import json
from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient

ATTACK = "<img src=x onerror=\"window.hacked='yes'\">"
LINK = "[click](javascript:window.hacked='yes')"
REMOTE = "![pixel](https://tracker.example/p.png)"


def test_titles_names_texts_and_diffs_stay_text(visitor: Visitor, api: ApiClient, repository: Path) -> None:
    name = "<img src=x onerror=alert(1)>.html"
    prompt = "\n".join(
        (
            "Attack",
            f"demo: say {ATTACK} {LINK} {REMOTE}",
            f"demo: run printf '%s' {json.dumps(ATTACK)}",
            f'demo: write "{name}" <script>window.hacked="yes"</script>{ATTACK}',
        )
    )
    order = api.create(repository, prompt, title=f"{ATTACK}{LINK}", workflow_type="agent_workflow_build")
    order_id = order["agent_work_order_id"]
    requested: list[str] = []
    visitor.page.on("request", lambda request: requested.append(request.url))
    visitor.open_order(order_id)
    visitor.status_is("Done")
    expect(visitor.said(ATTACK)).to_be_visible()
    for row in visitor.conversation.locator("button.tool-h").all():
        row.click()
    for tab in ("Changes", "Pull request", "Logs", "Progress"):
        visitor.tab(tab).click()
        expect(visitor.page.get_by_role("tabpanel")).to_be_visible()
    visitor.tab("Changes").click()
    visitor.page.keyboard.press("z")
    expect(visitor.page.get_by_role("region", name=name)).to_contain_text("<script>")
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("<img src=x")
    assert visitor.page.evaluate("window.hacked") is None
    assert visitor.page.locator("img, script:not([src]), a[href^='javascript']").count() == 0
    assert [url for url in requested if not url.startswith((visitor.url, "data:", "blob:"))] == []
