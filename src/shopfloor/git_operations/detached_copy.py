"""A copy of an order's branch for eyes only: a repository of its own, from which nothing leads back to ours.

Its objects are borrowed from the mirror, which git reads and never writes; its refs are its own, and it has no remote.
"""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.git_operations.git_environment import inside_repository
from shopfloor.git_operations.runner import Git

_CHECKOUT_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class BranchAt:
    name: str
    sha: str


class DetachedCopies:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def make(self, mirror: Path, path: Path, *, head: BranchAt, base: BranchAt | None) -> None:
        """Into an empty folder: the head's files, on a branch of its name; beside it the base's branch."""
        bound = inside_repository(str(path / ".git"), str(path))
        kind = "sha256" if len(head.sha) == 64 else "sha1"
        await self._git.run("init", "-q", "--template=", f"--object-format={kind}", cwd=path, environment=bound)
        await asyncio.to_thread(_borrow_objects, mirror, path / ".git")
        for branch in (base, head):
            if branch is not None:
                await self._git.run("update-ref", f"refs/heads/{branch.name}", branch.sha, cwd=path, environment=bound)
        await self._git.run("symbolic-ref", "HEAD", f"refs/heads/{head.name}", cwd=path, environment=bound)
        await self._git.run(
            "read-tree", "--reset", "-u", head.sha, cwd=path, environment=bound, deadline_seconds=_CHECKOUT_SECONDS
        )


def _borrow_objects(mirror: Path, git_dir: Path) -> None:
    information = git_dir / "objects" / "info"
    information.mkdir(parents=True, exist_ok=True)
    (information / "alternates").write_bytes(os.fsencode(mirror / "objects") + b"\n")
