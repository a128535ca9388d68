"""The changes between two commits, file by file, with a bound on how much text they may be."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shopfloor.git_operations.numstat import FileNumbers, read_numstat
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.text import readable, shown

_STATUSES = {"A": "added", "M": "modified", "D": "deleted", "R": "renamed", "C": "copied", "T": "type_changed"}
_FIXED = ("-r", "-M", "--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short")
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


@dataclass(frozen=True, slots=True)
class FileDiff:
    path: str
    old_path: str | None
    """Where it was before; only for renamed and copied files."""
    status: str
    """added, modified, deleted, renamed, copied, type_changed."""
    lines_added: int
    lines_removed: int
    is_binary: bool
    patch: str | None
    """None for a binary file, and where the bound left no room."""
    truncated: bool


@dataclass(frozen=True, slots=True)
class Diff:
    base_sha: str | None
    head_sha: str | None
    files: tuple[FileDiff, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class DiffOptions:
    ignore_whitespace: bool
    context: int
    max_bytes: int

    @property
    def fixed(self) -> list[str]:
        return [*_FIXED, *(["-w"] if self.ignore_whitespace else [])]


@dataclass(frozen=True, slots=True)
class _Change:
    status: str
    old_name: bytes
    name: bytes


class Diffs:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def between(
        self, mirror: Path, old: str, new: str, options: DiffOptions
    ) -> tuple[tuple[FileDiff, ...], bool]:
        """The files, and whether anything was left out."""
        listed = await self._git.in_mirror(mirror, "diff-tree", *options.fixed, "-z", "--raw", "--numstat", old, new)
        changes, rest = _read_raw(listed.stdout)
        numbers = {(file.old_path, file.path): file for file in read_numstat(rest)}
        patch = await self._git.in_mirror(
            mirror,
            "diff-tree",
            *options.fixed,
            "-p",
            f"-U{options.context}",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            old,
            new,
            output_limit=options.max_bytes,
        )
        sections = _Sections(patch.stdout, is_cut=patch.truncated)
        files = tuple(_file_diff(change, numbers, sections) for change in changes)
        return files, patch.truncated


def _read_raw(output: bytes) -> tuple[list[_Change], bytes]:
    entries = output.split(b"\0")
    changes, position = [], 0
    while position < len(entries) and entries[position].startswith(b":"):
        status = chr(entries[position].rsplit(b" ", 1)[-1][0])
        names = entries[position + 1 : position + (3 if status in "RC" else 2)]
        changes.append(_Change(status, names[0], names[-1]))
        position += 1 + len(names)
    return changes, b"\0".join(entries[position:])


class _Sections:
    """The patch cut into its files' parts, handed out in order."""

    def __init__(self, patch: bytes, *, is_cut: bool) -> None:
        self._parts = list(_parts_of(patch))
        self._next = 0
        self._is_cut = is_cut

    def take(self, change: _Change) -> tuple[bytes, bool]:
        """The part of this file (two where its type changed), and whether text is missing from it."""
        header = b"diff --git " + _quoted(b"a/" + change.old_name) + b" " + _quoted(b"b/" + change.name) + b"\n"
        taken = []
        while self._next < len(self._parts) and self._parts[self._next].startswith(header):
            taken.append(self._parts[self._next])
            self._next += 1
        return b"".join(taken), self._is_cut and self._next >= len(self._parts)


def _parts_of(patch: bytes) -> Iterator[bytes]:
    """Lines of content start with a blank, a sign or a backslash, so a line that starts with `diff` is a header."""
    start = 0
    while start < len(patch):
        end = patch.find(b"\ndiff --git ", start)
        end = len(patch) if end < 0 else end + 1
        yield patch[start:end]
        start = end


def _quoted(name: bytes) -> bytes:
    """As git writes names that have unusual bytes in them."""
    if all(32 <= byte < 127 and byte not in _ESCAPES for byte in name):
        return name
    spelled = (
        f"\\{_ESCAPES[byte]}" if byte in _ESCAPES else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
        for byte in name
    )
    return f'"{"".join(spelled)}"'.encode()


def _file_diff(change: _Change, numbers: dict[tuple[str | None, str], FileNumbers], sections: _Sections) -> FileDiff:
    path = readable(change.name)
    old_path = readable(change.old_name) if change.status in "RC" else None
    text, is_cut = sections.take(change)
    told = numbers.get((old_path, path), FileNumbers(path, old_path, 0, 0, is_binary=False))
    return FileDiff(
        path=path,
        old_path=old_path,
        status=_STATUSES.get(change.status, "modified"),
        lines_added=told.lines_added,
        lines_removed=told.lines_removed,
        is_binary=told.is_binary,
        patch=None if told.is_binary or (is_cut and not text) else shown(text),
        truncated=is_cut,
    )
