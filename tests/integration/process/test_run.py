"""Commands run to their end."""

import asyncio
import os
import shlex
import tracemalloc
from pathlib import Path

import pytest
from tests.integration.process.witness import Witness, open_descriptors
from tests.support.waiting import eventually

from shopfloor.errors import ProcessError, ProgramNotFound
from shopfloor.process import Processes, ProcessOwner, detect_containment

Environment = dict[str, str]


@pytest.mark.parametrize("is_contained", [False, True])
async def test_the_result_tells_what_happened(
    contained: Processes, environment: Environment, is_contained: bool
) -> None:
    script = "cat; echo problem >&2; exit 5"
    result = await contained.run(["sh", "-c", script], environment=environment, stdin=b"in\xff", contained=is_contained)
    assert (result.exit_code, result.stdout, result.stderr) == (5, b"in\xff", b"problem\n")
    assert not result.truncated
    assert not result.timed_out


async def test_without_input_a_program_reads_nothing(processes: Processes, environment: Environment) -> None:
    assert (await processes.run(["cat"], environment=environment)).stdout == b""


async def test_only_the_given_environment_is_seen(processes: Processes) -> None:
    result = await processes.run(["/usr/bin/env"], environment={"ONLY": "this", "ODD": "caf\udce9\n"})
    lines = result.stdout.splitlines()
    assert b"ONLY=this" in lines
    assert b"ODD=caf\xe9" in lines
    assert [line for line in lines if not line.startswith((b"ONLY", b"ODD", b"SHOPFLOOR_OWNER="))] == [b""]


async def test_arguments_and_folders_of_any_bytes_arrive(
    processes: Processes, environment: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "a 'quoted'\n\udcff folder"
    folder.mkdir()
    for contained in (False, True):
        result = await processes.run(
            ["sh", "-c", 'pwd; printf "%s" "$1"', "sh", "x\udcfe\n$(id)"],
            cwd=folder,
            environment=environment,
            contained=contained,
        )
        assert result.stdout == os.fsencode(folder) + b"\nx\xfe\n$(id)"


async def test_large_input_and_output_pass_through(processes: Processes, environment: Environment) -> None:
    data = os.urandom(3_000_000)
    assert (await processes.run(["cat"], environment=environment, stdin=data)).stdout == data


async def test_input_that_nobody_reads_does_not_hold_up(processes: Processes, environment: Environment) -> None:
    assert (await processes.run(["true"], environment=environment, stdin=b"x" * 1_000_000)).exit_code == 0


async def test_output_beyond_the_limit_is_dropped_and_memory_stays_bounded(
    processes: Processes, environment: Environment
) -> None:
    argv = ["sh", "-c", "head -c 200000000 /dev/zero; echo end >&2"]
    tracemalloc.start()
    result = await processes.run(argv, environment=environment, output_limit=100_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (result.exit_code, len(result.stdout), result.stderr) == (0, 100_000, b"end\n")
    assert result.truncated
    assert peak < 2_000_000


async def test_past_the_deadline_the_whole_group_is_killed(
    processes: Processes, environment: Environment, witness: Witness
) -> None:
    nap = shlex.join(witness.nap)
    result = await processes.run(
        ["sh", "-c", f"echo begun; {nap} & {nap}"], environment=environment, deadline_seconds=0.2
    )
    assert result.timed_out
    assert (result.exit_code, result.stdout) == (-15, b"begun\n")
    await eventually(witness.nobody_is_left)


@pytest.mark.parametrize("is_contained", [False, True])
async def test_a_cancelled_command_is_dead_when_the_cancellation_arrives(
    contained: Processes, environment: Environment, witness: Witness, is_contained: bool
) -> None:
    running = asyncio.ensure_future(contained.run(witness.nap, environment=environment, contained=is_contained))
    await eventually(lambda: bool(witness.alive()))

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert witness.nobody_is_left()


async def test_a_child_that_keeps_the_output_open_does_not_hold_up(
    processes: Processes, environment: Environment, witness: Witness
) -> None:
    script = f"{shlex.join(witness.nap)} & echo done"
    result = await processes.run(["sh", "-c", script], environment=environment, contained=True)
    assert (result.exit_code, result.stdout, result.timed_out) == (0, b"done\n", False)
    assert witness.nobody_is_left()


@pytest.mark.parametrize("is_contained", [False, True])
async def test_a_missing_program_is_named(processes: Processes, environment: Environment, is_contained: bool) -> None:
    with pytest.raises(ProgramNotFound, match="no-such-program"):
        await processes.run(["no-such-program", "x"], environment=environment, contained=is_contained)


@pytest.mark.parametrize("is_contained", [False, True])
async def test_a_missing_folder_is_named(
    processes: Processes, environment: Environment, tmp_path: Path, is_contained: bool
) -> None:
    with pytest.raises(ProcessError, match="nowhere"):
        await processes.run(["true"], cwd=tmp_path / "nowhere", environment=environment, contained=is_contained)


async def test_a_file_that_may_not_be_executed_is_not_a_program(
    processes: Processes, environment: Environment, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("no program")
    for contained in (False, True):
        with pytest.raises(ProgramNotFound, match="text"):
            await processes.run([str(tmp_path / "text")], environment=environment, contained=contained)


async def test_an_impossible_argument_is_an_error_of_ours(processes: Processes, environment: Environment) -> None:
    with pytest.raises(ProcessError, match="null byte"):
        await processes.run(["echo", "a\0b"], environment=environment)


async def test_after_close_nothing_starts(environment: Environment, home: Path) -> None:
    owner = ProcessOwner(home, "short-lived")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    await processes.close()
    with pytest.raises(ProcessError, match="shutting down"):
        await processes.run(["true"], environment=environment)


async def test_failures_and_many_runs_leak_no_descriptor(contained: Processes, environment: Environment) -> None:
    for is_contained in (False, True):
        await contained.run(["true"], environment=environment, contained=is_contained)
    before = open_descriptors()
    for _ in range(50):
        await contained.run(["true"], environment=environment, stdin=b"x")
        for is_contained in (False, True):
            with pytest.raises(ProgramNotFound):
                await contained.run(["nope"], environment=environment, stdin=b"x", contained=is_contained)
    await asyncio.gather(*(contained.run(["true"], environment=environment, contained=True) for _ in range(20)))
    assert open_descriptors() <= before


async def test_a_tool_of_ours_is_asked_to_end_before_it_is_killed(
    processes: Processes, environment: Environment, tmp_path: Path
) -> None:
    """Git removes its lock files when it is asked, and leaves them in the user's repository when it is killed."""
    lock = tmp_path / "index.lock"
    script = f"trap 'rm {lock}; exit 1' TERM; touch {lock}; while :; do sleep 0.01; done"
    running = asyncio.ensure_future(processes.run(["sh", "-c", script], environment=environment))
    await eventually(lock.exists)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not lock.exists()


async def test_tools_that_do_not_end_when_asked_are_killed_with_their_group(
    processes: Processes, environment: Environment, witness: Witness
) -> None:
    nap = shlex.join(witness.nap)
    script = f"sh -c 'trap \"\" TERM; {nap}; {nap}' & {nap}"
    result = await processes.run(["sh", "-c", script], environment=environment, deadline_seconds=0.2)
    assert result.timed_out
    await eventually(witness.nobody_is_left)
