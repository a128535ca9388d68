"""The demo agent's own work: what a newcomer's first order looks like."""

import subprocess
import sys

import pytest
from tests.integration.agents.agent_floor import AgentFloor, Ears, say

from shopfloor.agent_executor.agent_session import AgentSession, StopReason, TurnContext
from shopfloor.domain.agent_updates import PlanUpdate, TextChunk, UsageUpdate
from shopfloor.domain.work_order import AgentWorkflowPhase

PLANNING, IMPLEMENTING, TESTING = list(AgentWorkflowPhase)[:3]


async def take_turn(session: AgentSession, phase: AgentWorkflowPhase, task: str) -> Ears:
    ears = Ears()
    context = TurnContext(phase, task, "specs/greeting-plan.md", "specs/greeting-results.md")
    result = await say(session, f"Please do this.\n\n{task}\n", ears, context)
    assert result.stop_reason is StopReason.END_TURN
    return ears


async def test_plans_builds_and_tests_a_greeting_module(floor: AgentFloor) -> None:
    session = await floor.start()
    for phase in (PLANNING, IMPLEMENTING, TESTING):
        await take_turn(session, phase, "Add a greeting module")
    await session.close()

    assert (floor.workspace / "specs/greeting-plan.md").read_text().startswith("# Plan: Add a greeting module\n")
    results = (floor.workspace / "specs/greeting-results.md").read_text()
    assert "The check passed." in results
    assert "Ran 2 tests" in results
    written = sorted(str(p.relative_to(floor.workspace)) for p in floor.workspace.rglob("*") if p.is_file())
    assert written == [
        "greeting.py",
        "specs/greeting-plan.md",
        "specs/greeting-results.md",
        "tests/test_greeting.py",
    ]
    said = subprocess.run([sys.executable, "-B", "greeting.py"], cwd=floor.workspace, capture_output=True, check=True)
    assert said.stdout == b"Hello, world!\n"


@pytest.mark.parametrize(
    "task",
    [
        "Convert temperatures from celsius",
        "slugify titles",
        "Count the words of a text",
        "Fix login: it's \"broken\" \\ and '''odd'''",
        "日本語のタスク",
        "Add a README for newcomers",
        "string",
        "x" * 500,
    ],
)
async def test_whatever_is_asked_for_the_test_of_what_was_built_passes(floor: AgentFloor, task: str) -> None:
    session = await floor.start()
    for phase in (PLANNING, IMPLEMENTING, TESTING):
        await take_turn(session, phase, task)
    await session.close()
    assert "The check passed." in (floor.workspace / "specs/greeting-results.md").read_text()


async def test_streams_as_a_real_agent_does(floor: AgentFloor) -> None:
    session = await floor.start()
    ears = await take_turn(session, IMPLEMENTING, "Add a greeting module")
    await session.close()
    chunks = [u for u in ears.updates if isinstance(u, TextChunk)]
    assert {chunk.kind for chunk in chunks} == {"message", "thought"}
    assert len(chunks) > 3
    assert any(isinstance(u, PlanUpdate) for u in ears.updates)
    assert any(isinstance(u, UsageUpdate) for u in ears.updates)
    assert [call["status"] for call in ears.tool_calls().values()] == ["completed", "completed"]


async def test_doing_a_turn_again_changes_nothing(floor: AgentFloor) -> None:
    session = await floor.start()
    for phase in (PLANNING, IMPLEMENTING, TESTING):
        await take_turn(session, phase, "Add a greeting module")
    before = {path: path.read_bytes() for path in floor.workspace.rglob("*") if path.is_file()}
    for phase in (PLANNING, IMPLEMENTING, TESTING):
        await take_turn(session, phase, "Add a greeting module")
    await session.close()
    assert {path: path.read_bytes() for path in floor.workspace.rglob("*") if path.is_file()} == before


async def test_never_writes_over_a_file_of_somebody_else(floor: AgentFloor) -> None:
    (floor.workspace / "greeting.py").write_text("mine\n")
    session = await floor.start()
    ears = await take_turn(session, IMPLEMENTING, "Add a greeting module")
    await session.close()
    assert (floor.workspace / "greeting.py").read_text() == "mine\n"
    assert "left it alone" in ears.text


async def test_reports_tests_that_fail_as_failed(floor: AgentFloor) -> None:
    session = await floor.start()
    await take_turn(session, IMPLEMENTING, "Add a greeting module")
    (floor.workspace / "greeting.py").write_text("def greet(name: str = '') -> str:\n    return 'Go away'\n")
    ears = await take_turn(session, TESTING, "Add a greeting module")
    await session.close()
    assert "The check failed (exit code 1)." in (floor.workspace / "specs/greeting-results.md").read_text()
    assert "failed" in ears.text


async def test_without_anything_said_about_the_turn_it_builds(floor: AgentFloor) -> None:
    session = await floor.start()
    await say(session, "Add a greeting module", Ears())
    await session.close()
    assert (floor.workspace / "greeting.py").exists()
