"""Reads git's `--numstat -z`: how many lines each file gained and lost."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopfloor.git_operations.text import readable


@dataclass(frozen=True, slots=True)
class FileNumbers:
    path: str
    old_path: str | None
    lines_added: int
    lines_removed: int
    is_binary: bool


@dataclass(frozen=True, slots=True)
class ChangeNumbers:
    files_changed: int
    lines_added: int
    lines_removed: int


def read_numstat(output: bytes) -> list[FileNumbers]:
    fields = iter(output.split(b"\0"))
    numbers = []
    for field in fields:
        if field.count(b"\t") < 2:
            continue
        added, removed, path = field.lstrip(b"\n").split(b"\t", 2)
        old_path = None
        if not path:
            old_path, path = next(fields), next(fields)
        numbers.append(
            FileNumbers(
                readable(path),
                readable(old_path) if old_path is not None else None,
                0 if added == b"-" else int(added),
                0 if removed == b"-" else int(removed),
                added == b"-",
            )
        )
    return numbers


_SHORTSTAT = re.compile(
    rb"^ (\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$", re.MULTILINE
)


def read_shortstat(output: bytes) -> ChangeNumbers | None:
    """The line in which `git commit` sums up what it did."""
    found = _SHORTSTAT.search(output)
    return ChangeNumbers(*(int(number or 0) for number in found.groups())) if found else None


def sum_up(files: Sequence[FileNumbers]) -> ChangeNumbers:
    return ChangeNumbers(len(files), sum(file.lines_added for file in files), sum(file.lines_removed for file in files))
