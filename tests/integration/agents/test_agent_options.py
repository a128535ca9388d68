"""Models, modes and efforts, with the demo agent and with programs that change their mind."""

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say

from shopfloor.agent_executor.agent_options import OptionKind
from shopfloor.domain.agent_updates import RawUpdate, TextChunk
from shopfloor.errors import EffortNotOffered, ModeNotOffered


async def test_a_session_says_what_can_be_chosen(floor: AgentFloor) -> None:
    session = await floor.start()
    await session.close()
    assert session.options.model.values == ("demo", "demo-brief", "demo-thorough")
    assert session.options.mode.values == ("build", "plan")
    assert session.options.effort.values == ("low", "medium", "high")
    assert session.options.current() == {"model": "demo", "mode": "build", "effort": "medium"}


async def test_what_is_chosen_between_turns_holds_from_the_next_one_on(floor: AgentFloor) -> None:
    session = await floor.start()
    await session.choose(OptionKind.MODE, "plan")
    ears = Ears()
    await say(session, "demo: write a.txt 1", ears)
    assert "plan mode" in ears.text
    assert not (floor.workspace / "a.txt").exists()
    await session.choose(OptionKind.MODE, "build")
    await session.choose(OptionKind.EFFORT, "high")
    ears = Ears()
    await say(session, "Add a greeting module", ears)
    await session.close()
    assert session.options.current() == {"model": "demo", "mode": "build", "effort": "high"}
    thoughts = [u.text for u in ears.updates if isinstance(u, TextChunk) and u.kind == "thought"]
    assert "another side" in "".join(thoughts)


async def test_what_is_not_offered_is_refused_and_nothing_changes(floor: AgentFloor) -> None:
    session = await floor.start()
    with pytest.raises(ModeNotOffered, match="does not offer the mode yolo"):
        await session.choose(OptionKind.MODE, "yolo")
    with pytest.raises(EffortNotOffered) as caught:
        await session.choose(OptionKind.EFFORT, "superhuman")
    await session.close()
    assert caught.value.field == "reasoning_effort"
    assert session.options.current()["mode"] == "build"


async def test_an_agent_that_changes_its_mode_by_itself_is_heard(floor: AgentFloor) -> None:
    command = floor.script(
        """
answer(receive(), protocolVersion=1, agentCapabilities={})
modes = {"currentModeId": "plan", "availableModes": [{"id": "plan", "name": "P"}, {"id": "build", "name": "B"}]}
answer(receive(), sessionId="s1", modes=modes)
message = receive()
update(sessionUpdate="current_mode_update", currentModeId="build")
answer(message, stopReason="end_turn")
receive()
"""
    )
    session = await floor.start(command=command)
    ears = Ears()
    await say(session, "go", ears)
    await session.close()
    assert ears.updates == [RawUpdate("options", {"mode": "build"})]
    assert session.options.mode.current == "build"
