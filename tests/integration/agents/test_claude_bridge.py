"""Claude by itself, as a process: how it starts, takes up sessions, fails and ends."""

import json
import os
from pathlib import Path
from typing import Any, cast

import pytest
from tests.integration.agents.agent_floor import PYTHON, AgentFloor, Ears, say
from tests.support.living import is_alive

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_session import AgentSession
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration, Driver
from shopfloor.agent_executor.declarations.claude import CLAUDE, CLAUDE_BY_ITSELF
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.mcp_servers import HttpMcpServer, StdioMcpServer
from shopfloor.errors import AgentCrashed, AgentProtocolError, AgentTimedOut
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox

IMPOSTOR = Path(__file__).with_name("claude_impostor.py")
CLAUDE_ALIKE = AgentDeclaration(
    "claude", "Claude", (PYTHON, "-S", "-I", str(IMPOSTOR)), driver=Driver.CLAUDE_STREAM, needs_sign_in=False
)


def executor(**limits: Any) -> AgentExecutor:
    return AgentExecutor(AgentCatalogue([CLAUDE_ALIKE], search_path=os.environ["PATH"]), AgentLimits(**limits))


async def start(floor: AgentFloor, resume: str | None = None, **limits: Any) -> AgentSession:
    return await executor(**limits).start("claude", cast(AgentSandbox, floor.sandbox), resume_session_id=resume)


async def test_a_conversation_goes_on_after_a_kill(floor: AgentFloor) -> None:
    first = await start(floor)
    ears = Ears()
    await say(first, "hello", ears)
    assert ears.text == "You said hello"
    os.kill(floor.sandbox.spawned[0].pid, 9)
    with pytest.raises(AgentCrashed, match="SIGKILL"):
        await say(first, "again", Ears())
    assert not first.is_alive
    await first.close()
    second = await start(floor, first.agent_session_id)
    assert second.was_resumed
    assert second.agent_session_id == first.agent_session_id
    await say(second, "back", Ears())
    await second.close()
    assert not any(is_alive(process.pid) for process in floor.sandbox.spawned)


async def test_a_session_it_does_not_know_is_replaced_by_a_new_one(floor: AgentFloor) -> None:
    session = await start(floor, "0f0f0f0f-0000-4000-8000-000000000000")
    assert not session.was_resumed
    ears = Ears()
    await say(session, "hello", ears)
    assert ears.text == "You said hello"
    await session.close()
    assert not any(is_alive(process.pid) for process in floor.sandbox.spawned)


async def test_how_it_ended_is_told(floor: AgentFloor) -> None:
    session = await start(floor)
    with pytest.raises(AgentCrashed, match=r"exit code 3 .* out of ideas"):
        await say(session, "die", Ears())
    await session.close()


async def test_nonsense_is_given_up_and_a_little_is_borne(floor: AgentFloor) -> None:
    session = await start(floor)
    ears = Ears()
    await say(session, "noise", ears)
    assert ears.text == "You said noise"
    with pytest.raises(AgentProtocolError, match="this is no message"):
        await say(session, "nonsense", Ears())
    await session.close()
    assert not is_alive(floor.sandbox.spawned[0].pid)


async def test_silence_has_a_limit(floor: AgentFloor) -> None:
    session = await start(floor, turn_idle_seconds=0.3)
    with pytest.raises(AgentTimedOut):
        await say(session, "hang", Ears())
    assert not is_alive(floor.sandbox.spawned[0].pid)
    await session.close()


async def test_servers_with_keys_reach_it_by_a_file_and_not_on_its_command_line(floor: AgentFloor) -> None:
    using = executor()
    launched = await using.launch("claude", cast(AgentSandbox, floor.sandbox))
    local = StdioMcpServer("local", "run-me", ("x",), {"KEY": "secret-one"})
    remote = HttpMcpServer("remote", "http://127.0.0.1:1/mcp", {"Authorization": "secret-two"})
    assert launched.can_use(remote)
    session = await using.open_session(launched, mcp_servers=[local, remote])
    ears = Ears()
    await say(session, "argv", ears)
    await session.close()
    argv, _, rest = ears.text.partition("]")
    assert "secret" not in argv
    config = json.loads(rest.partition("You said")[0])
    assert config["mcpServers"]["local"] == {"command": "run-me", "args": ["x"], "env": {"KEY": "secret-one"}}
    assert config["mcpServers"]["remote"]["headers"] == {"Authorization": "secret-two"}


def test_it_is_used_where_the_adapter_is_missing(tmp_path: Path) -> None:
    def installed(name: str) -> None:
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)

    catalogue = AgentCatalogue([CLAUDE], search_path=str(tmp_path))
    assert catalogue.in_use(CLAUDE) is CLAUDE
    installed("claude")
    assert catalogue.get("claude") is CLAUDE_BY_ITSELF
    installed("claude-agent-acp")
    assert catalogue.get("claude") is CLAUDE
