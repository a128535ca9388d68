"""As whom we speak: the first credential that is there, per host, and which one that is."""

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest
from tests.support.github_simulator import GitHubSimulator
from tests.support.github_simulator.model import Account, Repository

from shopfloor.domain.ids import new_project_id
from shopfloor.domain.project import Project
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import InvalidInput
from shopfloor.event_journal.hub import JournalHub
from shopfloor.forge.forge_protocol import NewPullRequest
from shopfloor.github_integration.assembly import GitHub, GitHubOptions, connect_github
from shopfloor.github_integration.credentials import CredentialSource
from shopfloor.github_integration.github_forge import GitHubForge
from shopfloor.github_integration.hosts import GitHubHosts, GitHubRepository
from shopfloor.github_integration.issues import GitHubIssues
from shopfloor.github_integration.service import GitHubService
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.state_manager.clock import utc_now
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store
from shopfloor.vault.vault import Vault

Connect = Callable[..., GitHub]


@pytest.fixture
def ada(github: GitHubSimulator, request: pytest.FixtureRequest) -> Account:
    return github.add_user(f"ada-{abs(hash(request.node.name)) % 10**6}")


@pytest.fixture
def repository(github: GitHubSimulator, ada: Account) -> Repository:
    return github.add_repository(ada)


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    database = Database(sqlite_url)
    await database.migrate()
    yield Store(database, JournalHub())
    await database.close()


@pytest.fixture
def vault(store: Store) -> Vault:
    return Vault(store=store, redactor=Redactor(), key=lambda: b"k" * 32)


@pytest.fixture
async def connect(github: GitHubSimulator, store: Store, vault: Vault, tmp_path: Path) -> AsyncIterator[Connect]:
    owner = ProcessOwner(tmp_path, "test")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    made: list[GitHub] = []

    def make(
        *,
        gh: str | None = None,
        app: tuple[str, str] | None = None,
        hosts: Sequence[str] = (github.url, "github.example.org"),
        further_apps: Sequence[str] = (),
        redactor: Redactor | None = None,
        **tokens: str,
    ) -> GitHub:
        programs = tmp_path / "bin"
        programs.mkdir(exist_ok=True)
        if gh is not None:
            script = programs / "gh"
            script.write_text(f'#!/bin/sh\ntest "$1 $2 $3" = "auth token --hostname" && echo {gh}\n')
            script.chmod(0o755)
        options = GitHubOptions(
            hosts=GitHubHosts(hosts),
            app_id=app[0] if app else None,
            app_private_key=app[1] if app else None,
            further_apps=further_apps,
            tokens=tokens,
            environment={"PATH": str(programs)},
            retry_delay_seconds=0.01,
        )
        connected = connect_github(
            options, store=store, secrets=vault, processes=processes, redactor=redactor or Redactor()
        )
        made.append(connected)
        return connected

    yield make
    for connected in made:
        await connected.api.close()
    await processes.close()


def on(connected: GitHub, repository: Repository) -> GitHubRepository:
    return GitHubRepository(connected.hosts.default, repository.owner.login, repository.name)


async def source_of(connected: GitHub, repository: Repository) -> CredentialSource | None:
    found = await connected.client.credentials.find(connected.hosts.default, on(connected, repository))
    return found.source if found else None


async def test_they_are_taken_in_their_order(
    github: GitHubSimulator, connect: Connect, vault: Vault, store: Store, ada: Account, repository: Repository
) -> None:
    assert await source_of(connect(), repository) is None
    assert await source_of(connect(gh="gh-token"), repository) is CredentialSource.GH
    with_all = connect(gh="gh-token", GITHUB_TOKEN="from-environment")
    assert await source_of(with_all, repository) is CredentialSource.ENVIRONMENT
    app, key = github.add_app(f"app-{ada.login}", ada)
    with_app = connect(gh="gh-token", app=(str(app.app_id), key), GITHUB_TOKEN="from-environment")
    assert await source_of(with_app, repository) is CredentialSource.ENVIRONMENT, "it is not installed there"
    github.install_app(app, ada)
    with_app = connect(gh="gh-token", app=(str(app.app_id), key), GITHUB_TOKEN="from-environment")
    assert await source_of(with_app, repository) is CredentialSource.APP
    await vault.put("github_token", "of-the-user")
    assert await source_of(with_app, repository) is CredentialSource.USER
    project = Project(new_project_id(), "App", github.repository_url(repository), utc_now(), utc_now())
    await store.write(lambda tx: tx.projects.insert(project))
    await vault.put("github_token", "of-the-project", project_id=project.project_id)
    assert await source_of(with_app, repository) is CredentialSource.PROJECT
    await vault.remove("github_token", project_id=project.project_id)
    await vault.remove("github_token")
    assert await source_of(with_app, repository) is CredentialSource.APP


