"""The files of one commit of a mirror, read one by one."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shopfloor.errors import NotFound
from shopfloor.git_operations.trees import Trees

_LARGEST_COUNTED = 4 * 2**20


@dataclass(frozen=True, slots=True)
class CommittedFiles:
    trees: Trees
    mirror: Path
    sha: str | None
    """None: a commit without any files."""

    async def read_file(self, path: str, *, max_bytes: int) -> bytes:
        """Raises NotFound for what is not a file of the commit, or is larger."""
        blobs = await self.trees.read(self.mirror, self.sha, [path], max_bytes=max_bytes) if self.sha else []
        if not blobs:
            raise NotFound(f"There is no file {path}.")
        return blobs[0].content

    async def lengths(self, paths: Iterable[str]) -> dict[str, int]:
        """How many lines those of the paths have that are files; a very large one counts as empty."""
        if self.sha is None:
            return {}
        known = set(await self.trees.files(self.mirror, self.sha))
        there = [path for path in dict.fromkeys(paths) if path in known]
        blobs = await self.trees.read(self.mirror, self.sha, there, max_bytes=_LARGEST_COUNTED)
        return dict.fromkeys(there, 0) | {blob.path: len(blob.content.splitlines()) for blob in blobs}
