"""Programs one talks with."""

import asyncio
import tracemalloc
from pathlib import Path

import pytest
from tests.integration.process.witness import Witness, open_descriptors
from tests.support.waiting import eventually

from shopfloor.errors import ProgramNotFound
from shopfloor.process import Process, Processes

Environment = dict[str, str]


async def read_all(process: Process) -> bytes:
    chunks = []
    while chunk := await process.read():
        chunks.append(chunk)
    return b"".join(chunks)


async def until_it_stands_still(count: Path) -> int:
    """The count of a writer that is held back: it does not change any more."""
    seen: list[bytes] = []
    while len(seen) < 20 or len(set(seen[-20:])) > 1:
        seen.append(count.read_bytes() if count.exists() else b"")
        await asyncio.sleep(0.005)
    return int(seen[-1])


async def test_a_conversation(contained: Processes, environment: Environment) -> None:
    process = await contained.spawn(["cat"], environment=environment)
    for line in (b"one\n", b"two\n"):
        await process.write(line)
        assert await process.read() == line
    process.close_stdin()
    assert await process.read() == b""
    assert await process.wait() == 0


async def test_reads_return_at_most_what_was_asked_for(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["printf", "abcdef"], environment=environment)
    assert await process.read(4) == b"abcd"
    await process.wait()
    assert [await process.read(1), await process.read(10), await process.read(10)] == [b"e", b"f", b""]


async def test_unread_output_holds_the_program_back(
    processes: Processes, environment: Environment, witness: Witness, tmp_path: Path
) -> None:
    count, total = tmp_path / "count", 50_000_000
    argv = witness.program("writer.py", str(count), "1", str(total))
    process = await processes.spawn(argv, environment=environment)
    assert 0 < await until_it_stands_still(count) <= 256 * 1024

    tracemalloc.start()
    size = 0
    while chunk := await process.read():
        size += len(chunk)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size >= total
    assert peak < 1_000_000
    assert await process.wait() == 0


async def test_a_flood_of_errors_neither_blocks_nor_piles_up(
    processes: Processes, environment: Environment, witness: Witness, tmp_path: Path
) -> None:
    argv = witness.program("writer.py", str(tmp_path / "count"), "2", "4000000")
    process = await processes.spawn(argv, environment=environment)
    assert await process.wait() == 0
    assert process.stderr_tail().endswith("xxxthe last words")
    assert len(process.stderr_tail()) <= 65536


async def test_all_output_written_before_the_exit_can_still_be_read(
    contained: Processes, environment: Environment
) -> None:
    script = "head -c 60000 /dev/zero; echo bad >&2; exit 9"
    process = await contained.spawn(["sh", "-c", script], environment=environment)
    assert await process.wait() == 9
    assert process.stderr_tail() == "bad\n"
    assert len(await read_all(process)) == 60000


async def test_writing_to_a_program_that_is_gone_says_so(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["true"], environment=environment)
    await process.wait()
    with pytest.raises(BrokenPipeError):
        await process.write(b"hello?")


async def test_a_write_that_is_held_up_ends_with_the_program(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["sleep", "1000"], environment=environment)
    writing = asyncio.ensure_future(process.write(b"x" * 1_000_000))
    await asyncio.sleep(0.01)
    assert not writing.done()
    await process.kill()
    with pytest.raises(BrokenPipeError):
        await writing


async def test_writes_of_several_tasks_do_not_mix(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["cat"], environment=environment)
    lines = [bytes([letter]) * 100_000 + b"\n" for letter in b"abcdef"]

    async def write_all() -> None:
        await asyncio.gather(*(process.write(line) for line in lines))
        process.close_stdin()

    _, output = await asyncio.gather(write_all(), read_all(process))
    assert sorted(output.splitlines(keepends=True)) == lines


async def test_a_cancelled_read_loses_nothing(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["cat"], environment=environment)
    reading = asyncio.ensure_future(process.read())
    await asyncio.sleep(0.01)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await process.write(b"kept")
    assert await process.read() == b"kept"


async def test_a_waiting_read_ends_when_the_program_is_killed(processes: Processes, environment: Environment) -> None:
    process = await processes.spawn(["sleep", "1000"], environment=environment)
    reading = asyncio.ensure_future(process.read())
    await asyncio.sleep(0.01)
    await process.kill()
    assert await reading == b""


async def test_a_missing_program_is_an_error_at_once(contained: Processes, environment: Environment) -> None:
    with pytest.raises(ProgramNotFound, match="no-such-agent"):
        await contained.spawn(["no-such-agent"], environment=environment)


async def test_hundreds_of_programs_leak_no_descriptor(
    contained: Processes, containment_name: str, environment: Environment
) -> None:
    rounds = 20 if containment_name == "cgroup" else 4

    async def talk() -> None:
        process = await contained.spawn(["cat"], environment=environment)
        await process.write(b"hi")
        await process.read()
        await process.kill()

    await talk()
    before = open_descriptors()
    for _ in range(rounds):
        await asyncio.gather(*(talk() for _ in range(10)))
    await eventually(lambda: open_descriptors() <= before)
