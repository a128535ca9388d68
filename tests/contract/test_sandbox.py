"""What every sandbox promises, tried on each backend."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest
from tests.contract.sandbox_backends import BACKENDS, Backend, make_checkout, open_backend

from shopfloor.errors import InvalidInput, NotFound, ProgramNotFound, SandboxError, SetupScriptFailed, WrongMove
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.sandbox_manager.preparation import Preparation
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxStatus, SandboxTerminal


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[Processes]:
    owner = ProcessOwner(tmp_path / "home", "now")
    made = Processes(owner=owner, containment=detect_containment(owner))
    yield made
    await made.close()


@pytest.fixture(params=BACKENDS)
async def backend(request: pytest.FixtureRequest, tmp_path: Path, processes: Processes) -> Backend:
    home = tmp_path / "home"
    home.mkdir()
    repository = make_checkout(tmp_path / "their repo")
    environment = {**os.environ, "SSH_AUTH_SOCK": "/secret", "GITHUB_TOKEN": "secret"}
    return await open_backend(str(request.param), home, processes, environment, repository)


@pytest.fixture
async def sandbox(backend: Backend) -> AgentSandbox:
    made = backend.make(backend.spec())
    await made.setup()
    return made


def alive(number: int) -> list[int]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and str(number) in process.cmdline():
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


async def eventually(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def read_until(terminal: SandboxTerminal, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        chunk = await terminal.read()
        assert chunk, f"ended before {text!r}: {seen!r}"
        seen += chunk
    return seen


class TestSetup:
    async def test_makes_it_ready(self, backend: Backend) -> None:
        sandbox = backend.make(backend.spec())
        assert (await sandbox.get_current_state()).status is SandboxStatus.ABSENT

        await sandbox.setup()

        state = await sandbox.get_current_state()
        assert state.status is SandboxStatus.READY
        assert state.git_branch_name == "feat-wo-00000001"
        assert not state.is_dirty
        assert state.running_processes == 0
        if backend.has_git:
            assert state.head_sha == backend.base_sha
            assert await sandbox.read_file("README.md") == b"hello\n"

    async def test_again_keeps_what_is_there(self, backend: Backend, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("new.txt", b"not committed")
        await sandbox.write_file("README.md", b"changed")

        await backend.make(backend.spec()).setup()

        assert await sandbox.read_file("new.txt") == b"not committed"
        assert await sandbox.read_file("README.md") == b"changed"
        assert (await sandbox.get_current_state()).is_dirty

    async def test_many_at_once_are_one(self, backend: Backend) -> None:
        sandboxes = [backend.make(backend.spec(setup_script="echo x >>runs.local")) for _ in range(4)]
        await asyncio.gather(*(sandbox.setup() for sandbox in sandboxes))
        assert await sandboxes[0].read_file("runs.local") == b"x\n"

    async def test_before_it_nothing_but_starting_a_program_works(self, backend: Backend) -> None:
        sandbox = backend.make(backend.spec())
        with pytest.raises(SandboxError, match="not there"):
            await sandbox.read_file("README.md")
        with pytest.raises(SandboxError, match="not there"):
            await sandbox.execute_command("true")

    async def test_a_program_may_start_while_it_runs(self, backend: Backend) -> None:
        sandbox = backend.make(backend.spec())
        process = await sandbox.spawn(["cat"])
        await sandbox.setup()
        await process.write(b"still here")
        assert await process.read() == b"still here"
        if backend.has_git:
            assert await sandbox.read_file("README.md") == b"hello\n"
        await process.kill()


class TestSetupScript:
    async def test_runs_once_in_the_workspace(self, backend: Backend) -> None:
        spec = backend.spec(setup_script='pwd >>runs.local; echo "$HOME" >>runs.local')
        sandbox = backend.make(spec)
        await sandbox.setup()
        await backend.make(spec).setup()
        assert (await sandbox.read_file("runs.local")).decode() == f"{sandbox.workspace_path}\n{sandbox.home_path}\n"

    async def test_runs_again_in_a_workspace_that_is_made_again(self, backend: Backend) -> None:
        spec = backend.spec(setup_script="echo x >>build.local")
        sandbox = backend.make(spec)
        await sandbox.setup()
        await sandbox.cleanup()
        await sandbox.setup()
        assert set((await sandbox.read_file("build.local")).split()) == {b"x"}

    async def test_a_failure_shows_its_output_and_is_tried_again(self, backend: Backend) -> None:
        broken = backend.make(backend.spec(setup_script="echo out; echo no such thing >&2; exit 3"))
        with pytest.raises(SetupScriptFailed, match=r"exit code 3(?s:.)*no such thing"):
            await broken.setup()
        with pytest.raises(SetupScriptFailed):
            await broken.setup()
        await backend.make(backend.spec(setup_script="true")).setup()

    async def test_a_failure_keeps_what_was_there(self, backend: Backend, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("work.txt", b"mine")
        with pytest.raises(SetupScriptFailed):
            await backend.make(backend.spec(setup_script="exit 1")).setup()
        assert await sandbox.read_file("work.txt") == b"mine"


class TestFilesToCopy:
    async def test_ignored_files_are_carried_over(self, backend: Backend) -> None:
        repository = backend.repository
        (repository / ".env").write_text("KEY=1")
        (repository / "src" / "deep.local").write_text("deep")
        (repository / "secrets").mkdir()
        (repository / "secrets" / "run me").write_text("#!/bin/sh")
        (repository / "secrets" / "run me").chmod(0o700)
        sandbox = backend.make(backend.spec(files_to_copy=(".env", "**/*.local", "secrets", "nothing*")))

        await sandbox.setup()

        assert await sandbox.read_file(".env") == b"KEY=1"
        assert await sandbox.read_file("src/deep.local") == b"deep"
        assert os.access(Path(sandbox.workspace_path) / "secrets" / "run me", os.X_OK)
        if backend.has_git:
            assert not (await sandbox.get_current_state()).is_dirty

    async def test_a_copy_that_was_changed_is_left_alone(self, backend: Backend) -> None:
        (backend.repository / ".env").write_text("theirs")
        spec = backend.spec(files_to_copy=(".env",))
        sandbox = backend.make(spec)
        await sandbox.setup()
        await sandbox.write_file(".env", b"changed")
        await backend.make(backend.spec(files_to_copy=(".env", "*.local"))).setup()
        assert await sandbox.read_file(".env") == b"changed"

    async def test_links_are_not_followed_out(self, backend: Backend, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "x.local").write_text("secret")
        (backend.repository / ".env").symlink_to(outside / "x.local")
        (backend.repository / "build").symlink_to(outside)
        sandbox = backend.make(backend.spec(files_to_copy=(".env", "build/*.local", "build", "**/*.local")))
        await sandbox.setup()
        for path in (".env", "build/x.local"):
            with pytest.raises(NotFound):
                await sandbox.read_file(path)

    @pytest.mark.parametrize("pattern", ["../*", "/etc/passwd", "a/../../b", ""])
    async def test_patterns_beyond_the_repository_are_refused(self, backend: Backend, pattern: str) -> None:
        with pytest.raises(InvalidInput, match="pattern"):
            await backend.make(backend.spec(files_to_copy=(pattern,))).setup()


class TestFiles:
    @pytest.mark.parametrize(
        "path", ["plain.txt", "a/b/c.txt", 'späce \'n "quotes"\n.txt', "raw\udcff\udcfe.bin", "-n"]
    )
    async def test_are_written_and_read_under_any_name(self, sandbox: AgentSandbox, path: str) -> None:
        content = secrets.token_bytes(100)
        await sandbox.write_file(path, content)
        assert await sandbox.read_file(path) == content
        parent, _, _ = path.rpartition("/")
        assert path in [entry.path for entry in await sandbox.list_files(parent)]

    async def test_reading_stops_at_the_limit(self, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("big", b"x" * 5000)
        assert await sandbox.read_file("big", max_bytes=100) == b"x" * 100

    async def test_writing_again_replaces_and_keeps_the_executable_bit(self, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("run.sh", b"echo first version")
        await sandbox.execute_command("chmod 755 run.sh")
        await sandbox.write_file("run.sh", b"echo second")
        assert (await sandbox.execute_command("./run.sh || sh ./run.sh")).stdout == "second\n"
        assert (await sandbox.execute_command("test -x run.sh")).exit_code == 0

    async def test_are_listed_with_their_kind(self, sandbox: AgentSandbox) -> None:
        await sandbox.execute_command(
            "mkdir -p d/sub d/module/.git; echo 12345 >d/file; ln -s file d/link; ln -s /nowhere d/lost; mkfifo d/pipe"
        )
        entries = {entry.path: entry for entry in await sandbox.list_files("d")}
        assert {path: entry.kind for path, entry in entries.items()} == {
            "d/file": "file",
            "d/link": "symlink",
            "d/lost": "symlink",
            "d/module": "submodule",
            "d/pipe": "other",
            "d/sub": "directory",
        }
        assert entries["d/file"].size == 6
        assert entries["d/file"].modified_at.tzinfo is not None

    async def test_the_git_of_the_workspace_is_neither_listed_nor_written(self, sandbox: AgentSandbox) -> None:
        assert ".git" not in [entry.path for entry in await sandbox.list_files()]
        for path in (".git", ".git/config", "./.GIT/hooks/x"):
            with pytest.raises(InvalidInput):
                await sandbox.write_file(path, b"")

    async def test_missing_ones_are_not_found(self, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("file", b"")
        for path in ("nope", "nope/deeper", "file/below"):
            with pytest.raises(NotFound):
                await sandbox.read_file(path)
            with pytest.raises(NotFound):
                await sandbox.list_files(path)

    async def test_folders_and_pipes_are_not_read(self, sandbox: AgentSandbox) -> None:
        await sandbox.execute_command("mkdir folder; mkfifo pipe")
        for path in ("folder", "pipe", "", "."):
            with pytest.raises(InvalidInput):
                await sandbox.read_file(path)
        with pytest.raises(InvalidInput):
            await sandbox.write_file("folder", b"")

    async def test_links_inside_are_followed(self, sandbox: AgentSandbox) -> None:
        await sandbox.write_file("docs/real.md", b"text")
        await sandbox.execute_command(
            "ln -s docs/real.md near; mkdir deep; ln -s ../docs deep/up;"
            f" ln -s '{sandbox.workspace_path}/docs' absolute"
        )
        for path in ("near", "deep/up/real.md", "absolute/real.md"):
            assert await sandbox.read_file(path) == b"text"
        await sandbox.write_file("near", b"new text")
        assert await sandbox.read_file("docs/real.md") == b"new text"
        assert [entry.path for entry in await sandbox.list_files("deep/up")] == ["deep/up/real.md"]


class TestPathsThatLeave:
    @pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "..", "a/.."])
    async def test_are_refused(self, sandbox: AgentSandbox, path: str) -> None:
        for attempt in (sandbox.read_file(path), sandbox.write_file(path, b""), sandbox.list_files(path)):
            with pytest.raises(InvalidInput, match="leads out"):
                await attempt

    async def test_nul_is_refused(self, sandbox: AgentSandbox) -> None:
        with pytest.raises(InvalidInput):
            await sandbox.read_file("a\0b")

    async def test_links_out_are_refused(self, sandbox: AgentSandbox, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "secret").write_text("secret")
        await sandbox.execute_command(
            f"ln -s '{outside}' folder; ln -s '{outside}/secret' file; ln -s ../../../../outside up;"
            f" ln -s '{outside}/made-by-write' dangling; ln -s self self; ln -s / root"
        )
        for path in ("folder/secret", "file", "up/secret", "dangling", "self", "root/etc/passwd"):
            with pytest.raises(InvalidInput):
                await sandbox.read_file(path)
            with pytest.raises(InvalidInput):
                await sandbox.write_file(path, b"overwritten")
        for path in ("folder", "up", "root/etc"):
            with pytest.raises(InvalidInput):
                await sandbox.list_files(path)
        assert sorted(path.name for path in outside.iterdir()) == ["secret"]
        assert (outside / "secret").read_text() == "secret"

    async def test_links_swapped_in_at_any_moment_are_not_followed(self, sandbox: AgentSandbox, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "file").write_text("secret")
        swap = f"""
            mkdir -p real && echo harmless >real/file && echo ready
            while :; do ln -sfn real swapped; rm -f swapped; cp -r real swapped 2>/dev/null; rm -rf swapped
                ln -sfn '{outside}' swapped; done"""
        swapper = await sandbox.spawn(["sh", "-c", swap])
        assert await swapper.read() == b"ready\n"
        for number in range(150):
            try:
                assert await sandbox.read_file("swapped/file") in {b"harmless\n", b"written", b""}
                await sandbox.write_file("swapped/file", b"written")
            except (InvalidInput, NotFound, SandboxError):
                pass
            if number % 10 == 0:
                await asyncio.sleep(0.001)
        await swapper.kill()
        assert (outside / "file").read_text() == "secret"
        assert [path.name for path in outside.iterdir()] == ["file"]


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


class TestPause:
    async def test_ends_what_runs_and_keeps_the_files(self, backend: Backend, sandbox: AgentSandbox) -> None:
        number = secrets.randbelow(10**9) + 10**9
        await sandbox.spawn(["sleep", str(number)])
        await sandbox.write_file("work.txt", b"kept")

        await sandbox.pause()

        assert not alive(number)
        assert (await backend.make(backend.spec()).get_current_state()).status is SandboxStatus.PAUSED
        assert await sandbox.read_file("work.txt") == b"kept"
        for attempt in (sandbox.spawn(["true"]), sandbox.execute_command("true"), sandbox.open_terminal(["sh"])):
            with pytest.raises(WrongMove, match="paused"):
                await attempt

        await sandbox.resume()

        assert (await sandbox.get_current_state()).status is SandboxStatus.READY
        assert (await sandbox.execute_command("true")).exit_code == 0


class TestCleanup:
    async def test_saves_what_is_not_committed_and_ends_what_runs(
        self, backend: Backend, sandbox: AgentSandbox
    ) -> None:
        number = secrets.randbelow(10**9) + 10**9
        await sandbox.spawn(["sleep", str(number)])
        await sandbox.write_file("work.txt", b"precious")
        await sandbox.write_file("odd 'name'\n", b"odd")

        await sandbox.cleanup()

        assert backend.rescued(backend.spec(), "work.txt") == b"precious"
        assert backend.rescued(backend.spec(), "odd 'name'\n") == b"odd"
        assert (await sandbox.get_current_state()).status is SandboxStatus.ABSENT
        assert not alive(number)
        assert not Path(sandbox.home_path).exists()

    async def test_twice_and_before_setup_does_nothing(self, backend: Backend) -> None:
        sandbox = backend.make(backend.spec())
        await sandbox.cleanup()
        await sandbox.setup()
        await sandbox.cleanup()
        await sandbox.cleanup()
        assert (await sandbox.get_current_state()).status is SandboxStatus.ABSENT

    async def test_what_was_saved_is_there_when_the_sandbox_is_made_again(
        self, backend: Backend, sandbox: AgentSandbox
    ) -> None:
        await sandbox.write_file("work.txt", b"precious")
        await sandbox.cleanup()
        await sandbox.setup()
        assert await sandbox.read_file("work.txt") == b"precious"
        assert not (await sandbox.get_current_state()).is_dirty

    async def test_can_keep_the_home(self, sandbox: AgentSandbox) -> None:
        await sandbox.execute_command("echo session >$HOME/session")
        await sandbox.cleanup(keep_home=True)
        assert (Path(sandbox.home_path) / "session").read_text() == "session\n"
        await sandbox.setup()
        assert (await sandbox.execute_command("cat $HOME/session")).stdout == "session\n"

    async def test_the_clean_up_script_runs_when_all_is_saved_and_its_doings_are_not_kept(
        self, backend: Backend, tmp_path: Path
    ) -> None:
        seen = tmp_path / "seen"
        script = f"cat work.txt > {seen}; echo $TOKEN; rm -rf README.md work.txt; echo junk > new.txt; exit 3"
        spec = backend.spec(cleanup_script=script, secrets={"TOKEN": "secret-value"})
        sandbox = backend.make(spec)
        await sandbox.setup()
        await sandbox.write_file("work.txt", b"precious")

        said = await sandbox.cleanup(keep_home=True)

        assert said is not None
        assert (said.exit_code, said.stdout, seen.read_text()) == (3, "secret-value\n", "precious")
        assert backend.rescued(spec, "work.txt") == b"precious"
        assert backend.rescued(spec, "new.txt") is None
        if backend.has_git:
            assert backend.rescued(spec, "README.md") == b"hello\n"
        assert await sandbox.cleanup() is None, "there is nothing left to clean up"
        await sandbox.setup()
        assert not (await sandbox.get_current_state()).is_dirty

    async def test_leaves_read_only_and_odd_files_no_chance(self, sandbox: AgentSandbox) -> None:
        await sandbox.execute_command(
            "mkdir -p build/ro && touch build/ro/f && chmod 500 build/ro; mkfifo build/p; ln -s / build/root;"
            " mkdir -p $HOME/cache/ro && touch $HOME/cache/ro/f && chmod -R 500 $HOME/cache"
        )
        await sandbox.cleanup()
        assert not Path(sandbox.home_path).exists()
        assert Path("/etc").exists()


async def test_files_of_the_home_are_the_agents_alone_and_never_leave_it(backend: Backend, tmp_path: Path) -> None:
    sandbox = backend.make(backend.spec())
    await sandbox.write_home_file(".tool/auth.json", b"{}")
    assert await sandbox.read_home_file(".tool/auth.json") == b"{}"
    told = await _told_in(sandbox, 'stat -c %a "$HOME/.tool/auth.json"; ls "$PWD"')
    assert told.split()[0] == "600"
    assert "auth.json" not in told.split()[1:]
    await sandbox.execute_command(f'rm -r "$HOME/.tool" && ln -s {tmp_path} "$HOME/.tool"')
    with pytest.raises(InvalidInput):
        await sandbox.write_home_file(".tool/auth.json", b"x")
    with pytest.raises(InvalidInput):
        await sandbox.read_home_file(".tool/auth.json")
    await sandbox.write_home_file("kept/by/it", b"x")
    await sandbox.remove_home_file("kept")
    assert await sandbox.read_home_file("kept/by/it") is None
    await sandbox.remove_home_file(".tool")
    assert tmp_path.is_dir()
    await sandbox.remove_home_file("nowhere/at/all")
    assert await sandbox.read_home_file("nothing") is None


async def _told_in(sandbox: AgentSandbox, command: str) -> str:
    await sandbox.setup()
    return (await sandbox.execute_command(command)).stdout


async def test_a_clean_up_script_has_a_bounded_time(tmp_path: Path, processes: Processes) -> None:
    number = secrets.randbelow(10**9) + 10**9
    preparation = Preparation(processes, cleanup_seconds=0.2)
    said = await preparation.clean_up(f"sleep {number} & sleep {number}", tmp_path, {"PATH": os.defpath})
    assert said.timed_out
    assert not alive(number)


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
