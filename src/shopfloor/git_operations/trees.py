"""What is in a commit of a mirror, without checking it out."""

import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shopfloor.git_operations.runner import Git

_REMEMBERED = 8
_LISTING_LIMIT = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Blob:
    path: str
    content: bytes


class Trees:
    """Listings are remembered by commit: somebody who types asks for the same one with every letter."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._listings: OrderedDict[tuple[Path, str], tuple[str, ...]] = OrderedDict()

    async def files(self, mirror: Path, sha: str) -> tuple[str, ...]:
        known = self._listings.get((mirror, sha))
        if known is not None:
            self._listings.move_to_end((mirror, sha))
            return known
        listed = await self._git.in_mirror(
            mirror, "ls-tree", "-r", "-z", "--name-only", "--full-tree", sha, output_limit=_LISTING_LIMIT
        )
        names = tuple(os.fsdecode(name) for name in listed.stdout.split(b"\0") if name)
        self._listings[mirror, sha] = names
        while len(self._listings) > _REMEMBERED:
            self._listings.popitem(last=False)
        return names

    async def read(self, mirror: Path, sha: str, paths: Sequence[str], *, max_bytes: int) -> list[Blob]:
        """The files of these paths in one go; one that is larger is left out, as is what is not a file."""
        wanted = await self._objects(mirror, sha, paths, max_bytes)
        if not wanted:
            return []
        asked = b"".join(object_id + b"\n" for object_id, _ in wanted)
        told = await self._git.in_mirror(mirror, "cat-file", "--batch", stdin=asked)
        return list(_blobs(told.stdout, [path for _, path in wanted]))

    async def _objects(self, mirror: Path, sha: str, paths: Sequence[str], max_bytes: int) -> list[tuple[bytes, str]]:
        if not paths:
            return []
        listed = await self._git.in_mirror(mirror, "--literal-pathspecs", "ls-tree", "-l", "-z", sha, "--", *paths)
        found = []
        for entry in listed.stdout.split(b"\0"):
            facts, _, path = entry.partition(b"\t")
            mode, kind, object_id, size = facts.split() if facts else (b"", b"", b"", b"")
            if kind == b"blob" and mode != b"120000" and int(size) <= max_bytes:
                found.append((object_id, os.fsdecode(path)))
        return found


def _blobs(stream: bytes, paths: Sequence[str]) -> list[Blob]:
    blobs, at = [], 0
    for path in paths:
        header_end = stream.index(b"\n", at)
        size = int(stream[at:header_end].split()[2])
        begin = header_end + 1
        blobs.append(Blob(path, stream[begin : begin + size]))
        at = begin + size + 1
    return blobs
