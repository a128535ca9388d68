"""What every sandbox promises when it is paused or cleaned up, tried on each backend."""

import os
import secrets
from pathlib import Path

import pytest
from tests.contract.sandbox.backends import Backend
from tests.contract.sandbox.helpers import alive

from shopfloor.errors import WrongMove
from shopfloor.process import Processes
from shopfloor.sandbox_manager.preparation import Preparation
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxStatus


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


async def test_a_clean_up_script_has_a_bounded_time(tmp_path: Path, processes: Processes) -> None:
    number = secrets.randbelow(10**9) + 10**9
    preparation = Preparation(processes, cleanup_seconds=0.2)
    said = await preparation.clean_up(f"sleep {number} & sleep {number}", tmp_path, {"PATH": os.defpath})
    assert said.timed_out
    assert not alive(number)
