"""Housekeeping in the background: packs what thousands of orders leave behind, drops nothing that is in use."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

from shopfloor.git_operations.remote_head import only_this_folder
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.trash import discard, remove_trash

_MANY_LOOSE_REFS = 200
_MANY_LOOSE_OBJECTS = 2000
_MANY_PACKS = 20
_STALE_SECONDS = 600.0
_REPACK_SECONDS = 3600.0


async def maintain_mirror(git: Git, mirror: Path) -> None:
    """The caller holds the mirror's lock; running orders need not be stopped."""
    await asyncio.to_thread(_tidy, mirror)
    await git.in_mirror(mirror, "pack-refs", "--all")
    if _loose_objects(mirror) > _MANY_LOOSE_OBJECTS or _packs(mirror) > _MANY_PACKS:
        await git.in_mirror(mirror, "repack", "-d", "-l", "-q", "--geometric=2", deadline_seconds=_REPACK_SECONDS)
        await git.in_mirror(mirror, "prune-packed", "-q")


def _tidy(mirror: Path) -> None:
    prune_worktrees(mirror)
    remove_trash(mirror)
    remove_stale_locks(mirror, time.time() - _STALE_SECONDS)


async def pack_refs_if_many(git: Git, repository: Path) -> None:
    """What git's own housekeeping does after a while, in the repository that receives the orders' branches."""
    asked = await git.run(
        "rev-parse", "--git-common-dir", cwd=repository, environment=only_this_folder(repository), check=False
    )
    heads = repository / asked.text / "refs" / "heads"
    if asked.exit_code == 0 and _count_files(heads, _MANY_LOOSE_REFS) >= _MANY_LOOSE_REFS:
        await git.run("pack-refs", "--all", cwd=repository, environment=only_this_folder(repository), check=False)


def prune_worktrees(mirror: Path) -> None:
    """Removes the records of workspaces that are gone. A workspace is made before its record, so none is too young."""
    with contextlib.suppress(FileNotFoundError):
        for record in list(os.scandir(mirror / "worktrees")):
            with contextlib.suppress(FileNotFoundError):
                git_file = Path(record.path, "gitdir").read_text(errors="surrogateescape").strip()
                if not os.path.lexists(Path(git_file).parent):
                    discard(mirror, Path(record.path))


def remove_stale_locks(mirror: Path, older_than: float) -> None:
    """Of gits that were killed. Those of an order's own workspace are removed when it is made again."""
    for name in ("packed-refs.lock", "packed-refs.new", "config.lock", "shallow.lock"):
        with contextlib.suppress(FileNotFoundError):
            lock = mirror / name
            if lock.stat().st_mtime < older_than:
                lock.unlink()


def _loose_objects(mirror: Path) -> int:
    """Estimated from one of the 256 folders, as git does."""
    return 256 * _count_files(mirror / "objects" / "17", _MANY_LOOSE_OBJECTS)


def _packs(mirror: Path) -> int:
    return sum(1 for _ in (mirror / "objects" / "pack").glob("*.pack"))


def _count_files(folder: Path, enough: int) -> int:
    count = 0
    for _, _, files in os.walk(folder):
        count += len(files)
        if count >= enough:
            break
    return count
