"""Stages everything that is not ignored, also what lies in repositories an agent has made inside the workspace."""

import asyncio
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from shopfloor.git_operations.commit_log import MOST_TOUCHED
from shopfloor.git_operations.runner import Git, GitResult, git_error
from shopfloor.git_operations.text import readable
from shopfloor.git_operations.workspace_record import WorkspaceRecord

_SECONDS = 1800.0
_GITLINK = b"160000 "
_ADDED = re.compile(rb"add '(.*)'")


class Staging:
    """One call to git, unless it stumbles over an embedded repository."""

    def __init__(self, git: Git, environment: Mapping[str, str] | None = None) -> None:
        self._git = git
        self._environment = environment or {}

    async def stage_all(self, record: WorkspaceRecord) -> frozenset[str] | None:
        """What cannot be read stays out; all the rest is staged. Tells which files that were, if they are few."""
        added = await self._add(record)
        if added.exit_code == 0 and b"embedded git repository" not in added.stderr:
            return _staged_in(added)
        if added.exit_code > 1:
            raise git_error(("add",), added)
        await self._stage_embedded(record)
        return None

    async def _add(self, record: WorkspaceRecord) -> GitResult:
        return await self._run(record, "add", "-A", "--verbose", "--ignore-errors", check=False)

    async def _stage_embedded(self, record: WorkspaceRecord) -> None:
        """Git records an embedded repository as a bare commit id, and its files would be lost.

        Once one of its files is known, git looks into the folder as into any other.
        """
        embedded = await asyncio.to_thread(find_embedded, record.path)
        submodules = await self._submodules(record)
        mine = [folder for folder in embedded if folder not in submodules]
        await self._forget(record, mine)
        for folder in mine:
            await self._make_known(record, folder)
        added = await self._add(record)
        if added.exit_code > 1:
            raise git_error(("add",), added)
        await self._forget(record, mine)

    async def _submodules(self, record: WorkspaceRecord) -> set[bytes]:
        """Those the branch had before this turn, and those that are declared."""
        before = record.known_sha or record.head_sha
        found: set[bytes] = set()
        if before is not None:
            listed = await self._run(record, "ls-tree", "-r", "-z", "--full-tree", before)
            found |= _gitlinks_in(listed.stdout)
        declared = await self._run(
            record, "config", "-z", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$", check=False
        )
        return found | {entry.partition(b"\n")[2] for entry in declared.stdout.split(b"\0") if entry}

    async def _forget(self, record: WorkspaceRecord, folders: Iterable[bytes]) -> None:
        staged = await self._run(record, "ls-files", "-s", "-z")
        links = _gitlinks_in(staged.stdout)
        gone = [folder for folder in folders if folder in links]
        if gone:
            await self._run(
                record, "update-index", "-z", "--force-remove", "--stdin", stdin=b"".join(name + b"\0" for name in gone)
            )

    async def _make_known(self, record: WorkspaceRecord, folder: bytes) -> None:
        files = await asyncio.to_thread(_files_in, record.path, folder)
        ignored = await self._ignored(record, files)
        for name in files:
            if name not in ignored:
                known = await self._run(
                    record, "update-index", "-z", "--add", "--stdin", stdin=name + b"\0", check=False
                )
                if known.exit_code == 0:
                    return

    async def _ignored(self, record: WorkspaceRecord, names: Sequence[bytes]) -> set[bytes]:
        """This one command refuses literal names; a leading ./ keeps them from meaning anything else."""
        asked = await self._git.run(
            "check-ignore",
            "-z",
            "--stdin",
            cwd=record.path,
            environment={**record.environment, **self._environment, "GIT_LITERAL_PATHSPECS": "0"},
            stdin=b"".join(b"./" + name + b"\0" for name in names),
            check=False,
        )
        if asked.exit_code > 1:
            raise git_error(("check-ignore",), asked)
        return {name.removeprefix(b"./") for name in asked.stdout.split(b"\0")}

    async def _run(
        self, record: WorkspaceRecord, *arguments: str, stdin: bytes | None = None, check: bool = True
    ) -> GitResult:
        return await self._git.run(
            *arguments,
            cwd=record.path,
            environment={**record.environment, **self._environment},
            stdin=stdin,
            check=check,
            deadline_seconds=_SECONDS,
        )


def _staged_in(told: GitResult) -> frozenset[str] | None:
    """None where some were removed, too, or have names that a line cannot tell."""
    lines = [line for line in told.stdout.split(b"\n") if line]
    if told.truncated or len(lines) > MOST_TOUCHED:
        return None
    names = [_ADDED.fullmatch(line) for line in lines]
    return frozenset(readable(name[1]) for name in names if name) if all(names) else None


def _gitlinks_in(listing: bytes) -> set[bytes]:
    return {entry.partition(b"\t")[2] for entry in listing.split(b"\0") if entry.startswith(_GITLINK)}


def find_embedded(workspace: Path) -> list[bytes]:
    """Folders below the workspace that have a `.git` of their own, as git names them."""
    found = []
    for folder, folders, files in os.walk(workspace):
        if ".git" in folders or ".git" in files:
            found.append(_as_git_names(workspace, Path(folder)))
        folders[:] = [name for name in folders if name != ".git"]
    return [folder for folder in found if folder != b"."]


def _files_in(workspace: Path, folder: bytes) -> list[bytes]:
    """The folder's own files, without those of repositories further down."""
    names: list[bytes] = []
    for current, folders, files in os.walk(workspace / os.fsdecode(folder)):
        here = Path(current)
        links = [name for name in folders if (here / name).is_symlink()]
        names += [_as_git_names(workspace, here / name) for name in files + links if name != ".git"]
        folders[:] = [name for name in folders if name != ".git" and not os.path.lexists(here / name / ".git")]
    return names


def _as_git_names(workspace: Path, path: Path) -> bytes:
    return os.fsencode(path.relative_to(workspace))
