"""The dependency rule, read from the imports themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "shopfloor"

# A part may import the parts named here, and itself. Where a package is pluggable, only its protocol is named.
ALLOWED: dict[str, set[str]] = {
    "domain": {"errors"},
    "errors": {"domain"},
    "settings": {"domain", "errors"},
    "home": {"errors"},
    "background_loop": set(),
    "process": {"domain", "errors", "sandbox_manager.sandbox_protocol"},
    "git_operations": {"domain", "errors", "process"},
    "sandbox_manager": {"domain", "errors", "process", "git_operations"},
    "agent_executor": {"domain", "errors", "sandbox_manager.sandbox_protocol"},
    "command_loader": {"domain", "errors", "sandbox_manager.sandbox_protocol"},
    "state_manager": {"domain", "errors", "forge.forge_protocol", "forge.pull_request_store"},
    "event_journal": {"domain", "errors", "state_manager"},
    "forge": {"domain", "errors", "git_operations"},
    "github_integration": {
        *("domain", "errors", "process", "state_manager.store", "forge.forge_protocol", "git_operations.remote_access"),
    },
    "observability": {"domain", "errors", "settings"},
    "preferences": {"domain", "errors", "settings", "state_manager"},
    "vault": {"domain", "errors", "state_manager"},
    "workflow_engine": {
        *("background_loop", "domain", "errors", "state_manager", "event_journal", "git_operations", "command_loader"),
        *("sandbox_manager.sandbox_protocol", "forge.forge_protocol"),
        *("agent_executor.agent_executor", "agent_executor.agent_session", "agent_executor.catalogue"),
        *("agent_executor.agent_options",),
        "small_model.namer",
    },
    "work_orders": {
        *("domain", "errors", "state_manager", "event_journal", "git_operations", "preferences", "workflow_engine"),
        *("agents", "sandbox_manager.sandbox_protocol", "forge.forge_protocol", "agent_executor.catalogue"),
        *("agent_executor.agent_options",),
    },
    "visits": {
        *("domain", "errors", "state_manager", "event_journal", "git_operations", "workflow_engine"),
        "sandbox_manager.sandbox_protocol",
    },
    "previews": {"domain", "errors", "state_manager.store", "sandbox_manager.sandbox_protocol", "visits"},
    "preview_proxy": {"domain", "errors", "previews"},
    "board": {
        *("background_loop", "domain", "errors", "state_manager", "work_orders", "preferences"),
        "forge.forge_protocol",
    },
    "small_model": {"domain", "errors"},
    "agents": {
        *("domain", "errors", "state_manager", "sandbox_manager.sandbox_protocol"),
        *("agent_executor.agent_executor", "agent_executor.agent_options", "agent_executor.catalogue"),
    },
    "webhooks": {
        *("background_loop", "domain", "errors", "state_manager", "event_journal.conversations", "vault"),
        *("work_orders", "workflow_engine.workbench", "board.issue_import"),
        *("forge.forge_protocol", "forge.review_protocol"),
    },
    "projects": {"domain", "errors", "state_manager", "command_loader"},
    "repositories": {"domain", "errors", "state_manager", "git_operations", "command_loader"},
    "api": {
        *("agent_executor.agent_options", "agent_executor.agent_states", "state_manager.permissions"),
        *("state_manager.turn_usage", "event_journal.conversations"),
        *("domain", "errors", "settings", "state_manager.store", "event_journal.journal", "preferences", "projects"),
        *("agents", "work_orders", "repositories"),
        *("workflow_engine.permission_desk", "workflow_engine.workflow_definitions"),
        *("git_operations", "forge.forge_protocol", "agent_executor.catalogue", "vault", "board", "visits"),
        *("github_integration.service", "webhooks", "previews", "preview_proxy"),
        *("sandbox_manager.sandbox_protocol", "sandbox_manager.sandbox_types"),
    },
    "app": {"*"},
    "demo": {"app", "domain", "work_orders"},
    "server": {"api", "app", "demo", "domain", "errors", "home", "observability", "settings"},
    "cli": {"domain", "errors", "settings", "home", "server", "process", "git_operations", "agent_executor.catalogue"},
}

CHOSEN_ONLY_BY_APP = {
    "shopfloor.workflow_engine.dbos_engine.DbosEngine",
    "shopfloor.forge.local_forge",
    "shopfloor.github_integration.github_forge",
    "shopfloor.github_integration.issues",
    "shopfloor.github_integration.reviews",
    "shopfloor.sandbox_manager.sandbox_factory",
    "shopfloor.sandbox_manager.git_worktree_sandbox",
    "shopfloor.sandbox_manager.git_branch_sandbox",
}


def modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]


def part_of(path: Path) -> str:
    relative = path.relative_to(SOURCE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_import_follows_the_rule(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return
    allowed = ALLOWED[part] | {part}
    for name in imports_of(path):
        if not name.startswith("shopfloor.") or "*" in allowed or name == "shopfloor.__version__":
            continue
        inner = name.removeprefix("shopfloor.")
        assert any(inner == rule or inner.startswith(f"{rule}.") for rule in allowed), f"{part} must not import {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_app_chooses_implementations(path: Path) -> None:
    part = part_of(path)
    if part == "app":
        return
    for name in imports_of(path):
        for chosen in CHOSEN_ONLY_BY_APP:
            same_package = chosen.split(".")[1] == part
            assert same_package or not f"{name}.".startswith(f"{chosen}."), f"{part} must not choose {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_process_starts_processes(path: Path) -> None:
    if part_of(path) == "process" or "demo_agent" in path.parts:
        return
    spawners = {"subprocess", "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "os.system", "pty"}
    used = {name for name in imports_of(path) if name.split(".")[0] in {"subprocess", "pty"}}
    used |= {spawner for spawner in spawners if "." in spawner and spawner in path.read_text()}
    assert not used


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_settings_reads_the_environment(path: Path) -> None:
    if part_of(path) in {"settings"} or "demo_agent" in path.parts:
        return
    text = path.read_text()
    assert "os.environ" not in text
    assert "os.getenv" not in text


def test_only_the_adapter_knows_the_durable_engine() -> None:
    users = {path for path in modules() if any(name.split(".")[0] == "dbos" for name in imports_of(path))}
    assert users == {SOURCE / "workflow_engine" / "dbos_engine.py"}
