"""The vault on both databases: what goes in comes out for the platform, and lies there sealed."""

from pathlib import Path

import pytest
from sqlalchemy import text, update
from tests.support.work_orders import NOON

from shopfloor.domain.ids import ProjectId, new_project_id
from shopfloor.domain.project import Project
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.secret import USER, scope_of
from shopfloor.errors import InvalidInput, NotFound, VaultError
from shopfloor.projects.service import Projects
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store
from shopfloor.state_manager.tables import secrets as table
from shopfloor.vault.key import key_from_file, key_from_text
from shopfloor.vault.vault import Vault

VALUE = "not-a-known-shape-but-secret-all-the-same"
KEY = key_from_text("a key for these tests")


@pytest.fixture
def redactor() -> Redactor:
    return Redactor()


@pytest.fixture
def vault(store: Store, redactor: Redactor) -> Vault:
    return Vault(store=store, redactor=redactor, key=lambda: KEY)


@pytest.fixture
async def project_id(store: Store) -> ProjectId:
    project = Project(new_project_id(), "App", "/repositories/app", NOON, NOON)
    await store.write(lambda tx: tx.projects.insert(project))
    return project.project_id


async def everything_in(database: Database) -> str:
    return await database.read(lambda connection: str(connection.execute(text("SELECT * FROM secrets")).all()))


async def test_a_secret_is_stored_read_replaced_and_removed(vault: Vault) -> None:
    assert await vault.find("github_token") is None
    stored = await vault.put("github_token", f" {VALUE}\n")
    assert (stored.name, stored.scope) == ("github_token", USER)
    assert await vault.find("github_token") == VALUE
    await vault.put("github_token", "another-value")
    assert await vault.find("github_token") == "another-value"
    assert [secret.name for secret in await vault.list()] == ["github_token"]
    await vault.remove("github_token")
    assert (await vault.find("github_token"), await vault.list()) == (None, [])
    with pytest.raises(NotFound):
        await vault.remove("github_token")


async def test_a_projects_secret_wins_over_the_users_and_goes_with_the_project(
    vault: Vault, store: Store, project_id: ProjectId
) -> None:
    await vault.put("KEY", "of-the-user")
    await vault.put("KEY", "of-the-project", project_id=project_id)
    assert await vault.find("KEY") == "of-the-user"
    assert await vault.find("KEY", project_id=project_id) == "of-the-project"
    assert await vault.find("KEY", project_id=ProjectId("pj-other")) == "of-the-user"
    assert [secret.scope for secret in await vault.list(project_id=project_id)] == [scope_of(project_id)]

    async def any_choice(_project: Project) -> None:
        return

    await Projects(store=store, check_choices=any_choice, on_change=lambda _: None).delete(project_id)
    assert [secret.scope for secret in await vault.list()] == [USER]
    with pytest.raises(NotFound):
        await vault.put("KEY", "value", project_id=project_id)


async def test_the_database_does_not_hold_the_value(vault: Vault, database: Database, tmp_path: Path) -> None:
    await vault.put("github_token", VALUE)
    rows = await everything_in(database)
    assert "github_token" in rows
    assert VALUE not in rows
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert database.url.get_backend_name() != "sqlite" or files
    assert all(VALUE.encode() not in path.read_bytes() for path in files)


async def test_a_value_moved_to_another_name_or_sealed_with_another_key_does_not_open(
    vault: Vault, store: Store, database: Database
) -> None:
    await vault.put("one", VALUE)
    other = Vault(store=store, redactor=Redactor(), key=lambda: key_from_text("another key of tests"))
    with pytest.raises(VaultError, match="another key"):
        await other.find("one")
    await other.load()
    await database.write(lambda connection: connection.execute(update(table).values(name="two")))
    with pytest.raises(VaultError, match="changed outside"):
        await vault.find("two")


async def test_values_are_taken_out_of_all_text_also_after_a_restart(
    vault: Vault, store: Store, redactor: Redactor
) -> None:
    await vault.put("odd", VALUE)
    assert redactor.text(f"the agent says {VALUE}!") == "the agent says [redacted]!"
    later = Redactor()
    await Vault(store=store, redactor=later, key=lambda: KEY).load()
    assert later.text(VALUE) == "[redacted]"


@pytest.mark.parametrize(
    ("name", "value"), [("", "x"), ("a b", "x"), ("../x", "x"), ("ok", "  "), ("ok", "x" * 70_000)]
)
async def test_odd_names_and_values_are_refused(vault: Vault, name: str, value: str) -> None:
    with pytest.raises(InvalidInput):
        await vault.put(name, value)


async def test_the_key_file_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "home" / "secret.key"
    key = key_from_file(path)
    assert key_from_file(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret.key"]
    path.chmod(0o640)
    with pytest.raises(VaultError, match="Others may read"):
        key_from_file(path)
    path.chmod(0o600)
    path.write_text("not a key")
    with pytest.raises(VaultError, match="not a key of ours"):
        key_from_file(path)


def test_a_key_from_the_settings_is_taken_as_it_is_or_stretched() -> None:
    assert key_from_text("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=") == bytes(range(32))
    assert len(key_from_text("any text of some length")) == 32
    with pytest.raises(VaultError, match="shorter than 16"):
        key_from_text("short")
