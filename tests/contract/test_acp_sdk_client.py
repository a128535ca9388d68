"""The demo agent as any other client sees it: driven by the ACP project's own SDK."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import acp
import pytest
from acp import schema

from shopfloor.agent_executor.catalogue import demo_agent


class SdkClient:
    def __init__(self) -> None:
        self.updates: list[Any] = []
        self.answer: schema.RequestPermissionResponse | None = None

    async def session_update(self, session_id: str, update: Any, **_kwargs: Any) -> None:
        self.updates.append(update)

    async def request_permission(
        self, session_id: str, tool_call: Any, options: list[schema.PermissionOption], **_kwargs: Any
    ) -> schema.RequestPermissionResponse:
        outcome = schema.AllowedOutcome(outcome="selected", option_id=options[0].option_id)
        return schema.RequestPermissionResponse(outcome=outcome)

    def on_connect(self, conn: acp.Agent) -> None:
        return None

    @property
    def text(self) -> str:
        chunks = (update for update in self.updates if isinstance(update, schema.AgentMessageChunk))
        return "".join(chunk.content.text for chunk in chunks if isinstance(chunk.content, schema.TextContentBlock))


@contextlib.asynccontextmanager
async def demo(tmp_path: Path) -> AsyncIterator[tuple[SdkClient, Any]]:
    client = SdkClient()
    command, *arguments = demo_agent().argv
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    async with acp.spawn_agent_process(
        client,  # type: ignore[arg-type]
        command,
        *arguments,
        env=environment,
        cwd=tmp_path,
    ) as (connection, _process):
        answer = await connection.initialize(protocol_version=acp.PROTOCOL_VERSION)
        assert answer.agent_info is not None
        assert answer.agent_info.name == "shopfloor-demo"
        yield client, connection


async def test_a_whole_conversation(tmp_path: Path) -> None:
    async with demo(tmp_path) as (client, connection):
        session = await connection.new_session(cwd=str(tmp_path), mcp_servers=[])
        await connection.set_config_option(session_id=session.session_id, config_id="model", value="demo-brief")
        prompt = [acp.text_block("demo: write a.txt hello\ndemo: ask May I?\ndemo: say done")]
        answer = await connection.prompt(session_id=session.session_id, prompt=prompt)
    assert answer.stop_reason == "end_turn"
    assert (tmp_path / "a.txt").read_text() == "hello\n"
    assert "You said yes" in client.text


async def test_load_tells_the_earlier_conversation(tmp_path: Path) -> None:
    async with demo(tmp_path) as (_, connection):
        session = await connection.new_session(cwd=str(tmp_path), mcp_servers=[])
        await connection.prompt(session_id=session.session_id, prompt=[acp.text_block("demo: say remember me")])
    async with demo(tmp_path) as (client, connection):
        await connection.load_session(cwd=str(tmp_path), session_id=session.session_id, mcp_servers=[])
        await connection.prompt(session_id=session.session_id, prompt=[acp.text_block("demo: say hello")])
    assert client.text == "remember mehello\n\n"


async def test_cancel(tmp_path: Path) -> None:
    async with demo(tmp_path) as (client, connection):
        session = await connection.new_session(cwd=str(tmp_path), mcp_servers=[])
        prompt = [acp.text_block("demo: say here\ndemo: sleep 600")]
        turn = asyncio.create_task(connection.prompt(session_id=session.session_id, prompt=prompt))
        while "here" not in client.text:
            await asyncio.sleep(0.005)
        await connection.cancel(session_id=session.session_id)
        assert (await turn).stop_reason == "cancelled"


async def test_wrong_requests_are_answered_with_errors(tmp_path: Path) -> None:
    async with demo(tmp_path) as (_, connection):
        with pytest.raises(acp.RequestError, match="no session nobody"):
            await connection.prompt(session_id="nobody", prompt=[acp.text_block("hello")])
        with pytest.raises(acp.RequestError, match="no session nobody"):
            await connection.load_session(cwd=str(tmp_path), session_id="nobody", mcp_servers=[])
        with pytest.raises(acp.RequestError, match="no method"):
            await connection.ext_method("dance", {})
