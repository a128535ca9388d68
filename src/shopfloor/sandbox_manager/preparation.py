"""The user's ignored files and her scripts: what a workspace needs before an agent works in it, and at its end."""

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path

from shopfloor.domain.copy_patterns import check_pattern
from shopfloor.errors import SetupScriptFailed
from shopfloor.process import Processes, ProcessResult
from shopfloor.sandbox_manager.files_to_copy import copy_files, matching_files
from shopfloor.sandbox_manager.sandbox_protocol import SandboxSpec
from shopfloor.sandbox_manager.workplace import SandboxFolders, Workplace
from shopfloor.sandbox_manager.workspace_files import WorkspaceFiles

_SHOWN = 2000


class Preparation:
    """Done once for each workspace that is made, and again if it did not succeed or is asked for differently."""

    def __init__(self, processes: Processes, *, deadline_seconds: float = 900.0, cleanup_seconds: float = 60.0) -> None:
        self._processes = processes
        self._deadline_seconds = deadline_seconds
        self._cleanup_seconds = cleanup_seconds

    async def prepare(
        self,
        spec: SandboxSpec,
        folders: SandboxFolders,
        workplace: Workplace,
        *,
        copy_from: Path | None,
        environment: Mapping[str, str],
    ) -> None:
        if not spec.files_to_copy and not (spec.setup_script or "").strip():
            return
        wanted = _fingerprint(spec)
        if await asyncio.to_thread(_read, folders.prepared_note) == wanted:
            return
        if copy_from is not None and spec.files_to_copy:
            await self._copy_files(spec, folders, workplace, copy_from)
        if spec.setup_script and spec.setup_script.strip():
            await self._set_up(spec.setup_script, workplace.path, environment)
        await asyncio.to_thread(folders.prepared_note.write_text, wanted)

    async def _copy_files(
        self, spec: SandboxSpec, folders: SandboxFolders, workplace: Workplace, copy_from: Path
    ) -> None:
        for pattern in spec.files_to_copy:
            check_pattern(pattern)
        found = await asyncio.to_thread(matching_files, copy_from, spec.files_to_copy)
        wanted = await workplace.not_to_be_committed(found)
        files = WorkspaceFiles(workplace.path, folders.staging)
        await asyncio.to_thread(copy_files, copy_from, wanted, files)

    async def clean_up(self, script: str, workspace: Path, environment: Mapping[str, str]) -> ProcessResult:
        return await self._run_script(script, workspace, environment, self._cleanup_seconds)

    async def _set_up(self, script: str, workspace: Path, environment: Mapping[str, str]) -> None:
        result = await self._run_script(script, workspace, environment, self._deadline_seconds)
        if result.timed_out or result.exit_code != 0:
            raise SetupScriptFailed(
                f"The setup script {self._what_happened(result)}.\n{_end_of_output(result)}".rstrip(),
                hint="Correct the setup script in the project's settings, then retry.",
            )

    async def _run_script(
        self, script: str, workspace: Path, environment: Mapping[str, str], deadline_seconds: float
    ) -> ProcessResult:
        return await self._processes.run(
            ["/bin/sh", "-c", script],
            cwd=workspace,
            environment=environment,
            deadline_seconds=deadline_seconds,
            output_limit=2**20,
            contained=True,
        )

    def _what_happened(self, result: ProcessResult) -> str:
        if result.timed_out:
            return f"did not end within {self._deadline_seconds:g} seconds"
        return f"failed with exit code {result.exit_code}"


def _fingerprint(spec: SandboxSpec) -> str:
    variables = sorted(spec.environment.items())
    parts = (spec.setup_script, spec.files_to_copy, *([variables] if variables else []))
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _read(path: Path) -> str | None:
    try:
        return path.read_text()
    except FileNotFoundError:
        return None


def _end_of_output(result: ProcessResult) -> str:
    output = (result.stdout + result.stderr).decode("utf-8", "replace").strip()
    return output if len(output) <= _SHOWN else f"…{output[-_SHOWN:]}"
