"""Folders of a mirror that are to go: out of git's sight in one step, and removed where a crash does no harm."""

import contextlib
import shutil
import time
from pathlib import Path

_TRASH = "shopfloor-trash-"


def put_aside(mirror: Path, folder: Path) -> Path:
    """Where it is then, to be removed."""
    aside = mirror / f"{_TRASH}{folder.name}-{time.monotonic_ns()}"
    with contextlib.suppress(FileNotFoundError):
        folder.rename(aside)
    return aside


def discard(mirror: Path, folder: Path) -> None:
    shutil.rmtree(put_aside(mirror, folder), ignore_errors=True)


def remove_trash(mirror: Path) -> None:
    """What a crash left of earlier removals."""
    for aside in mirror.glob(f"{_TRASH}*"):
        shutil.rmtree(aside, ignore_errors=True)
