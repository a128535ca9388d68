"""Reads fresh commits without starting git, where they still are files of their own."""

import zlib
from pathlib import Path

_ENOUGH = 4096
_MOST_STEPS = 50


def descends_from(repository: Path, sha: str, ancestor: str) -> bool:
    """Whether one leads to the other by first parents, a few steps down. False where that cannot be told from here."""
    current: str | None = sha
    for _ in range(_MOST_STEPS):
        if current is None or current == ancestor:
            break
        current = _first_parent(repository, current)
    return current == ancestor


def _first_parent(repository: Path, sha: str) -> str | None:
    try:
        packed = (repository / "objects" / sha[:2] / sha[2:]).read_bytes()
        header, _, content = zlib.decompressobj().decompress(packed, _ENOUGH).partition(b"\0")
    except (OSError, zlib.error):
        return None
    if not header.startswith(b"commit "):
        return None
    parents = [line for line in content.partition(b"\n\n")[0].split(b"\n") if line.startswith(b"parent ")]
    return parents[0].removeprefix(b"parent ").decode() if parents else None
