"""Reads commits with their trailers and numbers in one call to git."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from shopfloor.git_operations.numstat import read_numstat, sum_up
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.text import shown

_TRAILERS = ("Phase", "Run", "Work-Order", "Unfinished")
_FIELDS = (
    *("%H", "%P", "%an", "%ae", "%at", "%s", "%b", "%(trailers)"),
    *(f"%(trailers:key={key},valueonly,separator=%x20)" for key in _TRAILERS),
)
_FORMAT = "".join(f"{field}%x00" for field in _FIELDS)
MOST_TOUCHED = 500
_NUMSTAT = re.compile(rb"\n?(?:\d+|-)\t(?:\d+|-)\t")


@dataclass(frozen=True, slots=True)
class CommitInfo:
    sha: str
    parent_shas: tuple[str, ...]
    subject: str
    body: str
    """Without our trailers."""
    author_name: str
    author_email: str
    authored_at: datetime
    phase: str | None
    run_id: str | None
    agent_work_order_id: str | None
    files_changed: int
    lines_added: int
    lines_removed: int
    is_unfinished: bool = False
    """Saved before its turn had ended."""
    touched: frozenset[str] | None = None
    """The files it changed; None where there are many, where some moved, or where it is a merge."""


async def read_commits(git: Git, mirror: Path, base_sha: str | None, head: str) -> tuple[CommitInfo, ...]:
    log = await git.in_mirror(
        mirror,
        "log",
        "--reverse",
        "--topo-order",
        "-z",
        f"--format={_FORMAT}",
        "--no-color",
        "--no-mailmap",
        "--no-ext-diff",
        "--no-textconv",
        "-M",
        "--numstat",
        "--diff-merges=first-parent",
        head,
        *([f"^{base_sha}"] if base_sha else []),
    )
    return tuple(_commits_in(log.stdout))


def _commits_in(output: bytes) -> Iterator[CommitInfo]:
    """Each commit is its fields, then the numstat of its files. Text may hold anything but a NUL."""
    entries = output.split(b"\0")
    position = 0
    while position + len(_FIELDS) <= len(entries):
        after_fields = position + len(_FIELDS)
        end = _end_of_numstat(entries, after_fields)
        yield _commit(entries[position:after_fields], entries[after_fields:end])
        position = end


def _end_of_numstat(entries: list[bytes], position: int) -> int:
    """Git puts one more NUL between a commit's text and its numbers, or the next commit."""
    position += 1
    while position < len(entries) and (match := _NUMSTAT.match(entries[position])):
        is_renamed = match.end() == len(entries[position])
        position += 3 if is_renamed else 1
    return position


def _commit(fields: list[bytes], numstat: list[bytes]) -> CommitInfo:
    sha, parents, name, email, at, subject, body, trailers, *ours = (shown(field) for field in fields)
    files = read_numstat(b"\0".join(numstat))
    numbers = sum_up(files)
    is_plain = len(parents.split()) < 2 and len(files) <= MOST_TOUCHED and all(file.old_path is None for file in files)
    phase, run_id, order_id, unfinished = (value.strip() or None for value in ours)
    return CommitInfo(
        sha=sha.strip(),
        parent_shas=tuple(parents.split()),
        subject=subject,
        body=body.strip().removesuffix(trailers.strip()).strip(),
        author_name=name,
        author_email=email,
        authored_at=datetime.fromtimestamp(int(at), UTC),
        phase=phase,
        run_id=run_id,
        agent_work_order_id=order_id,
        files_changed=numbers.files_changed,
        lines_added=numbers.lines_added,
        lines_removed=numbers.lines_removed,
        is_unfinished=unfinished is not None,
        touched=frozenset(file.path for file in files) if is_plain else None,
    )
