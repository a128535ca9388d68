"""Moves a ref without starting git, where it is a plain file: under the lock that git takes, too."""

import contextlib
import os
from pathlib import Path

from shopfloor.git_operations.refs import is_symbolic, is_taken_in_pack, read_ref

_BRANCHES = "refs/heads/"


def move_branch(repository: Path, branch: str, sha: str, old: str | None) -> bool:
    """False, and nothing changed, where it is not at `old` (None: does not exist), or git would find more to look at.

    The caller has seen to it that the repository keeps no log of its refs.
    """
    path = repository / _BRANCHES / branch
    lock = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except OSError:
        return False
    try:
        with open(descriptor, "w") as file:
            if not _stands_at(repository, branch, old):
                return False
            file.write(f"{sha}\n")
        lock.replace(path)
    except OSError:
        return False
    finally:
        with contextlib.suppress(OSError):
            lock.unlink()
    return True


def _stands_at(repository: Path, branch: str, sha: str | None) -> bool:
    """Of those above and below it that are files, the folders we make and the move itself would tell."""
    ref = f"{_BRANCHES}{branch}"
    if read_ref(repository, ref) != sha or is_symbolic(repository, ref):
        return False
    return sha is not None or not is_taken_in_pack(repository, branch)
