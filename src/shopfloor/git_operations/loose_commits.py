"""Reads fresh commits without starting git, where they still are files of their own."""

import re
import zlib
from dataclasses import dataclass
from pathlib import Path

_ENOUGH = 65536
_MOST_STEPS = 50
_AUTHOR = re.compile(rb"(?P<name>.*) <(?P<email>.*)> (?P<seconds>\d+) [+-]\d{4}")


@dataclass(frozen=True, slots=True)
class LooseCommit:
    parent_shas: tuple[str, ...]
    author_name: bytes
    author_email: bytes
    authored_at: int
    message: bytes


def descends_from(repository: Path, sha: str, ancestor: str) -> bool:
    """Whether one leads to the other by first parents, a few steps down. False where that cannot be told from here."""
    current: str | None = sha
    for _ in range(_MOST_STEPS):
        if current is None or current == ancestor:
            break
        commit = read_loose_commit(repository, current)
        current = commit.parent_shas[0] if commit and commit.parent_shas else None
    return current == ancestor


def read_loose_commit(repository: Path, sha: str) -> LooseCommit | None:
    try:
        packed = (repository / "objects" / sha[:2] / sha[2:]).read_bytes()
        kind, _, content = zlib.decompressobj().decompress(packed, _ENOUGH).partition(b"\0")
    except (OSError, zlib.error):
        return None
    head, end, message = content.partition(b"\n\n")
    lines = [line.partition(b" ") for line in head.split(b"\n")]
    authors = [_AUTHOR.fullmatch(value) for name, _, value in lines if name == b"author"]
    if not kind.startswith(b"commit ") or not end or len(authors) != 1 or authors[0] is None:
        return None
    parents = tuple(value.decode() for name, _, value in lines if name == b"parent")
    return LooseCommit(parents, authors[0]["name"], authors[0]["email"], int(authors[0]["seconds"]), message)
