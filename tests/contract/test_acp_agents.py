"""What our client relies on, with the demo agent and with an agent on the ACP project's own SDK."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.agents import sdk_agent
from tests.integration.agents.agent_floor import AgentFloor, Ears, agent_floor, say

from shopfloor.agent_executor.agent_session import AgentSession, StopReason
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import AgentReportedError


class Agents:
    def __init__(self, floor: AgentFloor, command: str | None) -> None:
        self.floor = floor
        self._command = command

    async def start(self, resume_session_id: str | None = None) -> AgentSession:
        return await self.floor.start(command=self._command, resume_session_id=resume_session_id)


@pytest.fixture(params=["demo", "sdk"])
async def agents(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Agents]:
    command = f"{sys.executable} {sdk_agent.__file__}" if request.param == "sdk" else None
    async with agent_floor(tmp_path) as floor:
        yield Agents(floor, command)


async def test_answers_a_prompt(agents: Agents) -> None:
    session = await agents.start()
    ears = Ears()
    result = await say(session, "demo: say hello to all of you", ears)
    await session.close()
    assert result.stop_reason is StopReason.END_TURN
    assert ears.text.strip() == "hello to all of you"


async def test_a_permission_request_is_answered_with_the_chosen_option(agents: Agents) -> None:
    session = await agents.start()
    yes, no = Ears(answers=["allow_once"]), Ears(answers=["reject_once"])
    await say(session, "demo: ask May I?", yes)
    await say(session, "demo: ask May I really?", no)
    await session.close()
    assert yes.asked[0].title == "May I?"
    assert "You said yes" in yes.text
    assert "You said no" in no.text


async def test_an_error_keeps_its_text_and_category(agents: Agents) -> None:
    session = await agents.start()
    with pytest.raises(AgentReportedError, match="the model is busy") as caught:
        await say(session, "demo: fail transient the model is busy", Ears())
    await session.close()
    assert caught.value.category is ErrorCategory.TRANSIENT


async def test_a_cancelled_turn_ends_and_the_next_one_works(agents: Agents) -> None:
    session = await agents.start()
    turn = asyncio.create_task(say(session, "demo: sleep 600", Ears()))
    while b"session/prompt" not in agents.floor.sandbox.spawned[0].written:
        await asyncio.sleep(0)
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    ears = Ears()
    await say(session, "demo: say on we go", ears)
    await session.close()
    assert ears.text.strip() == "on we go"


async def test_a_turn_can_be_cancelled_while_it_asks(agents: Agents) -> None:
    session = await agents.start()
    asked = asyncio.Event()

    async def never(_request: PermissionRequest) -> str:
        asked.set()
        await asyncio.sleep(600)
        raise AssertionError

    turn = asyncio.create_task(session.prompt("demo: ask May I?", on_update=Ears().on_update, on_permission=never))
    await asked.wait()
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    await session.close()


async def test_a_session_is_taken_up_again_after_a_kill(agents: Agents) -> None:
    first = await agents.start()
    await say(first, "demo: say one", Ears())
    os.kill(agents.floor.sandbox.spawned[0].pid, 9)
    await first.close()
    second = await agents.start(first.agent_session_id)
    assert second.was_resumed
    ears = Ears()
    await say(second, "demo: say two", ears)
    await second.close()
    assert ears.text.strip() == "two"


async def test_an_unknown_session_is_replaced(agents: Agents) -> None:
    session = await agents.start("gone")
    assert not session.was_resumed
    assert session.agent_session_id != "gone"
    await session.close()
