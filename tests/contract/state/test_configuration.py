"""Versions of a project's configuration on both databases."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text, update
from tests.support.work_orders import NOON

from shopfloor.domain.ids import ProjectId, new_project_id
from shopfloor.domain.mcp_servers import StdioMcpServer
from shopfloor.domain.project import Project
from shopfloor.domain.secret import scope_of
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.work_order import SandboxType
from shopfloor.event_journal.hub import JournalHub
from shopfloor.state_manager import migrations
from shopfloor.state_manager.configuration import fields_of
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.state_manager.tables import project_versions


def a_project(**fields: Any) -> Project:
    return replace(Project(new_project_id(), "App", "/repositories/app", NOON, NOON), **fields)


async def test_every_change_makes_a_version_and_what_is_no_change_makes_none(store: Store) -> None:
    project = a_project(setup_script="make", files_to_copy=(".env",))

    def write(tx: Transaction) -> None:
        tx.projects.insert(project, author="Ada")
        tx.projects.update(
            project.project_id, author="Bob", environment={"A": "1"}, sandbox_type=SandboxType.GIT_BRANCH
        )
        tx.projects.update(project.project_id, setup_script="make")
        tx.projects.update(project.project_id, archived=True)
        tx.projects.update(project.project_id, limits=TurnLimits(max_tokens=5))

    await store.write(write)
    versions, total = await store.read(lambda tx: tx.configurations.page(project.project_id))
    assert total == 3
    assert [(each.version, each.author, each.changed) for each in versions] == [
        (3, None, ("limits.max_tokens",)),
        (2, "Bob", ("environment.A", "sandbox_type")),
        (1, "Ada", ()),
    ]
    assert (await store.read(lambda tx: tx.projects.get(project.project_id))).version == 3
    assert versions[2].content["setup_script"] == "make"
    assert "archived" not in versions[0].content


async def test_a_version_gives_back_exactly_what_was_there(store: Store) -> None:
    project = a_project(
        mcp_servers=(StdioMcpServer("files", "mcp-files", ("--root",), {"A": "ü"}),),
        sandbox_type=SandboxType.GIT_BRANCH,
        limits=TurnLimits(max_cost_usd=0.5),
        files_to_copy=(".env",),
        environment={"A": "1"},
    )
    await store.write(lambda tx: tx.projects.insert(project))
    cleared: dict[str, Any] = {
        "mcp_servers": (),
        "sandbox_type": None,
        "limits": None,
        "files_to_copy": (),
        "environment": {},
    }
    await store.write(lambda tx: tx.projects.update(project.project_id, **cleared))
    first = await store.read(lambda tx: tx.configurations.get(project.project_id, 1))
    restored = await store.write(lambda tx: tx.projects.update(project.project_id, **fields_of(first)))
    assert replace(restored, version=1, updated_at=NOON) == project
    third = await store.read(lambda tx: tx.configurations.get(project.project_id, 3))
    assert third.content == first.content


async def test_a_version_of_before_a_field_was_added_holds_its_default(store: Store, database: Database) -> None:
    project = a_project(setup_script="make")
    await store.write(lambda tx: tx.projects.insert(project))
    bare = update(project_versions).values(content={"name": "Old", "webhook_rules": {}, "gone_since": 1})
    await database.write(lambda connection: connection.execute(bare))
    version = await store.read(lambda tx: tx.configurations.get(project.project_id, 1))
    assert fields_of(version)["setup_script"] is None
    assert (version.content["name"], version.content["environment"], version.content["secrets"]) == ("Old", {}, [])
    assert version.content["webhook_rules"]["comments"] is True  # type: ignore[index]
    assert "gone_since" not in version.content


async def test_of_secrets_a_version_knows_the_names(store: Store) -> None:
    project = a_project()
    scope = scope_of(project.project_id)

    def write(tx: Transaction) -> None:
        tx.projects.insert(project)
        tx.secrets.put(scope, "KEY", "sealed")
        tx.projects.secret_changed(project.project_id, "KEY", author="Ada", note="Secret KEY set.")

    await store.write(write)
    version = await store.read(lambda tx: tx.configurations.get(project.project_id, 2))
    assert (version.changed, version.content["secrets"]) == (("secrets.KEY",), ["KEY"])
    await store.write(lambda tx: tx.projects.delete(project.project_id))
    assert await store.read(lambda tx: tx.configurations.page(project.project_id)) == ([], 0)


async def test_projects_of_before_begin_with_what_they_have(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    await database.write(_as_it_was_before)
    await database.migrate()
    store = Store(database, JournalHub())
    versions, total = await store.read(lambda tx: tx.configurations.page(ProjectId("pj-old")))
    project = await store.read(lambda tx: tx.projects.get(ProjectId("pj-old")))
    assert (total, project.version) == (1, 1)
    expected = await store.read(lambda tx: tx.configurations.content_of(project))
    assert versions[0].content == expected
    assert (expected["environment"], expected["secrets"]) == ({"A": "1"}, ["KEY"])
    await database.close()


def _as_it_was_before(connection: Connection) -> None:
    folder = Path(migrations.__file__).parent
    step = next((folder / "versions").glob("*_project_versions.py")).name[:4]
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, f"{int(step) - 1:04d}")
    columns = "project_id, name, repository_url, created_at, updated_at, files_to_copy, archived, environment"
    now = "2025-01-01 12:00:00"
    values = f"'pj-old', 'Old', '/old', '{now}', '{now}', '[\".env\"]', false, '{{\"A\": \"1\"}}'"
    connection.execute(text(f"INSERT INTO projects ({columns}) VALUES ({values})".replace(":", "\\:")))
    sealed = f"'project:pj-old', 'KEY', 'x', '{now}'"
    connection.execute(
        text(f"INSERT INTO secrets (scope, name, sealed, updated_at) VALUES ({sealed})".replace(":", "\\:"))
    )
