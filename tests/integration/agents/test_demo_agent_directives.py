"""The lines of a request that direct the demo agent."""

import asyncio
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say
from tests.support.living import is_alive

from shopfloor.agent_executor.agent_session import StopReason, TurnContext
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.work_order import AgentWorkflowPhase, ErrorCategory
from shopfloor.errors import AgentCrashed, AgentReportedError, AgentTimedOut

PLANNING, IMPLEMENTING, TESTING = list(AgentWorkflowPhase)[:3]


async def told(floor: AgentFloor, text: str, ears: Ears | None = None, context: TurnContext | None = None) -> Ears:
    session = await floor.start()
    ears = ears or Ears()
    try:
        await say(session, text, ears, context)
    finally:
        await session.close()
    return ears


async def test_write_puts_the_text_and_a_newline_into_the_file(floor: AgentFloor) -> None:
    request = "demo: write notes/a.txt hello  you\ndemo: write \"with space.txt\" x\ndemo: write 'q.txt' it's\n"
    ears = await told(floor, request + "demo: write empty.txt")
    assert (floor.workspace / "notes/a.txt").read_text() == "hello  you\n"
    assert (floor.workspace / "with space.txt").read_text() == "x\n"
    assert (floor.workspace / "q.txt").read_text() == "it's\n"
    assert (floor.workspace / "empty.txt").read_text() == "\n"
    assert "I wrote `notes/a.txt`." in ears.text


async def test_write_writes_over_what_was_there(floor: AgentFloor) -> None:
    await told(floor, "demo: write a.txt one\ndemo: write a.txt two")
    assert (floor.workspace / "a.txt").read_text() == "two\n"


@pytest.mark.parametrize("path", ["../out.txt", "/tmp/shopfloor-out.txt", "link/out.txt", ".git/config", "."])
async def test_write_refuses_paths_that_leave_the_workspace_and_says_so(floor: AgentFloor, path: str) -> None:
    outside = floor.folder / "outside"
    outside.mkdir()
    (floor.workspace / "link").symlink_to(outside)
    ears = await told(floor, f"demo: write {path} no\ndemo: write yes.txt yes")
    assert f"I could not write `{path}`" in ears.text
    assert not list(outside.iterdir())
    assert not (floor.folder / "out.txt").exists()
    assert not Path("/tmp/shopfloor-out.txt").exists()
    assert (floor.workspace / "yes.txt").exists()


async def test_run_shows_the_output_and_the_exit_code(floor: AgentFloor) -> None:
    ears = await told(floor, "demo: run echo out; echo err >&2; pwd; exit 3")
    (call,) = ears.tool_calls().values()
    assert call["status"] == "failed"
    assert call["output"] == {"exit_code": 3, "output": f"out\nerr\n{floor.workspace}\n"}
    assert "exit code 3" in ears.text


async def test_run_does_not_wait_for_what_stays_in_the_background(floor: AgentFloor) -> None:
    ears = await told(floor, "demo: run sleep 600 & echo started")
    (call,) = ears.tool_calls().values()
    assert call["output"] == {"exit_code": 0, "output": "started\n"}


async def test_say_and_sleep(floor: AgentFloor) -> None:
    ears = await told(floor, "demo: say Good morning, all of you.\ndemo: sleep 0.01\ndemo: say Bye.")
    assert ears.text == "Good morning, all of you.\n\nBye.\n\n"


async def test_ask_goes_on_after_a_yes(floor: AgentFloor) -> None:
    ears = Ears(answers=["allow_once"])
    await told(floor, "demo: ask May I?\ndemo: write a.txt x", ears)
    assert [request.title for request in ears.asked] == ["May I?"]
    assert [option.kind for option in ears.asked[0].options] == ["allow_once", "allow_always", "reject_once"]
    assert (floor.workspace / "a.txt").exists()


