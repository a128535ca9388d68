"""Removes a folder whatever an agent has put into it."""

import asyncio
import os
import shutil
from pathlib import Path

from shopfloor.errors import GitError
from shopfloor.process import Processes

_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}
_SECONDS = 600.0


async def remove_tree(processes: Processes, path: Path) -> None:
    """Read-only folders and trees deeper than Python can walk go too."""
    if await asyncio.to_thread(_removed, path):
        return
    await processes.run(["chmod", "-R", "u+rwX", "--", str(path)], environment=_ENVIRONMENT, deadline_seconds=_SECONDS)
    removed = await processes.run(["rm", "-rf", "--", str(path)], environment=_ENVIRONMENT, deadline_seconds=_SECONDS)
    if not _is_gone(path):
        raise GitError(f"{path} could not be removed: {removed.stderr.decode('utf-8', 'replace')[:300]}")


def _is_gone(path: Path) -> bool:
    return not os.path.lexists(path)


def _removed(path: Path) -> bool:
    try:
        if path.is_symlink() or path.is_file():
            path.unlink()
        else:
            shutil.rmtree(path)
    except FileNotFoundError:
        return _is_gone(path)
    except (OSError, RecursionError):
        return False
    return True
