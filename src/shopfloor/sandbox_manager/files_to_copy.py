"""Carrying ignored files, such as .env, from the user's checkout into a workspace."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from shopfloor.domain.copy_patterns import check_pattern
from shopfloor.errors import InvalidInput, NotFound, SandboxError
from shopfloor.sandbox_manager.inside_paths import open_regular, walk_inside
from shopfloor.sandbox_manager.workspace_files import WorkspaceFiles

_LARGEST = 256 * 2**20


def matching_files(source: Path, patterns: Sequence[str]) -> list[str]:
    """Files in the checkout that a pattern names, itself or by a folder. Links are passed over, and so is .git."""
    found: set[str] = set()
    for pattern in patterns:
        check_pattern(pattern)
        for match in source.glob(pattern):
            found.update(_files_at(source, match))
    return sorted(found)


def _files_at(source: Path, match: Path) -> Iterator[str]:
    if match.is_symlink():
        return
    if match.is_file():
        yield from _unless_git(match.relative_to(source))
    for parent, _, names in os.walk(match, followlinks=False):
        for name in names:
            path = Path(parent) / name
            if not path.is_symlink():
                yield from _unless_git(path.relative_to(source))


def _unless_git(path: Path) -> Iterator[str]:
    if ".git" not in path.parts and ".." not in path.parts:
        yield path.as_posix()


def copy_files(source: Path, paths: Sequence[str], workspace: WorkspaceFiles) -> list[str]:
    """Copies those that are not there yet, never through a link out of either side. Returns what was copied."""
    copied = []
    for path in paths:
        with contextlib.suppress(NotFound, InvalidInput):
            if not _is_there(workspace, path):
                _copy(source, path, workspace)
                copied.append(path)
    return copied


def _is_there(workspace: WorkspaceFiles, path: str) -> bool:
    try:
        return workspace.exists(path)
    except NotFound:
        return False


def _copy(source: Path, path: str, workspace: WorkspaceFiles) -> None:
    with walk_inside(source, path) as walk:
        name = walk.to_parent_of_last()
        descriptor = open_regular(name, walk.folder, path)
    with open(descriptor, "rb") as file:
        if os.fstat(descriptor).st_size > _LARGEST:
            raise SandboxError(f"{path!r} is too large to be copied into a sandbox.")
        workspace.write(path, file.read(), mode=os.fstat(descriptor).st_mode & 0o777)