@pytest.mark.parametrize("answer", ["reject_once", None])
async def test_ask_stops_after_a_no_or_no_answer(floor: AgentFloor, answer: str | None) -> None:
    ears = Ears(answers=[answer])
    await told(floor, "demo: ask May I?\ndemo: write a.txt x", ears)
    assert "You said no" in ears.text
    assert not (floor.workspace / "a.txt").exists()


async def test_ask_does_not_ask_again_after_always(floor: AgentFloor) -> None:
    ears = Ears(answers=["allow_always"])
    await told(floor, "demo: ask May I?\ndemo: ask May I?\ndemo: say yes", ears)
    assert len(ears.asked) == 1


@pytest.mark.parametrize("category", list(ErrorCategory))
async def test_fail_answers_with_an_error_of_the_category(floor: AgentFloor, category: ErrorCategory) -> None:
    with pytest.raises(AgentReportedError) as caught:
        await told(floor, f"demo: fail {category} no more of this")
    assert caught.value.category is category
    assert caught.value.message == "no more of this"


async def test_fail_once_succeeds_the_second_time_even_in_another_process(floor: AgentFloor) -> None:
    with pytest.raises(AgentReportedError):
        await told(floor, "demo: fail-once transient busy\ndemo: write a.txt x")
    await told(floor, "demo: fail-once transient busy\ndemo: write a.txt x")
    assert (floor.workspace / "a.txt").exists()


async def test_crash_ends_the_program_with_last_words(floor: AgentFloor) -> None:
    with pytest.raises(AgentCrashed) as caught:
        await told(floor, "demo: say first\ndemo: crash")
    assert caught.value.exit_code == 1
    assert "told to crash" in caught.value.message


async def test_hang_ignores_cancel_and_the_agent_is_ended(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(cancel_seconds=0.05))
    pid = floor.sandbox.spawned[0].pid
    ears = Ears()
    turn = asyncio.create_task(say(session, "demo: say here\ndemo: hang", ears))
    while "here" not in ears.text:
        await asyncio.sleep(0)
    await session.cancel()
    assert (await turn).stop_reason is StopReason.CANCELLED
    assert not is_alive(pid)
    await session.close()


async def test_hang_runs_into_the_idle_deadline(floor: AgentFloor) -> None:
    session = await floor.start(AgentLimits(turn_idle_seconds=0.1))
    pid = floor.sandbox.spawned[0].pid
    with pytest.raises(AgentTimedOut, match=r"said nothing for 0\.1 seconds"):
        await say(session, "demo: hang", Ears())
    assert not is_alive(pid)
    await session.close()


async def test_flood_arrives_whole_and_in_order(floor: AgentFloor) -> None:
    ears = await told(floor, "demo: flood 100000")
    assert ears.text == "".join(f"{number} " for number in range(100_000))


async def test_lines_act_in_their_own_phase_only(floor: AgentFloor) -> None:
    task = "Add a greeting\ndemo: write built.txt b\ndemo(plan): write planned.txt p\ndemo(test): write tested.txt t"
    session = await floor.start()
    seen = []
    for phase in (PLANNING, IMPLEMENTING, TESTING):
        await say(session, f"Do: {task}", Ears(), TurnContext(phase, task))
        seen.append(sorted(path.name for path in floor.workspace.iterdir()))
    await session.close()
    assert seen == [
        ["planned.txt"],
        ["built.txt", "planned.txt"],
        ["built.txt", "planned.txt", "tested.txt"],
    ]


async def test_lines_without_a_phase_act_in_follow_ups(floor: AgentFloor) -> None:
    await told(floor, "demo: write a.txt x", context=TurnContext(PLANNING, follow_up=True))
    assert (floor.workspace / "a.txt").exists()


async def test_an_unknown_line_is_answered_with_what_is_known(floor: AgentFloor) -> None:
    ears = await told(floor, "demo: dance wildly")
    assert "I do not know `demo: dance`" in ears.text
    assert "write, run, say" in ears.text
