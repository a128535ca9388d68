"""One suite over every agent: what it can do works with its real program, what it cannot do is declared."""

import asyncio
import contextlib
import json
import os
from collections.abc import Callable

import httpx
import pytest
from tests.contract.agents.abilities import Ability
from tests.contract.agents.bench import NOISE, REPOSITORY_WORD, Bench, KindEars

from shopfloor.agent_executor.agent_options import OptionKind
from shopfloor.agent_executor.agent_session import StopReason
from shopfloor.domain.agent_updates import TextChunk
from shopfloor.errors import AgentError, ModelUnavailable, ModelUnreachable

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(240)]

Can = Callable[[Ability], bool]
ERROR_CODES = {
    401: "agent_not_signed_in",
    402: "agent_out_of_credit",
    429: "rate_limited",
    500: "model_unavailable",
}


async def test_streams_text_and_thinking(bench: Bench, can: Can) -> None:
    can(Ability.STREAMS)
    heard = await bench.say("model: think about it\nmodel: slow 5\nmodel: say the end")
    chunks = [update for update in heard.ears.updates if isinstance(update, TextChunk)]
    assert "the end" in heard.text
    assert len([chunk for chunk in chunks if chunk.kind == "message"]) > 2
    assert "about it" in "".join(chunk.text for chunk in chunks if chunk.kind == "thought")


async def test_noise_on_stderr_neither_blocks_it_nor_gets_into_its_answer(bench: Bench, can: Can) -> None:
    can(Ability.NOISE)
    heard = await bench.say("model: say through the noise")
    assert "through the noise" in heard.text
    assert NOISE not in heard.text
    assert bench.noise_was_read


async def test_no_port_of_it_answers_a_stranger(bench: Bench, can: Can) -> None:
    can(Ability.PORTS)
    async with httpx.AsyncClient(timeout=20.0) as stranger:
        ports = bench.open_ports()
        assert ports or not bench.kind.declaration.random_variables
        for port in ports:
            answer = await stranger.get(f"http://127.0.0.1:{port}/config/providers")
            assert answer.status_code in (401, 403), f"{port}: {answer.text[:200]}"


async def test_tokens_and_cost_are_told(bench: Bench, can: Can) -> None:
    can(Ability.USAGE)
    usage = (await bench.say("model: say usage")).result.usage
    assert usage is not None
    assert (usage.input_tokens, usage.output_tokens) == (120, 30)
    assert (usage.cost_usd is not None) is can(Ability.COST)


async def test_a_file_is_edited_after_a_yes(bench: Bench, can: Can) -> None:
    can(Ability.EDITS)
    heard = await bench.say("model: edit allowed.txt hello there\nmodel: say edited")
    assert bench.file("allowed.txt") == "hello there\n"
    assert "edited" in heard.text
    assert len(heard.ears.asked) == 1
    assert {call["status"] for call in heard.ears.tool_calls().values()} == {"completed"}


async def test_a_file_is_left_alone_after_a_no(bench: Bench, can: Can) -> None:
    can(Ability.OBEYS_NO)
    heard = await bench.say("model: edit rejected.txt no\nmodel: say as you like", answer="reject_once")
    assert len(heard.ears.asked) == 1
    assert bench.file("rejected.txt") is None


async def test_a_command_is_run_after_a_yes(bench: Bench, can: Can) -> None:
    can(Ability.RUNS)
    heard = await bench.say("model: shell echo from-shell | tee shell.txt\nmodel: say ran")
    assert bench.file("shell.txt") == "from-shell\n"
    assert len(heard.ears.asked) == 1
    (call,) = heard.ears.tool_calls().values()
    shown = "from-shell" in json.dumps([call.get("output"), call.get("content")])
    assert shown is can(Ability.OUTPUT), call
    assert (call.get("kind") == "execute") is can(Ability.TOOL_KINDS), call


async def test_a_turn_is_stopped_in_the_middle_of_its_answer(bench: Bench, can: Can) -> None:
    can(Ability.STOPS)
    ears = KindEars()
    turn = asyncio.create_task(bench.say("model: slow 600\nmodel: say never", ears=ears))
    while "word3" not in ears.text:
        assert not turn.done(), turn
        await asyncio.sleep(0.02)
    await bench.session.cancel()
    assert (await turn).result.stop_reason is StopReason.CANCELLED
    assert "never" not in ears.text
    assert bench.session.is_alive


