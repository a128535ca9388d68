"""Our client against agents whose sessions, models, requests and bills are odd."""

import asyncio
import os

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say
from tests.support.living import is_alive

from shopfloor.agent_executor.agent_session import StopReason
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import (
    AgentNotAvailable,
    AgentProtocolError,
    AgentReportedError,
    AgentStartFailed,
    ModelNotOffered,
)


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
