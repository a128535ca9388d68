"""GitHub issues on the board: imported in the browser, and the card follows what happens over there."""

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator
from tests.support.server_process import ServerProcess

SECRET = "known to GitHub and to us"


@pytest.fixture(scope="module")
def floor_settings(github: GitHubSimulator) -> dict[str, str]:
    return {"github_hosts": github.url, "github_webhook_secret": SECRET}


def test_issues_become_cards_and_stay_in_step(
    visit: Visit, api: ApiClient, github: GitHubSimulator, floor: ServerProcess
) -> None:
    ada = github.add_user("ada")
    repository = github.add_repository(ada)
    first, second, third = (github.add_issue(repository, ada, f"{word} wish", "Words") for word in ("A", "B", "C"))
    api.ok("PUT", "/secrets/github_token", json={"value": github.add_token(ada).value})
    project_id = api.ok("POST", "/projects", json={"repository_url": github.repository_url(repository)})["project_id"]
    github.add_hook(repository, f"{floor.url}/api/webhooks/github", SECRET)

    visitor = visit()
    page = visitor.page
    visitor.open(f"/projects/{project_id}/settings")
    closing = page.get_by_role("switch", name="Done closes the issue")
    closing.click()
    expect(closing).to_be_checked()
    visitor.open(f"/projects/{project_id}/board")
    page.get_by_role("button", name="Import issues").click()
    page.get_by_role("checkbox", name="B wish").click()
    page.get_by_role("button", name="Import 1 issue").click()
    todo, done = (page.get_by_role("region", name=name, exact=True) for name in ("To do", "Done"))
    expect(todo.get_by_role("article", name="B wish")).to_contain_text("#2")
    page.get_by_role("button", name="Import issues").click()
    expect(page.get_by_role("dialog")).to_contain_text("On the board")
    page.get_by_role("button", name="Import all open").click()
    expect(todo.get_by_role("article")).to_have_count(3)

    github.actions.edit_issue(repository, first, ada, title="A new wish", body="Words")
    expect(todo.get_by_role("article", name="A new wish")).to_be_visible()
    github.actions.comment(repository, first, ada, "Rather soon")
    github.actions.set_state(repository, third, ada, "closed")
    expect(done.get_by_role("article", name="C wish")).to_contain_text("closed")

    todo.get_by_role("article", name="A new wish").click()
    panel = page.get_by_role("complementary", name="Task")
    expect(panel).to_contain_text("Rather soon")
    expect(panel).to_contain_text("on the issue")
    expect(panel.get_by_role("link", name="on GitHub")).to_have_attribute(
        "href", f"{github.repository_url(repository)}/issues/1"
    )
    tasks = api.ok("GET", f"/projects/{project_id}/tasks", params={"q": "B wish"})["tasks"]
    api.ok("POST", f"/projects/{project_id}/tasks/{tasks[0]['task_id']}/move", json={"status": "done"})
    expect(done.get_by_role("article", name="B wish")).to_contain_text("closed")
    assert second.state == "closed"
    github.check()
