"""Our client against agents that behave badly, slowly or oddly."""

import asyncio
import os
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, is_alive, say

from shopfloor.agent_executor.agent_session import StopReason
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import AgentUpdate, PermissionRequest, RawUpdate, TextChunk
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import (
    AgentCrashed,
    AgentNotAvailable,
    AgentProtocolError,
    AgentReportedError,
    AgentStartFailed,
    AgentTimedOut,
    ModelNotOffered,
)


async def until_there(path: Path) -> str:
    while not path.exists() or not path.read_text().strip():
        await asyncio.sleep(0.005)
    return path.read_text()


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
    session = await floor.start(AgentLimits(turn_idle_seconds=0.05))

    async def think_it_over(_request: PermissionRequest) -> str:
        await asyncio.sleep(0.2)
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


async def test_cancel_ends_a_turn_that_waits_for_permission(floor: AgentFloor) -> None:
    session = await floor.start()
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


async def test_an_earlier_session_is_taken_up_after_a_kill_and_not_told_again(floor: AgentFloor) -> None:
    first = await floor.start()
    await say(first, "demo: say remember the milk", Ears())
    os.kill(floor.sandbox.spawned[0].pid, 9)
    await first.close()

    second = await floor.start(resume_session_id=first.agent_session_id)
    assert second.was_resumed
    assert second.agent_session_id == first.agent_session_id
    assert b"remember the milk" in floor.sandbox.spawned[1].heard
    ears = Ears()
    await say(second, "demo: say new", ears)
    assert ears.text == "new\n\n"
    await second.close()


async def test_a_session_nobody_knows_any_more_is_replaced_by_a_new_one(floor: AgentFloor) -> None:
    session = await floor.start(resume_session_id="demo-0123456789abcdef")
    assert not session.was_resumed
    assert session.agent_session_id != "demo-0123456789abcdef"
    await session.close()


async def test_an_agent_that_cannot_load_gets_a_new_session(floor: AgentFloor) -> None:
    command = floor.script("shake_hands(loadSession=False); receive()")
    session = await floor.start(command=command, resume_session_id="old")
    assert not session.was_resumed
    assert session.agent_session_id == "s1"
    await session.close()


async def test_the_model_is_chosen_by_name(floor: AgentFloor) -> None:
    session = await floor.start(model="demo-brief")
    await session.close()
    with pytest.raises(ModelNotOffered, match="does not offer the model gpt-0") as caught:
        await floor.start(model="gpt-0")
    assert caught.value.hint == "It offers: demo, demo-brief, demo-thorough."
    assert caught.value.category is ErrorCategory.USER_ACTION
    assert not is_alive(floor.sandbox.spawned[1].pid)


async def test_an_agent_without_models_says_so(floor: AgentFloor) -> None:
    with pytest.raises(ModelNotOffered, match="does not let its model be chosen"):
        await floor.start(command=floor.script("shake_hands(); receive()"), model="m")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("sys.stderr.write('no licence\\n'); sys.exit(2)", "exit code 2 .* no licence"),
        ("print('usage: agent'); time.sleep(600)", r"did not introduce itself within 0\.3 seconds"),
        ("answer(receive(), protocolVersion=99)", "speaks version 99"),
        ("m = receive(); send(id=m['id'], error={'code': -32603, 'message': 'broken'})", "broken"),
    ],
)
async def test_an_agent_that_does_not_start_is_ended_with_a_reason(
    floor: AgentFloor, source: str, expected: str
) -> None:
    with pytest.raises(AgentStartFailed, match=expected):
        await floor.start(AgentLimits(start_seconds=0.3), command=floor.script(source))
    assert not is_alive(floor.sandbox.spawned[0].pid)


async def test_an_agent_that_wants_a_login_is_not_available(floor: AgentFloor) -> None:
    source = (
        "answer(receive(), protocolVersion=1); m = receive(); send(id=m['id'], error={'code': -32000, 'message': 'x'})"
    )
    with pytest.raises(AgentNotAvailable, match="not signed in"):
        await floor.start(command=floor.script(source + "; receive()"))


async def test_a_command_that_is_not_there_is_not_available(floor: AgentFloor) -> None:
    with pytest.raises(AgentNotAvailable, match="not installed"):
        await floor.start(command="no-such-agent-anywhere --acp")


