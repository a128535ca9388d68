"""Runs a program in a HOME of its own that is thrown away: many write there even when asked for their version only."""

import asyncio
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.process import Processes, base_environment

_OUTPUT_LIMIT = 64 * 1024


class Throwaway:
    def __init__(self, processes: Processes, environment: Mapping[str, str]) -> None:
        self._processes = processes
        self._environment = base_environment(environment)

    async def run(self, argv: Sequence[str], seconds: float) -> str:
        """What it printed, on standard output if anything, else on standard error."""
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="shopfloor-"))
        try:
            result = await self._processes.run(
                argv,
                cwd=folder,
                environment={**self._environment, "HOME": str(folder), "TMPDIR": str(folder)},
                deadline_seconds=seconds,
                output_limit=_OUTPUT_LIMIT,
                contained=True,
            )
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        return (result.stdout or result.stderr).decode("utf-8", "replace")