async def test_a_token_is_for_one_host(connect: Connect, vault: Vault) -> None:
    connected = connect(GITHUB_TOKEN="of-the-first")
    await vault.put("github_token", "stored-for-the-first")
    other = connected.hosts.find("github.example.org")
    assert other is not None
    assert await connected.client.credentials.find(other) is None
    await vault.put("github_token.github.example.org", "of-the-other")
    found = await connected.client.credentials.find(other)
    assert found is not None
    assert (found.token, other.api_url) == ("of-the-other", "https://github.example.org/api/v3")


async def test_an_apps_token_is_good_for_the_one_repository_kept_and_made_anew_when_refused(
    github: GitHubSimulator, connect: Connect, ada: Account, repository: Repository
) -> None:
    app, key = github.add_app(f"app-{ada.login}", ada)
    github.install_app(app, ada)
    connected = connect(app=(str(app.app_id), key))
    forge = GitHubForge(connected.client, connected.hosts, connected.numbers, utc_now)
    url = github.repository_url(repository)
    github.world.git.run(repository.path, "branch", "feature", "trunk")
    github.actions.commit(repository, ada, "feature", {"new.txt": "x"}, "New")
    assert (await forge.verify_repository(url)).can_push is not None
    opened = await forge.open_pull_request(url, NewPullRequest("T", "B", "feature", "trunk"))
    assert github.pull_requests(repository)[-1].issue.author is app.bot
    made = [token for token in github.world.tokens.values() if token.account is app.bot]
    assert [token.repositories for token in made] == [frozenset({repository.repository_id})]
    made[0].is_revoked = True
    assert (await forge.get_pull_request(url, opened.pull_request_number)).pull_request_title == "T"
    assert len([token for token in github.world.tokens.values() if token.account is app.bot]) == 2


async def test_another_host_has_an_app_of_its_own(
    github: GitHubSimulator, connect: Connect, ada: Account, repository: Repository, tmp_path: Path
) -> None:
    """As GitHub Enterprise beside github.com: here the simulator is the second host."""
    app, key = github.add_app(f"enterprise-{ada.login}", ada)
    github.install_app(app, ada)
    (tmp_path / "app.pem").write_text(key)
    name = github.url.removeprefix("http://")
    hosts = ("github.com", github.url)
    connected = connect(app=("1", key), hosts=hosts, further_apps=[f"{app.app_id}@{name}={tmp_path}/app.pem"])
    host = connected.hosts.find(name)
    assert host is not None
    found = await connected.client.credentials.find(host, GitHubRepository(host, ada.login, repository.name))
    assert found is not None
    assert (found.host, found.source) == (host, CredentialSource.APP)
    for wrong, said in (
        (f"1@{name}", "APP_ID@HOST=KEY_FILE"),
        ("1@nowhere.org=x.pem", "none of the GitHub hosts"),
        (f"1@{name}={tmp_path}/none.pem", "cannot be read"),
    ):
        with pytest.raises(InvalidInput, match=said):
            connect(hosts=hosts, further_apps=[wrong])


async def test_it_is_told_which_one_would_be_used_on_each_host(
    github: GitHubSimulator, connect: Connect, vault: Vault, ada: Account, repository: Repository
) -> None:
    app, key = github.add_app(f"told-{ada.login}", ada)
    connected = connect(app=(str(app.app_id), key), GITHUB_TOKEN=github.add_token(ada, ["repo"]).value)
    service = GitHubService(
        client=connected.client, hosts=connected.hosts, issues=GitHubIssues(connected.client, connected.hosts)
    )
    with_app, elsewhere = await service.credentials()
    assert (with_app.source, with_app.login) == (CredentialSource.APP, f"{app.slug}[bot]")
    assert (elsewhere.host, elsewhere.source) == ("github.example.org", None)
    assert "github_token.github.example.org" in (elsewhere.hint or "")
    here = await service.credential(None, github.repository_url(repository))
    assert (here.source, here.login, here.scopes) == (CredentialSource.ENVIRONMENT, ada.login, ("repo",))
    await vault.put("github_token", "no longer good")
    stored = await service.credential(None)
    assert (stored.source, stored.error_code) == (CredentialSource.USER, "bad_credentials")


async def test_tokens_are_known_to_the_redaction(connect: Connect, vault: Vault) -> None:
    redactor = Redactor()
    connected = connect(gh="odd-token-of-gh", redactor=redactor, GH_TOKEN="odd-token-of-environment")
    assert redactor.text("odd-token-of-environment") == "[redacted]"
    other = connect(gh="odd-token-of-gh", redactor=redactor)
    await other.client.credentials.find(other.hosts.default)
    assert redactor.text("odd-token-of-gh") == "[redacted]"
    credential = await connected.client.credentials.find(connected.hosts.default)
    assert credential is not None
    assert "odd-token" not in repr(credential)


def test_addresses_of_this_github_are_told_from_others(github: GitHubSimulator) -> None:
    hosts = GitHubHosts([github.url])
    assert hosts.repository_at(parse_repository_url(f"{github.url}/a/b.git")) is not None
    assert hosts.repository_at(parse_repository_url("https://github.com/a/b")) is None
