"""Those who start our short programs: one that dies is replaced, and they leave when the server does."""

import asyncio
import os
from pathlib import Path

import psutil
import pytest
from tests.integration.process.witness import Witness
from tests.support.waiting import eventually

from shopfloor.errors import ProcessError
from shopfloor.process import Processes, ProcessOwner, detect_containment

Environment = dict[str, str]


def forkers() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if any("forker_program" in word for word in child.cmdline())]


async def test_one_serves_as_long_as_it_is_not_busy(processes: Processes, environment: Environment) -> None:
    for _ in range(5):
        await processes.run(["true"], environment=environment)
    assert len(forkers()) == 1


async def test_many_commands_at_once_have_no_more_than_a_few(processes: Processes, environment: Environment) -> None:
    await processes.run(["true"], environment=environment)
    runs = [processes.run(["sh", "-c", f"sleep 0.2; echo {number}"], environment=environment) for number in range(30)]
    results = await asyncio.gather(*runs)
    assert [result.stdout for result in results] == [b"%d\n" % number for number in range(30)]
    assert len(forkers()) == 2


async def test_one_that_dies_is_told_and_replaced(
    processes: Processes, environment: Environment, witness: Witness
) -> None:
    await processes.run(["true"], environment=environment)
    (forker,) = forkers()
    command = asyncio.ensure_future(processes.run(witness.nap, environment=environment))
    await eventually(lambda: bool(witness.alive()))
    forker.kill()
    with pytest.raises(ProcessError):
        await command
    assert (await processes.run(["echo", "again"], environment=environment)).stdout == b"again\n"
    for pid in witness.alive():
        psutil.Process(pid).kill()


async def test_none_is_left_after_the_close(processes: Processes, environment: Environment) -> None:
    await asyncio.gather(*(processes.run(["sleep", "0.1"], environment=environment) for _ in range(4)))
    await processes.close()
    assert forkers() == []


async def test_what_it_keeps_does_not_grow(processes: Processes, environment: Environment) -> None:
    await processes.run(["true"], environment=environment)
    (forker,) = forkers()
    before = forker.num_fds()
    for _ in range(50):
        await processes.run(["sh", "-c", "cat; exec >&- 2>&-"], environment=environment, stdin=b"x" * 200_000)
        await processes.run(["sh", "-c", "sleep 0.01 & exit 3"], environment=environment)
    assert forker.num_fds() <= before


async def test_a_chore_is_done_elsewhere_and_answers_or_raises(processes: Processes, tmp_path: Path) -> None:
    assert await processes.do(os.getpid) != os.getpid()
    (tmp_path / "folder" / "one").mkdir(parents=True)
    assert await processes.do(os.listdir, tmp_path / "folder") == ["one"]
    with pytest.raises(FileNotFoundError, match="nowhere"):
        await processes.do(os.listdir, tmp_path / "nowhere")
    assert len(forkers()) == 1


async def test_a_chore_that_nobody_waits_for_any_more_is_done_first(processes: Processes, tmp_path: Path) -> None:
    await processes.do(os.getpid)
    chore = asyncio.ensure_future(processes.do(os.makedirs, tmp_path / "a" / "b"))
    await asyncio.sleep(0)
    chore.cancel()
    with pytest.raises(asyncio.CancelledError):
        await chore
    assert (tmp_path / "a" / "b").is_dir()


async def test_where_there_are_no_forkers_a_thread_does_the_chores(home: Path) -> None:
    owner = ProcessOwner(home, "portable")
    portable = Processes(owner=owner, containment=detect_containment(owner), is_portable=True)
    assert await portable.do(os.getpid) == os.getpid()
    await portable.close()
