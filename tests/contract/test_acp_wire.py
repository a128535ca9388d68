"""Every line that our client and the demo agent write is what the protocol's published schema says."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from acp import schema
from pydantic import BaseModel
from tests.integration.agents.agent_floor import AgentFloor, Ears, RecordingProcess, agent_floor, say

from shopfloor.agent_executor.agent_session import TurnContext
from shopfloor.domain.work_order import AgentWorkflowPhase
from shopfloor.errors import AgentReportedError

CALLS: dict[str, type[BaseModel]] = {
    "initialize": schema.InitializeRequest,
    "session/new": schema.NewSessionRequest,
    "session/load": schema.LoadSessionRequest,
    "session/set_config_option": schema.SetSessionConfigOptionSelectRequest,
    "session/prompt": schema.PromptRequest,
    "session/cancel": schema.CancelNotification,
    "session/update": schema.SessionNotification,
    "session/request_permission": schema.RequestPermissionRequest,
}
ANSWERS: dict[str, type[BaseModel]] = {
    "initialize": schema.InitializeResponse,
    "session/new": schema.NewSessionResponse,
    "session/load": schema.LoadSessionResponse,
    "session/set_config_option": schema.SetSessionConfigOptionResponse,
    "session/prompt": schema.PromptResponse,
    "session/request_permission": schema.RequestPermissionResponse,
}


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[AgentFloor]:
    async with agent_floor(tmp_path) as made:
        yield made


def messages(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def check(said: list[dict[str, Any]], heard: list[dict[str, Any]]) -> set[str]:
    """Checks one side's messages, given the other's; returns the names of what occurred."""
    asked = {message["id"]: message["method"] for message in heard if "method" in message and "id" in message}
    seen = set()
    for message in said:
        assert message.pop("jsonrpc") == "2.0"
        if "method" in message:
            model, value = CALLS[message["method"]], message["params"]
            seen.add(value.get("update", {}).get("sessionUpdate") or message["method"])
        elif "error" in message:
            model, value = schema.Error, message["error"]
            seen.add("error")
        else:
            model, value = ANSWERS[asked[message["id"]]], message["result"]
            seen.add(f"answer to {asked[message['id']]}")
        without_loss(model, value)
    return seen


def without_loss(model: type[BaseModel], value: Any) -> None:
    """Valid, and with no field the schema does not know."""
    again = model.model_validate(value).model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert again == value


async def converse(floor: AgentFloor) -> list[RecordingProcess]:
    first = await floor.start(model="demo-brief")
    for phase in (AgentWorkflowPhase.PLANNING, AgentWorkflowPhase.IMPLEMENTING, AgentWorkflowPhase.TESTING):
        context = TurnContext(phase, "Add a greeting module", "specs/a-plan.md", "specs/a-results.md")
        await say(first, "Add a greeting module", Ears(), context)
    request = "demo: write a.txt one\ndemo: write a.txt two\ndemo: write ../x no\ndemo: run false\ndemo: flood 10"
    await say(first, request, Ears())
    await say(first, "demo: ask May I?", Ears(answers=["allow_once"]))
    await say(first, "demo: ask May I?", Ears(answers=[None]))
    with pytest.raises(AgentReportedError):
        await say(first, "demo: fail fatal over", Ears())
    await first.close()
    second = await floor.start(resume_session_id=first.agent_session_id)
    ears = Ears()
    turn = asyncio.create_task(say(second, "demo: say here\ndemo: sleep 600", ears))
    while "here" not in ears.text:
        await asyncio.sleep(0)
    await second.cancel()
    await turn
    await second.close()
    return floor.sandbox.spawned


async def test_all_that_is_written_is_valid(floor: AgentFloor) -> None:
    ours: set[str] = set()
    the_agents: set[str] = set()
    for process in await converse(floor):
        said, heard = messages(bytes(process.written)), messages(bytes(process.heard))
        ours |= check([dict(message) for message in said], heard)
        the_agents |= check([dict(message) for message in heard], said)
    assert ours == {
        *("initialize", "session/new", "session/load", "session/set_config_option", "session/prompt"),
        *("session/cancel", "answer to session/request_permission"),
    }
    assert the_agents == {
        *("answer to initialize", "answer to session/new", "answer to session/load"),
        *("answer to session/set_config_option", "answer to session/prompt", "error", "session/request_permission"),
        *("agent_message_chunk", "agent_thought_chunk", "user_message_chunk"),
        *("tool_call", "tool_call_update", "plan", "usage_update"),
    }