async def test_requests_for_what_we_do_not_offer_are_answered(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); m = receive(); send(id='r1', method='fs/read_text_file', params={'path': '/etc/passwd'});"
        "text(json.dumps(receive())); answer(m, stopReason='end_turn'); receive()"
    )
    session = await floor.start(command=command)
    ears = Ears()
    await say(session, "hello", ears)
    await session.close()
    assert '"code": -32601' in ears.text
    assert '"id": "r1"' in ears.text


async def test_too_many_open_requests_are_refused(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); m = receive()\n"
        "for n in range(100): send(id=n, method='session/request_permission', params={'sessionId': 's1'})\n"
        "time.sleep(600)"
    )
    session = await floor.start(command=command)

    async def never(_request: PermissionRequest) -> str:
        await asyncio.sleep(600)
        raise AssertionError

    with pytest.raises(AgentProtocolError, match="64 requests open"):
        await session.prompt("hello", on_update=Ears().on_update, on_permission=never)
    await session.close()


async def test_errors_without_a_category_are_sorted_by_what_they_say(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); m = receive();"
        "send(id=m['id'], error={'code': -32603, 'message': 'Internal error', 'data': {'details': '529 overloaded'}});"
        "receive()"
    )
    session = await floor.start(command=command)
    with pytest.raises(AgentReportedError, match="Internal error: 529 overloaded") as caught:
        await say(session, "hello", Ears())
    assert caught.value.category is ErrorCategory.TRANSIENT
    await session.close()


async def test_updates_of_other_sessions_and_between_turns_are_not_heard(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands(); text('early'); m = receive()\n"
        "send(method='session/update', params={'sessionId': 's2', 'update': {'sessionUpdate': "
        "'agent_message_chunk', 'content': {'type': 'text', 'text': 'foreign'}}})\n"
        "text('mine'); answer(m, stopReason='end_turn'); text('late'); receive()"
    )
    session = await floor.start(command=command)
    while b"early" not in floor.sandbox.spawned[0].heard:
        await asyncio.sleep(0)
    ears = Ears()
    await say(session, "hello", ears)
    await session.close()
    assert ears.text == "mine"


async def test_usage_and_cost_of_a_turn(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands()\n"
        "for cost in (0.25, 0.75):\n"
        "    m = receive(); update(sessionUpdate='usage_update', used=10, size=100,"
        " cost={'amount': cost, 'currency': 'USD'})\n"
        "    answer(m, stopReason='max_tokens', usage={'inputTokens': 7, 'outputTokens': 2, 'totalTokens': 9})\n"
        "receive()"
    )
    session = await floor.start(command=command)
    first = await say(session, "one", Ears())
    second = await say(session, "two", Ears())
    await session.close()
    assert first.stop_reason is StopReason.MAX_TOKENS
    assert first.usage is not None
    assert second.usage is not None
    assert (first.usage.cost_usd, second.usage.cost_usd) == (0.25, 0.5)
    assert (first.usage.input_tokens, first.usage.output_tokens, first.usage.total_tokens) == (7, 2, 9)


async def test_the_agent_sees_its_own_home_and_nothing_of_ours(
    floor: AgentFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_FLOOR", "x")
    session = await floor.start()
    ears = Ears()
    await say(session, "demo: run env", ears)
    await session.close()
    (call,) = ears.tool_calls().values()
    assert f"HOME={floor.sandbox.home_path}" in str(call["output"])
    assert "SECRET_OF_THE_FLOOR" not in str(call["output"])


async def test_a_session_has_one_turn_at_a_time(floor: AgentFloor) -> None:
    session = await floor.start()
    turn = asyncio.create_task(say(session, "demo: sleep 600", Ears()))
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError):
        await say(session, "me too", Ears())
    await session.cancel()
    await turn
    await session.close()


async def test_the_cost_of_a_turn_that_did_not_tell_it_is_unknown_not_nothing(floor: AgentFloor) -> None:
    command = floor.script(
        "shake_hands()\n"
        "m = receive(); update(sessionUpdate='usage_update', cost={'amount': 0.25, 'currency': 'USD'})\n"
        "answer(m, stopReason='end_turn')\n"
        "answer(receive(), stopReason='cancelled')\n"
        "receive()"
    )
    session = await floor.start(command=command)
    first = await say(session, "one", Ears())
    second = await say(session, "two", Ears())
    await session.close()
    assert first.usage is not None
    assert first.usage.cost_usd == 0.25
    assert second.usage is None
