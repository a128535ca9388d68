"""Finding files by a few letters of their path, as people type them after an @. Pure."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest


def search_paths(paths: Iterable[str], text: str, limit: int) -> Sequence[str]:
    """The best first: name begins so, name has it, path has it, path has the letters in order; then the shorter."""
    wanted = "".join(text.split()).casefold()
    if not wanted:
        return nsmallest(limit, paths, key=lambda path: (path.count("/"), path.casefold()))
    ranked = ((rank, len(path), path) for path in paths if (rank := _rank(path.casefold(), wanted)) is not None)
    return [path for _, _, path in nsmallest(limit, ranked)]


def _rank(path: str, wanted: str) -> int | None:
    name = path.rpartition("/")[2]
    if name.startswith(wanted):
        return 0
    if wanted in name:
        return 1
    if wanted in path:
        return 2
    return 3 if _has_in_order(path, wanted) else None


def _has_in_order(path: str, wanted: str) -> bool:
    at = -1
    for letter in wanted:
        at = path.find(letter, at + 1)
        if at < 0:
            return False
    return True
