"""Our client against agents that are slow, silent, stopped or faster than we listen."""

import asyncio

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say, until_there
from tests.support.living import is_alive

from shopfloor.agent_executor.agent_session import StopReason
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import AgentUpdate, PermissionRequest, TextChunk
from shopfloor.errors import (
    AgentTimedOut,
)


async def test_silence_is_not_counted_while_we_do_not_listen(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(turn_idle_seconds=0.05))
    heard: list[AgentUpdate] = []

    async def slowly(update: AgentUpdate) -> None:
        if not heard:
            await asyncio.sleep(0.2)
        heard.append(update)

    await session.prompt("demo: flood 20000", on_update=slowly, on_permission=Ears().on_permission)
    await session.close()
    assert sum(isinstance(update, TextChunk) for update in heard) == 20_000


async def test_silence_is_not_counted_while_a_person_is_asked(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(turn_idle_seconds=1.0))

    async def think_it_over(_request: PermissionRequest) -> str:
        await asyncio.sleep(1.5)
        return "allow_once"

    ears = Ears()
    await session.prompt("demo: ask May I?", on_update=ears.on_update, on_permission=think_it_over)
    await session.close()
    assert "You said yes" in ears.text


async def test_an_unanswered_question_runs_out(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(permission_seconds=0.05))
    gave_up = asyncio.Event()

    async def never(_request: PermissionRequest) -> str:
        try:
            await asyncio.sleep(600)
        finally:
            gave_up.set()
        raise AssertionError

    ears = Ears()
    await session.prompt("demo: ask May I?", on_update=ears.on_update, on_permission=never)
    await session.close()
    assert "You said no" in ears.text
    assert gave_up.is_set()


async def test_a_turn_has_a_deadline_even_if_the_agent_talks_all_the_time(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(turn_seconds=0.2))
    with pytest.raises(AgentTimedOut, match=r"did not finish within 0\.2 seconds"):
        await say(session, "demo: flood 1000000000", Ears())
    await session.close()


async def test_cancel_ends_a_turn_and_the_session_goes_on(floor: AgentFloor) -> None:
    session = await floor.start()
    ears = Ears()
    turn = asyncio.create_task(say(session, "demo: say here\ndemo: sleep 600", ears))
    while "here" not in ears.text:
        await asyncio.sleep(0)
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    again = Ears()
    await say(session, "demo: say still here", again)
    assert again.text == "still here\n\n"
    await session.close()


async def test_cancel_ends_a_command_the_agent_runs(floor: AgentFloor) -> None:
    pid_file = floor.workspace / "pid"
    session = await floor.start()
    turn = asyncio.create_task(say(session, f"demo: run echo $$ >{pid_file}; exec sleep 600", Ears()))
    pid = int(await until_there(pid_file))
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    assert not is_alive(pid)
    await session.close()


async def test_cancel_ends_a_turn_whose_listener_is_stuck(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(cancel_seconds=0.05))
    stuck = asyncio.Event()

    async def never(_update: AgentUpdate) -> None:
        stuck.set()
        await asyncio.sleep(600)

    turn = asyncio.create_task(
        session.prompt("demo: flood 100000", on_update=never, on_permission=Ears().on_permission)
    )
    await stuck.wait()
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    assert not is_alive(floor.sandbox.spawned[0].pid)
    await session.close()


async def test_cancel_without_a_turn_does_nothing(floor: AgentFloor) -> None:
    session = await floor.start()
    await session.cancel()
    await say(session, "demo: say hello", ears := Ears())
    assert ears.text == "hello\n\n"
    await session.close()


async def test_an_agent_that_never_reads_its_prompt_is_ended(floor: AgentFloor) -> None:
    command = floor.script("shake_hands(); time.sleep(600)")
    session = await floor.start(AgentLimits(turn_idle_seconds=0.1), command=command)
    with pytest.raises(AgentTimedOut, match="did not read its prompt"):
        await say(session, "x" * 1_000_000, Ears())
    await session.close()


async def test_a_failing_listener_ends_the_turn_with_its_own_error(floor: AgentFloor) -> None:
    session = await floor.start()

    async def broken(_update: AgentUpdate) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await session.prompt("demo: flood 100000000", on_update=broken, on_permission=Ears().on_permission)
    await session.close()


async def test_a_cancelled_task_leaves_nothing_behind(floor: AgentFloor) -> None:
    session = await floor.start()
    turn = asyncio.create_task(say(session, "demo: sleep 600", Ears()))
    await asyncio.sleep(0.05)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await session.close()
    assert not is_alive(floor.sandbox.spawned[0].pid)


async def test_others_get_their_turn_while_an_agent_floods(floor: AgentFloor) -> None:
    session = await floor.start()
    turn = asyncio.create_task(say(session, "demo: flood 50000", Ears()))
    times_awake = 0
    while not turn.done():
        await asyncio.sleep(0)
        times_awake += 1
    await session.close()
    assert times_awake > 25


async def test_an_agent_is_held_back_by_a_listener_that_does_not_listen(floor: AgentFloor) -> None:
    session = await floor.start()
    gate = asyncio.Event()

    async def wait_first(_update: AgentUpdate) -> None:
        await gate.wait()

    turn = asyncio.create_task(
        session.prompt("demo: flood 100000", on_update=wait_first, on_permission=Ears().on_permission)
    )
    recorded = floor.sandbox.spawned[0]
    size = -1
    while size != len(recorded.heard) or size == 0:
        size = len(recorded.heard)
        await asyncio.sleep(0.05)
    assert size < 1_000_000
    gate.set()
    await turn
    assert len(recorded.heard) > 10_000_000
    await session.close()
