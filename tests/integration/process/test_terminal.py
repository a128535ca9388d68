"""Programs on a terminal."""

import asyncio

import pytest
from tests.integration.process.witness import Witness, open_descriptors
from tests.support.waiting import eventually, read_until

from shopfloor.errors import ProgramNotFound
from shopfloor.process import Processes

Environment = dict[str, str]


async def test_a_program_knows_its_terminal_and_its_size(contained: Processes, environment: Environment) -> None:
    script = "tty </dev/tty && stty size </dev/tty"
    terminal = await contained.spawn_terminal(["sh", "-c", script], environment=environment, columns=101, rows=33)
    seen = await read_until(terminal, b"33 101")
    assert b"/dev/" in seen
    assert await terminal.wait() == 0
    assert (await terminal.read()).strip() == b""


async def test_what_is_typed_is_echoed_and_arrives(processes: Processes, environment: Environment) -> None:
    terminal = await processes.spawn_terminal(["sh", "-c", "read line; echo got:$line"], environment=environment)
    await terminal.write("grüße\n".encode())
    seen = await read_until(terminal, "got:grüße".encode())
    assert seen.startswith("grüße\r\n".encode())


async def test_a_new_size_is_told_to_the_program(processes: Processes, environment: Environment) -> None:
    script = "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.01; done"
    terminal = await processes.spawn_terminal(["sh", "-c", script], environment=environment, columns=80, rows=24)
    await read_until(terminal, b"ready")
    terminal.resize(132, 50)
    await read_until(terminal, b"50 132")


async def test_control_c_interrupts(processes: Processes, environment: Environment) -> None:
    script = "trap 'echo interrupted; exit 0' INT; echo ready; while :; do sleep 0.01; done"
    terminal = await processes.spawn_terminal(["sh", "-c", script], environment=environment)
    await read_until(terminal, b"ready")
    await terminal.write(b"\x03")
    await read_until(terminal, b"interrupted")
    assert await terminal.wait() == 0


async def test_kill_ends_jobs_in_the_background_too(
    contained: Processes, environment: Environment, witness: Witness
) -> None:
    terminal = await contained.spawn_terminal(witness.tree, environment={**environment, "TERM": "xterm"})
    await read_until(terminal, b"ready")
    await terminal.kill()
    assert witness.nobody_is_left()
    while await terminal.read():
        pass


async def test_unread_output_of_a_terminal_holds_its_program_back_until_it_is_killed(
    processes: Processes, environment: Environment, witness: Witness
) -> None:
    terminal = await processes.spawn_terminal(["yes", str(witness.number)], environment=environment)
    await read_until(terminal, str(witness.number).encode())
    await terminal.kill()
    assert witness.nobody_is_left()
    with pytest.raises(BrokenPipeError):
        await terminal.write(b"anyone?")
    terminal.resize(10, 10)


async def test_a_missing_shell_is_an_error_at_once(processes: Processes, environment: Environment) -> None:
    with pytest.raises(ProgramNotFound, match="no-such-shell"):
        await processes.spawn_terminal(["no-such-shell"], environment=environment)


async def test_many_terminals_leak_no_descriptor(processes: Processes, environment: Environment) -> None:
    async def use() -> None:
        terminal = await processes.spawn_terminal(["cat"], environment=environment)
        await terminal.write(b"x\n")
        await read_until(terminal, b"x\r\nx\r\n")
        await terminal.kill()

    await use()
    before = open_descriptors()
    await asyncio.gather(*(use() for _ in range(20)))
    await eventually(lambda: open_descriptors() <= before)
