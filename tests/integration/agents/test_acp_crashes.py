"""Our client against agents that end, print nonsense or never stop talking."""

import asyncio
import os

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say, until_there
from tests.support.living import is_alive

from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import RawUpdate
from shopfloor.errors import (
    AgentCrashed,
    AgentProtocolError,
)


@pytest.mark.parametrize("exit_code", [0, 3])
async def test_an_agent_that_ends_without_answering_has_crashed(floor: AgentFloor, exit_code: int) -> None:
    command = floor.script(f"shake_hands(); receive(); text('bye'); sys.stderr.write('why\\n'); sys.exit({exit_code})")
    session = await floor.start(command=command)
    ears = Ears()
    with pytest.raises(AgentCrashed, match=f"exit code {exit_code} .* why") as caught:
        await say(session, "hello", ears)
    assert caught.value.exit_code == exit_code
    assert ears.text == "bye"
    with pytest.raises(AgentCrashed):
        await say(session, "again", ears)
    await session.close()


async def test_an_agent_that_is_killed_from_outside_has_crashed(floor: AgentFloor) -> None:
    session = await floor.start()
    turn = asyncio.create_task(say(session, "demo: sleep 600", Ears()))
    await asyncio.sleep(0)
    os.kill(floor.sandbox.spawned[0].pid, 9)
    with pytest.raises(AgentCrashed, match="SIGKILL"):
        await turn
    await session.close()


async def test_an_agent_that_leaves_a_child_with_its_output_open_has_crashed_all_the_same(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); receive(); text('last')\nif os.fork() == 0:\n    os.setsid(); time.sleep(600)\nos._exit(4)"
    )
    session = await floor.start(command=command)
    ears = Ears()
    with pytest.raises(AgentCrashed) as caught:
        await say(session, "hello", ears)
    assert caught.value.exit_code == 4
    assert ears.text == "last"
    await session.close()


async def test_closing_ends_what_has_forked_away_twice(floor: AgentFloor) -> None:
    pid_file = floor.workspace / "pid"
    session = await floor.start()
    await say(session, f"demo: run (setsid sh -c 'echo $$ >{pid_file}; exec sleep 600' &) &", Ears())
    pid = int(await until_there(pid_file))
    assert is_alive(pid)
    await session.close()
    assert not is_alive(pid)


async def test_closing_twice_is_closing_once(floor: AgentFloor) -> None:
    session = await floor.start()
    await session.close()
    await session.close()
    with pytest.raises((AgentCrashed, AgentProtocolError)):
        await say(session, "anybody?", Ears())


async def test_an_agent_that_closes_its_output_but_lives_on_has_failed(floor: AgentFloor) -> None:
    command = floor.script("shake_hands(); receive(); os.close(1); time.sleep(600)")
    session = await floor.start(command=command)
    with pytest.raises(AgentCrashed, match="closed its output"):
        await say(session, "hello", Ears())
    await session.close()


async def test_prints_that_are_no_messages_are_kept_as_they_came(floor: AgentFloor) -> None:
    command = floor.script(
        "print('Welcome!'); shake_hands(); m = receive(); print('{half'); print('[1]'); print('7'); print(flush=True);"
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); text('hi'); answer(m, stopReason='end_turn'); time.sleep(600)"
    )
    session = await floor.start(command=command)
    ears = Ears()
    await say(session, "hello", ears)
    await session.close()
    raw = [update.content["text"] for update in ears.updates if isinstance(update, RawUpdate)]
    assert raw == ["{half", "[1]", "7", "\ufffd\ufffd"]
    assert ears.text == "hi"


async def test_an_agent_that_prints_on_and_on_is_given_up(floor: AgentFloor) -> None:
    command = floor.script("shake_hands(); receive()\nwhile True: print('noise')")
    session = await floor.start(command=command)
    with pytest.raises(AgentProtocolError, match="that are no messages, the last: noise"):
        await say(session, "hello", Ears())
    await session.close()


async def test_a_line_that_is_too_long_is_skipped_and_the_turn_goes_on(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); m = receive(); text('a'); text('x' * 200000); text('b');"
        "answer(m, stopReason='end_turn'); receive()"
    )
    session = await floor.start(AgentLimits(line_bytes=100_000), command=command)
    ears = Ears()
    await say(session, "hello", ears)
    await session.close()
    assert ears.text == "ab"
    assert any(isinstance(u, RawUpdate) and "100000 bytes" in str(u.content) for u in ears.updates)


async def test_what_cannot_be_stored_is_replaced(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); m = receive(); text('a\\x00b\\ud83d\\ude00c\\ud83d'); "
        "update(sessionUpdate='tool_call', toolCallId='t', title='\\udead', rawInput=float('nan'), status='pending');"
        "answer(m, stopReason='end_turn'); receive()"
    )
    session = await floor.start(command=command)
    ears = Ears()
    await say(session, "hello", ears)
    await session.close()
    assert ears.text == "a\ufffdb😀c\ufffd"
    assert ears.tool_calls() == {"t": {"title": "\ufffd", "status": "pending"}}
