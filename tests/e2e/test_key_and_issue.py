"""A floor behind a key, and an issue on GitHub that becomes an order."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.e2e.visitor import Visitor
from tests.support.client import ApiClient
from tests.support.github_simulator import GitHubSimulator
from tests.support.server_process import ServerProcess

KEY = "a-key-for-the-floor"


@pytest.fixture(scope="module")
def floor_settings(github: GitHubSimulator) -> dict[str, str]:
    return {"api_key": KEY, "github_hosts": github.url}


@pytest.fixture
def api(floor: ServerProcess) -> Iterator[ApiClient]:
    client = ApiClient(floor.url)
    client.http.headers["authorization"] = f"Bearer {KEY}"
    yield client
    client.close()


def test_the_key_is_asked_for_once_and_an_issue_becomes_an_order(
    visitor: Visitor, api: ApiClient, github: GitHubSimulator
) -> None:
    ada = github.add_user("ada")
    repository = github.add_repository(ada)
    api.ok("PUT", "/secrets/github_token", json={"value": github.add_token(ada).value})
    issue = github.add_issue(repository, ada, "Login is slow on Mondays", "It takes **nine** seconds.")
    github.add_issue(repository, ada, "A typo in the README", "commmit")
    page = visitor.page

    visitor.open("/new")
    key = page.get_by_label("Key", exact=True)
    expect(page.get_by_role("heading", name="This Shopfloor wants its key")).to_be_visible()
    assert visitor.axe() == []
    key.fill("a guess")
    key.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The key this browser had was not accepted.")
    key.fill(KEY)
    key.press("Enter")
    expect(page.get_by_role("heading", name="New work order")).to_be_visible()
    page.reload()

    page.get_by_role("combobox", name="Repository").fill(github.repository_url(repository))
    field = page.get_by_role("combobox", name="GitHub issue")
    field.fill("9999")
    expect(page.get_by_role("alert")).to_contain_text("no such issue")
    field.fill("mondays")
    page.get_by_role("option", name=re.compile("Login is slow")).click()
    expect(field).to_have_value(f"#{issue.number}")
    preview = page.get_by_role("region", name=f"Issue #{issue.number}")
    expect(preview.locator("strong")).to_have_text("nine")
    ticket = page.get_by_role("complementary", name="The work order")
    expect(ticket).to_contain_text("Login is slow on Mondays")
    expect(ticket).to_contain_text("Title from the issue")
    assert visitor.axe() == []
    page.get_by_role("radio", name=re.compile("^Build")).check(force=True)
    visitor.button(re.compile("^Start work order")).click()
    expect(page).to_have_title(re.compile("Login is slow on Mondays"))
    visitor.status_is("Done")
    expect(page.locator("header .pr-link")).to_contain_text("Draft")
    [pull_request] = github.pull_requests(repository)
    assert f"#{issue.number}" in (pull_request.issue.body or "")
