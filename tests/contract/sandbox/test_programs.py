"""What every sandbox promises to programs, tried on each backend."""

import asyncio
import secrets

import pytest
from tests.contract.sandbox.backends import Backend
from tests.contract.sandbox.helpers import alive
from tests.support.waiting import eventually, read_until

from shopfloor.errors import ProgramNotFound, SandboxError
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox


class TestCommands:
    async def test_run_in_the_workspace_with_a_home_of_their_own(self, sandbox: AgentSandbox) -> None:
        result = await sandbox.execute_command('pwd; echo "$HOME"; echo problem >&2; exit 4')
        assert result.stdout.splitlines() == [sandbox.workspace_path, sandbox.home_path]
        assert (result.exit_code, result.stderr, result.timed_out) == (4, "problem\n", False)

    async def test_take_arguments_as_they_are(self, sandbox: AgentSandbox) -> None:
        result = await sandbox.execute_command(["printf", "%s|", "a b", "$HOME", "'"])
        assert result.stdout == "a b|$HOME|'|"

    async def test_see_little_of_the_servers_environment(self, sandbox: AgentSandbox) -> None:
        result = await sandbox.execute_command(["env"], environment={"MORE": "yes"})
        names = {line.partition("=")[0] for line in result.stdout.splitlines()}
        assert names - {"TZ", "PWD", "OLDPWD", "SHLVL", "_"} == {
            "PATH",
            "LANG",
            "HOME",
            "TMPDIR",
            "MORE",
            "SHOPFLOOR_OWNER",
        }

    async def test_have_a_private_folder_for_temporary_files(self, sandbox: AgentSandbox) -> None:
        result = await sandbox.execute_command('mktemp; ls -ld "$TMPDIR"')
        assert result.exit_code == 0
        assert not result.stdout.startswith("/tmp/tmp.")
        assert "drwx------" in result.stdout

    async def test_past_their_time_they_end_with_all_they_started(self, sandbox: AgentSandbox) -> None:
        number = secrets.randbelow(10**9) + 10**9
        result = await sandbox.execute_command(
            f"echo begun; (setsid sleep {number} &); sleep {number}", timeout_seconds=0.3
        )
        assert result.timed_out
        assert result.stdout == "begun\n"
        assert not alive(number)

    async def test_undecodable_output_is_shown_as_well_as_can_be(self, sandbox: AgentSandbox) -> None:
        assert (await sandbox.execute_command(r"printf 'a\377b'")).stdout == "a\ufffdb"

    async def test_a_missing_program_is_named(self, sandbox: AgentSandbox) -> None:
        with pytest.raises(ProgramNotFound, match="no-such-tool"):
            await sandbox.execute_command(["no-such-tool"])

    async def test_an_agent_that_commits_does_so_in_the_users_name(
        self, backend: Backend, sandbox: AgentSandbox
    ) -> None:
        who = await sandbox.execute_command("git config user.name; git config user.email")
        assert who.stdout == "Uma User\numa@example.org\n"


class TestPrograms:
    async def test_are_counted_and_ended(self, backend: Backend, sandbox: AgentSandbox) -> None:
        number = secrets.randbelow(10**9) + 10**9
        process = await sandbox.spawn(["sh", "-c", f"(setsid sleep {number} &); echo up; sleep {number}"])
        assert await process.read() == b"up\n"
        await sandbox.open_terminal(["sleep", str(number)])
        assert (await sandbox.get_current_state()).running_processes == 2

        assert await backend.make(backend.spec()).end_processes() == 2

        assert not alive(number)
        assert (await sandbox.get_current_state()).running_processes == 0
        assert await sandbox.end_processes() == 0

    async def test_a_command_that_is_ended_says_so(self, sandbox: AgentSandbox) -> None:
        number = secrets.randbelow(10**9) + 10**9
        running = asyncio.ensure_future(sandbox.execute_command(["sleep", str(number)]))
        await eventually(lambda: bool(alive(number)))
        assert await sandbox.end_processes() == 1
        with pytest.raises(SandboxError, match="ended together"):
            await running
        assert not alive(number)

    async def test_a_cancelled_command_is_dead(self, sandbox: AgentSandbox) -> None:
        number = secrets.randbelow(10**9) + 10**9
        running = asyncio.ensure_future(sandbox.execute_command(["sleep", str(number)]))
        await eventually(lambda: bool(alive(number)))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert not alive(number)
        assert (await sandbox.get_current_state()).running_processes == 0

    async def test_one_that_ends_by_itself_is_not_counted(self, sandbox: AgentSandbox) -> None:
        process = await sandbox.spawn(["true"])
        assert await process.wait() == 0
        await asyncio.sleep(0)
        assert (await sandbox.get_current_state()).running_processes == 0

    async def test_may_start_in_a_folder_of_the_workspace(self, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("sub/file", b"")
        process = await sandbox.spawn(["pwd"], working_directory="sub")
        assert await process.read() == f"{sandbox.workspace_path}/sub\n".encode()


class TestTerminal:
    async def test_echoes_resizes_and_tells_the_exit_code(self, sandbox: AgentSandbox) -> None:
        script = "stty size; read line; echo got:$line; stty size; echo $TERM; exit 3"
        terminal = await sandbox.open_terminal(["sh", "-c", script], columns=90, rows=20)
        await read_until(terminal, b"20 90\r\n")
        terminal.resize(120, 40)
        await terminal.write(b"typed\n")
        seen = await read_until(terminal, b"xterm")
        assert b"typed\r\n" in seen
        assert b"got:typed" in seen
        assert b"40 120" in seen
        assert await terminal.wait() == 3


async def test_secrets_are_for_programs_and_not_for_terminals(backend: Backend) -> None:
    sandbox = backend.make(backend.spec(environment={"OPEN": "open"}, secrets={"TOKEN": "secret-value"}))
    await sandbox.setup()
    assert (await sandbox.execute_command("echo $OPEN $TOKEN")).stdout == "open secret-value\n"
    for with_secrets, expected in ((True, b"secret-value\n"), (False, b"\n")):
        program = await sandbox.spawn(["/bin/sh", "-c", "echo $TOKEN"], with_secrets=with_secrets)
        assert await program.read() == expected
        await program.wait()
    terminal = await sandbox.open_terminal(["/bin/sh", "-c", "echo [$OPEN-$TOKEN]"])
    await read_until(terminal, b"[open-]")
    await terminal.wait()
