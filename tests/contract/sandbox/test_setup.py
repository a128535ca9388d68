"""What every sandbox promises when it is set up, tried on each backend."""

import asyncio
import os
from pathlib import Path

import pytest
from tests.contract.sandbox.backends import Backend

from shopfloor.errors import InvalidInput, NotFound, SandboxError, SetupScriptFailed
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxStatus


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
