import sys
from pathlib import Path

import pytest

from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration, custom_agent, demo_agent
from shopfloor.errors import AgentNotAvailable


def catalogue(command: str | None = None, search_path: str = "") -> AgentCatalogue:
    return AgentCatalogue([demo_agent(), custom_agent(command)], search_path=search_path)


def test_the_demo_agent_is_run_by_the_interpreter_itself() -> None:
    argv = catalogue().get("demo").argv
    assert Path(argv[0]).resolve() == Path(sys.executable).resolve()
    assert (Path(argv[-1]) / "__main__.py").is_file()


def test_a_custom_command_is_found_on_the_path(tmp_path: Path) -> None:
    program = tmp_path / "my-agent"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert catalogue("my-agent --acp 'a b'", str(tmp_path)).get("custom").argv == ("my-agent", "--acp", "a b")


@pytest.mark.parametrize("command", [None, "", "no-such-program", "'unfinished"])
def test_what_cannot_be_started_is_not_available(command: str | None) -> None:
    with pytest.raises(AgentNotAvailable, match="not installed") as caught:
        catalogue(command).get("custom")
    assert caught.value.hint
    assert caught.value.field == "agent"


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AgentNotAvailable, match="no agent called claud") as caught:
        catalogue().get("claud")
    assert caught.value.hint == "There are: demo, custom."


def test_a_declaration_holds_what_other_agents_need() -> None:
    claude = AgentDeclaration(
        name="claude",
        display_name="Claude Code",
        argv=("claude-agent-acp",),
        environment={"IS_SANDBOX": "1"},
        key_variables=("ANTHROPIC_API_KEY",),
        login_hint="Set ANTHROPIC_API_KEY.",
    )
    assert not claude.environment.get("ANTHROPIC_API_KEY")