async def test_a_follow_up_knows_what_was_said_before(bench: Bench, can: Can) -> None:
    can(Ability.FOLLOWS_UP)
    await bench.say("The password is swordfish.\nmodel: say noted")
    await bench.say("And now?\nmodel: say follow-up")
    assert "swordfish" in bench.last_request_saying("And now?")


async def test_the_repositorys_instructions_are_read(bench: Bench, can: Can) -> None:
    can(Ability.INSTRUCTIONS)
    await bench.say("What is the word?\nmodel: say the word")
    assert REPOSITORY_WORD in bench.last_request_saying("What is the word?")


async def test_a_command_of_the_repository_is_carried_out(bench: Bench, can: Can) -> None:
    if not can(Ability.COMMANDS):
        assert bench.kind.command_file is None
        return
    heard = await bench.say_plainly("/shout loudly")
    assert "SHOUTED loudly" in heard.text


async def test_the_model_is_changed_between_turns(bench: Bench, can: Can) -> None:
    can(Ability.MODELS)
    first, second = bench.kind.models
    await bench.session.choose(OptionKind.MODEL, second)
    await bench.say("Which model?\nmodel: say another")
    assert bench.kind.names_on_the_wire[1] in bench.model.requests_saying("Which model?")[-1].model
    await bench.session.choose(OptionKind.MODEL, first)
    await bench.say("Which model now?\nmodel: say the first")
    assert bench.kind.names_on_the_wire[0] in bench.model.requests_saying("Which model now?")[-1].model


async def test_modes_are_offered_and_taken(bench: Bench, can: Can) -> None:
    offered = bench.session.options.mode
    assert (len(offered.choices) > 1) is can(Ability.MODES)
    other = next(value for value in offered.values if value != offered.current)
    before = offered.current
    await bench.session.choose(OptionKind.MODE, other)
    assert bench.session.options.mode.current == other
    assert before is not None
    await bench.session.choose(OptionKind.MODE, before)


async def test_reasoning_effort_reaches_the_model(bench: Bench, can: Can) -> None:
    offered = bench.session.options.effort
    assert (len(offered.choices) > 1) is can(Ability.EFFORT)
    if offered.current is None or len(offered.choices) < 2:
        return
    await bench.session.choose(OptionKind.EFFORT, "high")
    await bench.say("How hard?\nmodel: say very")
    assert '"effort": "high"' in bench.last_request_saying("How hard?")
    await bench.session.choose(OptionKind.EFFORT, offered.current)


async def test_a_connection_cut_in_mid_answer_ends_the_turn_and_not_the_session(bench: Bench, can: Can) -> None:
    """Some try again by themselves and hear it all the second time; the others say what happened."""
    can(Ability.CUT)
    ears = KindEars()
    with contextlib.suppress(ModelUnreachable, ModelUnavailable):
        await bench.say("model: say half of it\nmodel: cut 1", ears=ears)
        assert "half of it" in ears.text
    assert "and on" in (await bench.say("model: say and on")).text


@pytest.mark.parametrize("status", ERROR_CODES)
async def test_an_error_of_the_models_server_has_its_name(bench: Bench, can: Can, status: int) -> None:
    """Or, where the agent is declared to try again by itself, a passing one is not even noticed."""
    can(Ability.ERRORS)
    if status in (429, 500) and bench.kind.declaration.retries_silently:
        heard = await bench.say(f"model: fail {status} 1\nmodel: say recovered")
        assert "recovered" in heard.text
        return
    with pytest.raises(AgentError) as caught:
        await bench.say(f"model: fail {status}")
    assert caught.value.code == ERROR_CODES[status], caught.value.message
    assert bench.session.is_alive


async def test_a_killed_agent_goes_on_where_it_was(bench: Bench, can: Can) -> None:
    must_resume = can(Ability.RESUMES)
    await bench.say("The colour is vermilion.\nmodel: say noted")
    session_id = bench.session.agent_session_id
    os.kill(bench.pid, 9)
    await bench.session.close()
    session = await bench.start(resume_session_id=session_id)
    await bench.say("After the kill?\nmodel: say back")
    remembers = "vermilion" in bench.last_request_saying("After the kill?")
    assert remembers is session.was_resumed
    assert session.was_resumed or not must_resume
