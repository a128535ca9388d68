"""Removes folders whatever an agent has put into them."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from shopfloor.errors import GitError
from shopfloor.process import Processes

_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}
_SECONDS = 600.0


async def remove_trees(processes: Processes, *paths: Path) -> None:
    """Read-only folders and trees of any depth go too. A program does it: thousands of files hold nobody up."""
    if not (there := _without_empty(paths)):
        return
    await _run(processes, "rm", ["-rf"], there)
    if left := _left_of(there):
        await _run(processes, "chmod", ["-R", "u+rwX"], left)
        said = await _run(processes, "rm", ["-rf"], left)
        if left := _left_of(left):
            raise GitError(f"{left[0]} could not be removed: {said[:300]}")


async def _run(processes: Processes, program: str, options: Sequence[str], paths: Sequence[str]) -> str:
    argv = [program, *options, "--", *paths]
    done = await processes.run(argv, environment=_ENVIRONMENT, deadline_seconds=_SECONDS)
    return done.stderr.decode("utf-8", "replace")


def _without_empty(paths: tuple[Path, ...]) -> list[str]:
    """Those that are still there when what is empty has been removed."""
    for path in paths:
        with contextlib.suppress(OSError):
            path.rmdir()
    return _left_of([str(path) for path in paths])


def _left_of(paths: Sequence[str]) -> list[str]:
    return [path for path in paths if os.path.lexists(path)]
