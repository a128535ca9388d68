"""A program and all it started end together, however they try to get away."""

import asyncio
import shlex
import sys

import pytest
from tests.integration.process.witness import Witness
from tests.support.waiting import eventually

from shopfloor.process import Processes

Environment = dict[str, str]


@pytest.mark.parametrize("grace_seconds", [0.0, 0.05])
async def test_kill_ends_a_tree_that_ignores_term_and_forks_away(
    contained: Processes, environment: Environment, witness: Witness, grace_seconds: float
) -> None:
    process = await contained.spawn(witness.tree, environment=environment)
    assert await process.read() == b"ready\n"
    await eventually(lambda: len(witness.alive()) == 7)

    await process.kill(grace_seconds=grace_seconds)

    assert witness.nobody_is_left()
    assert await process.wait() == -9


_LISTENS = """
import socket, subprocess, sys
listeners = [socket.create_server(("127.0.0.1", 0))]
if len(sys.argv) > 1:
    subprocess.Popen([sys.executable, "-c", sys.argv[1]], start_new_session=sys.argv[2] == "away")
print(listeners[0].getsockname()[1], flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("where", ["beside", "away"])
async def test_whose_sockets_it_listens_at(contained: Processes, environment: Environment, where: str) -> None:
    """Its own and its children's, whatever session they are in, and nobody else's."""
    other = await contained.spawn([sys.executable, "-c", _LISTENS], environment=environment)
    process = await contained.spawn([sys.executable, "-c", _LISTENS, _LISTENS, where], environment=environment)
    printed = b""
    while printed.count(b"\n") < 2:
        printed += await process.read()
    ports = sorted(int(line) for line in printed.split())
    assert [(each.host, each.port) for each in await process.listening()] == [("127.0.0.1", port) for port in ports]
    assert int(await other.read()) not in ports
    await process.kill()
    assert await process.listening() == []


@pytest.mark.parametrize("containment_name", ["cgroup", "marks-in-proc"], indirect=True)
async def test_kill_ends_one_that_hops_from_pid_to_pid(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    for _ in range(5):
        process = await contained.spawn(witness.hopping_tree, environment=environment)
        assert await process.read() == b"ready\n"

        await process.kill()

        assert witness.nobody_is_left()


@pytest.mark.parametrize(
    "escape",
    [
        pytest.param("env -i {nap} & echo ready; wait", id="cleared environment"),
        pytest.param("setsid env -i {nap} & echo ready; wait", id="own session, parent alive"),
        pytest.param("(env -i {nap} & env -i {nap} &); echo ready; {nap}", id="parent gone, same session"),
        pytest.param("setsid sh -c 'env -i {nap} & env -i {nap} & exec {nap}' & echo ready; wait", id="own family"),
    ],
)
async def test_kill_ends_children_that_cleared_their_environment(
    contained: Processes, environment: Environment, witness: Witness, escape: str
) -> None:
    process = await contained.spawn(["sh", "-c", escape.format(nap=shlex.join(witness.nap))], environment=environment)
    assert await process.read() == b"ready\n"
    await eventually(lambda: bool(witness.alive()))

    await process.kill()

    assert witness.nobody_is_left()


@pytest.mark.parametrize("containment_name", ["cgroup"], indirect=True)
async def test_cgroups_even_end_orphans_without_environment_in_a_session_of_their_own(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    script = f"env -i setsid sh -c '{shlex.join(witness.nap)} & exit'; echo ready; sleep 1000"
    process = await contained.spawn(["sh", "-c", script], environment=environment)
    assert await process.read() == b"ready\n"
    await eventually(lambda: bool(witness.alive()))

    await process.kill()

    assert witness.nobody_is_left()


async def test_what_a_program_left_running_ends_when_it_exits(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    script = f"(setsid {shlex.join(witness.nap)} &) ; echo done; exit 3"
    process = await contained.spawn(["sh", "-c", script], environment=environment)

    assert await process.wait() == 3

    assert witness.nobody_is_left()
    assert await process.read() == b"done\n"
    assert await process.read() == b""


async def test_kill_leaves_the_other_programs_alone(contained: Processes, environment: Environment) -> None:
    kept = await contained.spawn(["cat"], environment=environment)
    killed = await contained.spawn(["cat"], environment=environment)

    await killed.kill()

    await kept.write(b"still here")
    assert await kept.read() == b"still here"


async def test_a_program_killed_at_once_is_dead(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    """Also before it had entered its enclosure."""
    for _ in range(20):
        process = await contained.spawn(witness.nap, environment=environment)
        await process.kill()
    assert witness.nobody_is_left()


async def test_a_cancelled_kill_still_kills(contained: Processes, environment: Environment, witness: Witness) -> None:
    process = await contained.spawn(witness.tree, environment=environment)
    await process.read()
    killing = asyncio.ensure_future(process.kill())
    await asyncio.sleep(0)
    killing.cancel()

    assert await process.wait() == -9

    assert witness.nobody_is_left()


async def test_killing_twice_and_at_the_same_time_is_killing_once(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    process = await contained.spawn(witness.nap, environment=environment)
    await asyncio.gather(process.kill(), process.kill(grace_seconds=0.01), process.kill())
    await process.kill()
    assert witness.nobody_is_left()


async def test_term_gives_a_program_time_to_say_goodbye(contained: Processes, environment: Environment) -> None:
    script = "trap 'echo goodbye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"
    process = await contained.spawn(["sh", "-c", script], environment=environment)
    assert await process.read() == b"ready\n"

    await process.kill(grace_seconds=30)

    assert await process.read() == b"goodbye\n"
    assert await process.wait() == 7


async def test_a_contained_command_takes_its_background_children_with_it(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    script = f"(setsid {shlex.join(witness.nap)} >/dev/null 2>&1 &); echo done"

    result = await contained.run(["sh", "-c", script], environment=environment, contained=True)

    assert (result.exit_code, result.stdout) == (0, b"done\n")
    assert witness.nobody_is_left()


async def test_a_contained_command_past_its_deadline_takes_its_children_with_it(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    argv = witness.tree

    result = await contained.run(argv, environment=environment, contained=True, deadline_seconds=0.2)

    assert result.timed_out
    assert witness.nobody_is_left()


async def test_close_ends_everything(contained: Processes, environment: Environment, witness: Witness) -> None:
    process = await contained.spawn(witness.tree, environment=environment)
    await contained.spawn_terminal(witness.nap, environment=environment)
    command = asyncio.ensure_future(contained.run(witness.nap, environment=environment))
    await process.read()

    await contained.close()

    assert witness.nobody_is_left()
    assert (await command).exit_code < 0


async def test_the_loop_goes_on_while_a_program_is_given_time_to_end(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    process = await contained.spawn(witness.tree, environment=environment)
    await process.read()
    killing = asyncio.ensure_future(process.kill(grace_seconds=0.2))
    turns = 0
    while not killing.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 20


async def test_asking_nicely_first_does_not_lose_the_orphans_that_makes(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    script = f"setsid env -i {shlex.join(witness.nap)} & echo ready; wait"
    process = await contained.spawn(["sh", "-c", script], environment=environment)
    assert await process.read() == b"ready\n"
    await eventually(lambda: bool(witness.alive()))

    await process.kill(grace_seconds=30)

    assert witness.nobody_is_left()
