"""Finding command files, in the shipped fake sandbox."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import fake_sandbox

from shopfloor.command_loader.command_loader import load_command
from shopfloor.errors import CommandFileInvalid
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox

OURS = [f"agent_workflow_{phase}" for phase in ("build", "plan", "review", "test")]


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[AgentSandbox]:
    async with fake_sandbox(tmp_path) as made:
        yield made


@pytest.fixture
def commands(sandbox: AgentSandbox) -> Path:
    folder = Path(sandbox.workspace_path) / ".claude" / "commands"
    folder.mkdir(parents=True)
    return folder


async def test_without_a_file_of_its_own_a_repository_gets_ours(sandbox: AgentSandbox) -> None:
    for name in OURS:
        command = await load_command(sandbox, name)
        assert command.is_builtin
        assert command.name == name


async def test_a_repository_s_own_file_wins(sandbox: AgentSandbox, commands: Path) -> None:
    (commands / "agent_workflow_plan.md").write_text("Ours: $ARGUMENTS")
    command = await load_command(sandbox, "agent_workflow_plan")
    assert not command.is_builtin
    assert command.path == ".claude/commands/agent_workflow_plan.md"
    assert command.body == "Ours: $ARGUMENTS\n"


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("agent_workflow_implement", "agent_workflow_build"),
        ("agent_workflow_build", "agent_workflow_implement"),
        ("agent_workflow_validate", "agent_workflow_test"),
        ("agent_workflow_test", "agent_workflow_validate"),
    ],
)
async def test_a_phase_is_found_under_both_its_names(
    sandbox: AgentSandbox, commands: Path, asked: str, there: str
) -> None:
    assert (await load_command(sandbox, asked)).is_builtin
    (commands / f"{there}.md").write_text("other name")
    assert (await load_command(sandbox, asked)).body == "other name\n"
    (commands / f"{asked}.md").write_text("its own name")
    assert (await load_command(sandbox, asked)).body == "its own name\n"


async def test_a_broken_file_is_an_error_and_not_passed_over(sandbox: AgentSandbox, commands: Path) -> None:
    (commands / "agent_workflow_plan.md").write_bytes(b"x" * 300_000)
    with pytest.raises(CommandFileInvalid, match="larger than 256 KiB"):
        await load_command(sandbox, "agent_workflow_plan")


async def test_a_folder_or_a_link_out_of_the_repository_is_an_error(
    sandbox: AgentSandbox, commands: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret")
    (commands / "agent_workflow_plan.md").symlink_to(outside)
    (commands / "agent_workflow_test.md").mkdir()
    for name in ("agent_workflow_plan", "agent_workflow_test"):
        with pytest.raises(CommandFileInvalid, match=name):
            await load_command(sandbox, name)


@pytest.mark.parametrize("name", ["../secret", "a/b", "", ".x", "a" * 101, "a\n"])
async def test_names_that_are_paths_are_refused(sandbox: AgentSandbox, name: str) -> None:
    with pytest.raises(CommandFileInvalid, match="not a name"):
        await load_command(sandbox, name)


async def test_an_unknown_command_is_answered_with_what_to_do(sandbox: AgentSandbox) -> None:
    with pytest.raises(CommandFileInvalid, match="no command deploy") as caught:
        await load_command(sandbox, "deploy")
    assert caught.value.hint is not None
    assert ".claude/commands/deploy.md" in caught.value.hint
