"""What a killed server left running is ended by the next one on the same home, and nothing else is."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.integration.process.conftest import MakeProcesses, containment_named
from tests.integration.process.witness import PROGRAMS, Witness
from tests.support.waiting import eventually

from shopfloor.process import Processes, ProcessOwner

Environment = dict[str, str]


def run_and_kill_a_server(witness: Witness, home: Path, containment_name: str) -> None:
    """A real server process: SIGKILL gives it no chance to end what it started."""
    tree = witness.tree if containment_name == "marks-by-psutil" else witness.hopping_tree
    server_program = str(PROGRAMS / "doomed_server.py")
    argv = [sys.executable, server_program, str(witness.number), str(home), containment_name, *tree]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(argv, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n"
        server.send_signal(signal.SIGKILL)


async def test_agents_terminals_and_commands_of_a_killed_server_are_ended(
    make_processes: MakeProcesses, containment_name: str, home: Path, witness: Witness
) -> None:
    run_and_kill_a_server(witness, home, containment_name)
    assert len(witness.alive()) >= 6  # three trees of three; of the terminal's, some hear that it hung up

    ended = await make_processes("next").end_leftovers()

    assert ended >= 8  # the plain command may have gone with its server
    assert witness.nobody_is_left()


async def test_a_second_look_finds_nothing(
    make_processes: MakeProcesses, containment_name: str, home: Path, witness: Witness
) -> None:
    run_and_kill_a_server(witness, home, containment_name)
    next_server = make_processes("next")
    await next_server.end_leftovers()
    assert await next_server.end_leftovers() == 0


async def test_own_programs_and_those_of_other_homes_stay(
    make_processes: MakeProcesses, containment_name: str, tmp_path: Path, environment: Environment
) -> None:
    own = make_processes("now")
    other_owner = ProcessOwner(tmp_path / "other", "elsewhere")
    other = Processes(owner=other_owner, containment=containment_named(containment_name, other_owner))
    programs = [await spawner.spawn(["cat"], environment=environment) for spawner in (own, other)]

    assert await own.end_leftovers() == 0

    for program in programs:
        await program.write(b"alive")
        assert await program.read() == b"alive"
    await other.close()


@pytest.mark.parametrize("containment_name", ["cgroup"], indirect=True)
async def test_cgroups_of_the_dead_are_removed(
    make_processes: MakeProcesses, containment_name: str, home: Path, witness: Witness, cgroups_of: "CgroupsOf"
) -> None:
    run_and_kill_a_server(witness, home, containment_name)
    assert cgroups_of(home)

    next_server = make_processes("next")
    await next_server.end_leftovers()
    process = await next_server.spawn(["cat"], environment={"PATH": os.defpath})
    await next_server.close()

    assert await process.wait() == -9
    await eventually(lambda: not cgroups_of(home))


CgroupsOf = Callable[[Path], list[Path]]


@pytest.fixture
def cgroups_of() -> CgroupsOf:
    def look(home: Path) -> list[Path]:
        """Other tests' groups come and go meanwhile."""
        wanted = f"shopfloor-{ProcessOwner(home, 'any').home_hash}-"
        folders = (Path(folder) for folder, _, _ in os.walk("/sys/fs/cgroup", onerror=lambda _: None))
        return [folder for folder in folders if folder.name.startswith(wanted)]

    return look
