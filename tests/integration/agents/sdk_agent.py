"""An agent on the ACP project's own SDK, scripted by its prompts. Run as a program."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import acp
from acp import schema


class SdkAgent:
    client: acp.Client

    def __init__(self) -> None:
        self._cancelled = asyncio.Event()

    def on_connect(self, conn: acp.Client) -> None:
        self.client = conn

    async def initialize(self, protocol_version: int, **_kwargs: Any) -> acp.InitializeResponse:
        capabilities = schema.AgentCapabilities(load_session=True)
        return acp.InitializeResponse(protocol_version=protocol_version, agent_capabilities=capabilities)

    async def new_session(self, cwd: str, **_kwargs: Any) -> acp.NewSessionResponse:
        session_id = f"sdk-{os.getpid()}"
        self._file(session_id).write_text("[]")
        return acp.NewSessionResponse(session_id=session_id)

    async def load_session(self, cwd: str, session_id: str, **_kwargs: Any) -> acp.LoadSessionResponse:
        if not self._file(session_id).exists():
            raise acp.RequestError.resource_not_found(session_id)
        for text in json.loads(self._file(session_id).read_text()):
            await self.client.session_update(session_id, acp.update_agent_message_text(text))
        return acp.LoadSessionResponse()

    async def prompt(self, prompt: list[Any], session_id: str, **_kwargs: Any) -> acp.PromptResponse:
        self._cancelled.clear()
        stop_reason: schema.StopReason = "end_turn"
        verb, _, rest = prompt[0].text.removeprefix("demo: ").partition(" ")
        if verb == "say":
            await self.client.session_update(session_id, acp.update_agent_message_text(rest))
            self._file(session_id).write_text(json.dumps([rest]))
        elif verb == "ask":
            stop_reason = await self._ask(session_id, rest)
        elif verb == "fail":
            category, _, text = rest.partition(" ")
            raise acp.RequestError(-32603, text, {"category": category})
        elif verb == "sleep":
            await acp_say(self.client, session_id, "sleeping")
            await self._cancelled.wait()
            stop_reason = "cancelled"
        return acp.PromptResponse(stop_reason=stop_reason)

    async def cancel(self, session_id: str, **_kwargs: Any) -> None:
        self._cancelled.set()

    async def _ask(self, session_id: str, question: str) -> schema.StopReason:
        options = [
            schema.PermissionOption(option_id="allow_once", name="Allow", kind="allow_once"),
            schema.PermissionOption(option_id="reject_once", name="Reject", kind="reject_once"),
        ]
        tool_call = schema.ToolCallUpdate(tool_call_id="t1", title=question)
        answer = await self.client.request_permission(session_id, tool_call, options)
        if isinstance(answer.outcome, schema.AllowedOutcome):
            said = "yes" if answer.outcome.option_id == "allow_once" else "no"
            await acp_say(self.client, session_id, f"You said {said}")
            return "end_turn"
        return "cancelled"

    def _file(self, session_id: str) -> Path:
        return Path.home() / f"{session_id}.json"


async def acp_say(client: acp.Client, session_id: str, text: str) -> None:
    await client.session_update(session_id, acp.update_agent_message_text(text))


if __name__ == "__main__":
    asyncio.run(acp.run_agent(SdkAgent()))  # type: ignore[arg-type]
