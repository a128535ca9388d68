"""Patterns of the files that a project's sandboxes get from the user's checkout. Pure."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from shopfloor.errors import InvalidInput


def check_pattern(pattern: str) -> None:
    """Raises InvalidInput for one that could reach beyond the repository."""
    parts = PurePosixPath(pattern).parts
    if not parts or pattern.startswith("/") or ".." in parts or "\0" in pattern:
        raise InvalidInput(
            f"{pattern!r} is not a pattern for files inside the repository.",
            hint="Seen from its top, without `..`, such as .env or config/*.local.json",
            field="files_to_copy",
        )


def checked_patterns(patterns: Iterable[str]) -> tuple[str, ...]:
    checked = tuple(patterns)
    for pattern in checked:
        check_pattern(pattern)
    return checked
