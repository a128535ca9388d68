"""What every sandbox promises of its files, tried on each backend."""

import asyncio
import secrets
from pathlib import Path

import pytest
from tests.contract.sandbox.backends import Backend

from shopfloor.errors import InvalidInput, NotFound, SandboxError
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox


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
