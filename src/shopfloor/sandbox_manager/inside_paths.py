"""Walking a path without ever leaving a folder, even if somebody swaps links in meanwhile.

Each step opens one name in a folder that is already open and never follows a link by itself; links are read and walked
the same way. So what is reached lies inside at the time it is opened, however fast an agent plays with the files.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shopfloor.errors import InvalidInput, NotFound, SandboxError

_MOST_LINKS = 40
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class InsideWalk:
    """One walk. Holds the folders from the root to where it stands open, so that `..` in a link finds its way back."""

    def __init__(self, root: Path, path: str, *, make_folders: bool = False) -> None:
        self._root = root
        self._path = path
        self._make_folders = make_folders
        self._links = 0
        self._names: list[str] = []
        self._stack = [os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)]

    @property
    def folder(self) -> int:
        return self._stack[-1]

    @property
    def trail(self) -> list[str]:
        """The names of the folders from the root to where it stands, links resolved."""
        return list(self._names)

    def close(self) -> None:
        for descriptor in self._stack:
            os.close(descriptor)

    def to_parent_of_last(self, *, follow_last: bool = True) -> str:
        """Walks to the folder that holds the last name and returns that name, which is no link. "" is the root.

        Where the last name is not followed, it may be a link itself.
        """
        return self._walk(parts_of(self._path), follow_last)

    def _walk(self, parts: list[str], follow_last: bool) -> str:
        pending = parts[::-1]
        while pending:
            name = pending.pop()
            if not pending and not follow_last:
                return name
            if name == "..":
                self._step_out()
            elif (target := self._link_at(name)) is not None:
                pending += self._parts_of_link(target)[::-1]
            elif pending:
                self._step_into(name)
            else:
                return name
        return ""

    def _link_at(self, name: str) -> str | None:
        try:
            return os.readlink(name, dir_fd=self.folder)
        except OSError as exc:
            if exc.errno in {errno.EINVAL, errno.ENOENT}:
                return None
            raise self._told(exc) from exc

    def _parts_of_link(self, target: str) -> list[str]:
        self._links += 1
        if self._links > _MOST_LINKS:
            raise InvalidInput(f"{self._path!r} is a link that leads round in circles.", field="path")
        if not target.startswith("/"):
            return [part for part in target.split("/") if part not in {"", "."}]
        try:
            inside = Path(os.path.normpath(target)).relative_to(self._root)
        except ValueError:
            raise leaves_the_workspace(self._path) from None
        while len(self._stack) > 1:
            os.close(self._stack.pop())
        self._names.clear()
        return list(inside.parts)

    def _step_out(self) -> None:
        if len(self._stack) == 1:
            raise leaves_the_workspace(self._path)
        os.close(self._stack.pop())
        self._names.pop()

    def _step_into(self, name: str) -> None:
        try:
            if self._make_folders:
                _make_folder(name, self.folder)
            self._stack.append(os.open(name, _FOLDER, dir_fd=self.folder))
            self._names.append(name)
        except OSError as exc:
            raise self._told(exc) from exc

    def _told(self, exc: OSError) -> Exception:
        return told(exc, self._path)


@contextmanager
def walk_inside(root: Path, path: str, *, make_folders: bool = False) -> Iterator[InsideWalk]:
    try:
        walk = InsideWalk(root, path, make_folders=make_folders)
    except OSError as exc:
        raise told(exc, path) from exc
    try:
        yield walk
    finally:
        walk.close()


def parts_of(path: str) -> list[str]:
    """The names of a relative path. Raises InvalidInput for one that does not even try to stay inside."""
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if path.startswith("/") or ".." in parts:
        raise leaves_the_workspace(path)
    if "\0" in path:
        raise InvalidInput("A path has no NUL in it.", field="path")
    return parts


def leaves_the_workspace(path: str) -> InvalidInput:
    return InvalidInput(f"{path!r} leads out of the workspace.", field="path")


def told(exc: OSError, path: str) -> Exception:
    """What a failure of the file system means to the one who gave the path."""
    if exc.errno in {errno.ENOENT, errno.ENOTDIR}:
        return NotFound(f"There is no {path!r} in the sandbox.", field="path")
    if exc.errno in {errno.ELOOP, errno.EMLINK}:
        return InvalidInput(f"{path!r} changed while it was opened.", field="path")
    if exc.errno == errno.ENAMETOOLONG:
        return InvalidInput(f"{path[:80]!r}… is too long for a path.", field="path")
    if exc.errno == errno.EISDIR:
        return InvalidInput(f"{path!r} is a folder.", field="path")
    return SandboxError(f"{path!r}: {exc.strerror}")


def open_regular(name: str, folder: int, path: str) -> int:
    """Opens a plain file for reading. Pipes and devices could block or do harm and are refused."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError as exc:
        raise told(exc, path) from exc
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InvalidInput(f"{path!r} is not a file.", field="path")
    return descriptor


def _make_folder(name: str, folder: int) -> None:
    try:
        os.mkdir(name, dir_fd=folder)
    except FileExistsError:
        return
