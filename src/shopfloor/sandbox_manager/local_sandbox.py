"""A sandbox on this machine: a workspace, a HOME, and programs that end as a whole."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import structlog

from shopfloor.errors import NotFound, SandboxError, ShopfloorError, WrongMove
from shopfloor.git_operations.removal import remove_trees
from shopfloor.process import Process, Processes, ProcessResult, Terminal
from shopfloor.sandbox_manager.home_folder import HomeFiles, furnish_home
from shopfloor.sandbox_manager.inside_paths import parts_of
from shopfloor.sandbox_manager.preparation import Preparation
from shopfloor.sandbox_manager.running_programs import RunningPrograms
from shopfloor.sandbox_manager.sandbox_protocol import (
    CommandExecutionResult,
    FileEntry,
    FoundLine,
    SandboxCapabilities,
    SandboxSpec,
    SandboxState,
    SandboxStatus,
)
from shopfloor.sandbox_manager.workplace import SandboxFolders, Workplace
from shopfloor.sandbox_manager.workspace_files import WorkspaceFiles

_TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
logger = structlog.get_logger(__name__)


class LocalSandbox:
    """Alike for all local backends; their differences lie in the workplace."""

    def __init__(
        self,
        spec: SandboxSpec,
        *,
        folders: SandboxFolders,
        workplace: Workplace,
        programs: RunningPrograms,
        processes: Processes,
        environment: Mapping[str, str],
        preparation: Preparation,
        copy_from: Path | None = None,
    ) -> None:
        self.sandbox_identifier = f"{spec.sandbox_type}:{spec.agent_work_order_id}"
        self.repository_url = spec.repository_url
        self.workspace_path = str(workplace.path)
        self.home_path = str(folders.home)
        self._spec = spec
        self._order_id = spec.agent_work_order_id
        self._folders = folders
        self._workplace = workplace
        self._programs = programs
        self._processes = processes
        self._base_environment = environment
        self._preparation = preparation
        self._copy_from = copy_from
        self._files = WorkspaceFiles(workplace.path, folders.staging)
        self._home_files = HomeFiles(folders.home, folders.staging)

    @property
    def capabilities(self) -> SandboxCapabilities:
        return SandboxCapabilities(parallel=self._workplace.parallel, pause=True, terminal=True, local_files=True)

    async def setup(self) -> None:
        async with self._programs.lock:
            await self._programs.end_others(self._order_id)
            await asyncio.to_thread(self._make_folders)
            self._folders.paused_note.unlink(missing_ok=True)
            if not await self._workplace.is_ready():
                self._folders.prepared_note.unlink(missing_ok=True)
            await self._workplace.make_ready()
            if not self._spec.is_prepared:
                return
            await self._preparation.prepare(
                self._spec,
                self._folders,
                self._workplace,
                copy_from=self._copy_from,
                environment=self._environment({}),
            )

    async def execute_command(
        self,
        command: str | Sequence[str],
        timeout_seconds: float = 300,
        *,
        environment: Mapping[str, str] | None = None,
    ) -> CommandExecutionResult:
        await self._require_ready()
        argv = ["/bin/sh", "-c", command] if isinstance(command, str) else command
        running = self._processes.run(
            argv,
            cwd=self._workplace.path,
            environment=self._environment(environment),
            deadline_seconds=timeout_seconds,
            contained=True,
        )
        return _told(await self._programs.run(running, self._order_id))

    async def spawn(
        self,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        visitor: bool = False,
        with_secrets: bool = True,
    ) -> Process:
        self._require_not_paused()
        if not await asyncio.to_thread(self._make_place_to_work):
            await self.setup()
        process = await self._processes.spawn(
            argv,
            cwd=self._workplace.path / (working_directory or ""),
            environment=self._environment(environment, with_secrets=with_secrets),
        )
        self._programs.add(process, self._order_id, visitor=visitor)
        return process

    async def open_terminal(
        self, argv: Sequence[str], *, columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None
    ) -> Terminal:
        await self._require_ready()
        terminal = await self._processes.spawn_terminal(
            argv,
            cwd=self._workplace.path,
            environment={**_TERMINAL, **self._environment(environment, with_secrets=False)},
            columns=columns,
            rows=rows,
        )
        self._programs.add(terminal, self._order_id, visitor=True)
        return terminal

    async def read_file(self, path: str, *, max_bytes: int = 10 * 1024 * 1024) -> bytes:
        await self._require_files()
        if self._files.is_missing(path):
            raise NotFound(f"There is no {path!r} in the sandbox.", field="path")
        return await asyncio.to_thread(self._files.read, path, max_bytes)

    async def stat_file(self, path: str) -> FileEntry:
        await self._require_files()
        return await asyncio.to_thread(self._files.stat, path)

    async def write_file(self, path: str, content: bytes, *, expected_version: str | None = None) -> FileEntry:
        await self._require_files()
        return await asyncio.to_thread(self._files.write, path, content, expected_version=expected_version)

    async def make_folder(self, path: str) -> None:
        await self._require_files()
        await asyncio.to_thread(self._files.make_folder, path)

    async def move_file(self, path: str, to: str) -> None:
        await self._require_files()
        await asyncio.to_thread(self._files.move, path, to)

    async def remove_file(self, path: str) -> None:
        await self._require_files()
        await asyncio.to_thread(self._files.remove_whole, path)

    async def list_files(self, path: str = "") -> Sequence[FileEntry]:
        await self._require_files()
        return await asyncio.to_thread(self._files.list, path)

    async def read_home_file(self, path: str) -> bytes | None:
        return await self._home_files.read(path)

    async def write_home_file(self, path: str, content: bytes) -> None:
        await asyncio.to_thread(self._make_folders)
        await self._home_files.write(path, content)

    async def remove_home_file(self, path: str) -> None:
        await self._home_files.remove(path)

    async def file_states(self, path: str = "") -> Mapping[str, str]:
        await self._require_files()
        return await self._workplace.file_states("/".join(parts_of(path)))

    async def find_files(self, text: str, *, limit: int) -> Sequence[str]:
        await self._require_files()
        return await self._workplace.find_files(text, limit)

    async def find_lines(self, text: str, *, limit: int, ignore_case: bool = True) -> Sequence[FoundLine]:
        await self._require_files()
        return await self._workplace.find_lines(text, limit, ignore_case)

    async def note_visit(self) -> None:
        await asyncio.to_thread(self._folders.visited_note.touch)

    async def take_visit_note(self) -> bool:
        try:
            self._folders.visited_note.unlink()
        except FileNotFoundError:
            return False
        return True

    async def get_current_state(self) -> SandboxState:
        is_there = await self._workplace.is_ready()
        status = await self._workplace.status() if is_there else None
        return SandboxState(
            status=self._status(is_there),
            sandbox_identifier=self.sandbox_identifier,
            git_branch_name=status.git_branch_name if status else None,
            head_sha=status.head_sha if status else None,
            is_dirty=status.is_dirty if status else False,
            running_processes=self._programs.count(self._order_id),
        )

    async def pause(self) -> None:
        await self._require_files()
        self._folders.paused_note.touch()
        await self.end_processes()

    async def resume(self) -> None:
        await self._require_files()
        self._folders.paused_note.unlink(missing_ok=True)

    async def end_processes(self, *, visitors: bool = True) -> int:
        return await self._programs.end(self._order_id, visitors=visitors)

    async def cleanup(self, *, keep_home: bool = False) -> CommandExecutionResult | None:
        async with self._programs.lock:
            await self.end_processes()
            said = await self._clean_up()
            await self._workplace.leave()
            if not keep_home:
                await remove_trees(self._processes, self._folders.root)
                return said
            self._folders.prepared_note.unlink(missing_ok=True)
            self._folders.paused_note.unlink(missing_ok=True)
            await remove_trees(self._processes, self._folders.temporary, self._folders.staging)
            return said

    async def _clean_up(self) -> CommandExecutionResult | None:
        """All work is saved before the script runs, and what it leaves behind is no work."""
        script = (self._spec.cleanup_script or "").strip()
        if not script or not await self._workplace.is_ready():
            return None
        await self._workplace.save()
        try:
            return _told(await self._preparation.clean_up(script, self._workplace.path, self._environment({})))
        except ShopfloorError as exc:
            return CommandExecutionResult(-1, "", exc.message, truncated=False, timed_out=False, duration_seconds=0.0)
        finally:
            await self._forget_what_it_did()

    async def _forget_what_it_did(self) -> None:
        try:
            await self._workplace.discard()
        except ShopfloorError as exc:
            logger.warning("cleanup_script_not_undone", agent_work_order_id=self._order_id, error=exc.message)

    def _status(self, is_there: bool) -> SandboxStatus:
        if not is_there:
            return SandboxStatus.ABSENT
        return SandboxStatus.PAUSED if self._folders.paused_note.exists() else SandboxStatus.READY

    def _environment(self, more: Mapping[str, str] | None, *, with_secrets: bool = True) -> dict[str, str]:
        own = {"HOME": self.home_path, "TMPDIR": str(self._folders.temporary)}
        secrets = self._spec.secrets if with_secrets else {}
        return {**self._base_environment, **self._spec.environment, **secrets, **own, **(more or {})}

    def _make_folders(self) -> None:
        self._folders.make()
        furnish_home(self._folders.home, self._spec.author)

    def _make_place_to_work(self) -> bool:
        """False where the workspace has vanished: it is made again before a program starts in its place."""
        self._make_folders()
        return self._workplace.make_folder()

    async def _require_files(self) -> None:
        if not await self._workplace.is_ready():
            raise SandboxError(
                "The sandbox is not there: it was never set up, was cleaned up, or serves another order."
            )

    async def _require_ready(self) -> None:
        await self._require_files()
        self._require_not_paused()

    def _require_not_paused(self) -> None:
        if self._folders.paused_note.exists():
            raise WrongMove("The sandbox is paused.", hint="Resume it first.")


def _told(result: ProcessResult) -> CommandExecutionResult:
    return CommandExecutionResult(
        exit_code=result.exit_code,
        stdout=result.stdout.decode("utf-8", "replace"),
        stderr=result.stderr.decode("utf-8", "replace"),
        truncated=result.truncated,
        timed_out=result.timed_out,
        duration_seconds=result.duration_seconds,
    )
