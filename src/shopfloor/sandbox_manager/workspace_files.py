"""Reading, writing and listing files of a workspace on this machine, for people and for the platform."""

import os
import secrets
import shutil
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from shopfloor.errors import FileChanged, InvalidInput, NotFound
from shopfloor.sandbox_manager.inside_paths import InsideWalk, open_regular, parts_of, told, walk_inside
from shopfloor.sandbox_manager.sandbox_protocol import FileEntry

_GIT = ".git"


class WorkspaceFiles:
    """Blocking: call it in a thread. `staging` lies on the same disk, outside the workspace."""

    def __init__(self, root: Path, staging: Path) -> None:
        self._root = root
        self._staging = staging

    def read(self, path: str, max_bytes: int) -> bytes:
        with walk_inside(self._root, path) as walk:
            descriptor = open_regular(_last_name(walk, path), walk.folder, path)
        with open(descriptor, "rb", buffering=0) as file:
            return _read_up_to(file.fileno(), max_bytes)

    def is_missing(self, path: str) -> bool:
        """True where there is nothing for sure: a quick look, for what most repositories do not have."""
        place = self._root
        for name in parts_of(path):
            place = place / name
            if not os.path.lexists(place):
                return True
            if place.is_symlink():
                return False
        return False

    def stat(self, path: str) -> FileEntry:
        with walk_inside(self._root, path) as walk:
            return _stat(_last_name(walk, path), walk, path)

    def write(self, path: str, content: bytes, *, mode: int = 0o644, expected_version: str | None = None) -> FileEntry:
        """Written aside and moved in, so that no half file is ever seen, or committed."""
        with walk_inside(self._root, path, make_folders=True) as walk:
            name = _name_to_change(walk, path)
            aside = self._staging / secrets.token_hex(8)
            try:
                _write_new(aside, content, _mode_for(name, walk.folder, mode))
                _expect(name, walk.folder, path, expected_version)
                os.replace(aside, name, dst_dir_fd=walk.folder)
            except OSError as exc:
                raise told(exc, path) from exc
            finally:
                aside.unlink(missing_ok=True)
            return _stat(name, walk, path)

    def make_folder(self, path: str) -> None:
        with walk_inside(self._root, path, make_folders=True) as walk:
            name = _name_to_change(walk, path)
            _expect(name, walk.folder, path, "")
            try:
                os.mkdir(name, dir_fd=walk.folder)
            except OSError as exc:
                raise told(exc, path) from exc

    def move(self, path: str, to: str) -> None:
        if parts_of(to) == parts_of(path):
            raise InvalidInput("It is there already.", field="to")
        if [*parts_of(to), ""][: len(parts_of(path))] == parts_of(path):
            raise InvalidInput("A folder cannot be moved into itself.", field="to")
        with (
            walk_inside(self._root, path) as source,
            walk_inside(self._root, to, make_folders=True) as target,
        ):
            name = _name_to_change(source, path, follow=False)
            new_name = _name_to_change(target, to, follow=False)
            _expect(new_name, target.folder, to, "")
            try:
                os.rename(name, new_name, src_dir_fd=source.folder, dst_dir_fd=target.folder)
            except OSError as exc:
                raise told(exc, path) from exc

    def remove_whole(self, path: str) -> None:
        """A folder with all that is in it, too."""
        with walk_inside(self._root, path) as walk:
            name = _name_to_change(walk, path, follow=False)
            try:
                if stat.S_ISDIR(os.stat(name, dir_fd=walk.folder, follow_symlinks=False).st_mode):
                    shutil.rmtree(name, dir_fd=walk.folder)
                else:
                    os.unlink(name, dir_fd=walk.folder)
            except OSError as exc:
                raise told(exc, path) from exc

    def remove(self, path: str) -> None:
        """A file, a link itself, or a folder with all in it. What is not there is gone already."""
        parent, _, name = path.rpartition("/")
        try:
            with walk_inside(self._root, parent) as walk:
                folder = _open_folder(walk, parent)
        except NotFound:
            return
        try:
            if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                shutil.rmtree(name, dir_fd=folder)
            else:
                os.unlink(name, dir_fd=folder)
        except FileNotFoundError:
            return
        except OSError as exc:
            raise told(exc, path) from exc
        finally:
            os.close(folder)

    def exists(self, path: str) -> bool:
        """Whether anything is there, be it a link to nowhere."""
        parent, _, name = path.rpartition("/")
        with walk_inside(self._root, parent) as walk:
            folder = _open_folder(walk, parent)
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        finally:
            os.close(folder)
        return True

    def list(self, path: str) -> Sequence[FileEntry]:
        prefix = "/".join(parts_of(path))
        with walk_inside(self._root, path) as walk:
            folder = _open_folder(walk, path)
        try:
            names = [name for name in sorted(os.listdir(folder)) if prefix or name != _GIT]  # noqa: PTH208
            found = [_entry(name, folder, prefix) for name in names]
        finally:
            os.close(folder)
        return [entry for entry in found if entry is not None]


def _name_to_change(walk: InsideWalk, path: str, *, follow: bool = True) -> str:
    """Git's own files are out of bounds, as asked for and wherever links have led."""
    _refuse_git(parts_of(path))
    name = _last_name(walk, path, follow=follow)
    _refuse_git([*walk.trail, name])
    return name


def _refuse_git(parts: Sequence[str]) -> None:
    if parts and parts[0].lower() == _GIT:
        raise InvalidInput("The .git of a workspace is not to be written.", field="path")


def _expect(name: str, folder: int, path: str, version: str | None) -> None:
    """Raises FileChanged where the file is not as it was when the caller looked."""
    if version is None:
        return
    try:
        found = _version(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        found = ""
    if found == version:
        return
    if not version:
        hint = "Take another name, or move or delete what is there."
        raise FileChanged(f"There is something already at {path!r}.", field="path", hint=hint)
    raise FileChanged(f"Somebody else has changed {path!r}.", field="path", hint="Read it again before you write.")


def _stat(name: str, walk: InsideWalk, path: str) -> FileEntry:
    entry = _entry(name, walk.folder, "/".join(walk.trail))
    if entry is None:
        raise NotFound(f"There is no {path!r} in the sandbox.", field="path")
    return entry


def _version(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns:x}-{status.st_size:x}-{status.st_ino:x}"


def _last_name(walk: InsideWalk, path: str, *, follow: bool = True) -> str:
    name = walk.to_parent_of_last(follow_last=follow)
    if not name:
        raise InvalidInput(f"{path!r} is a folder.", field="path")
    return name


def _open_folder(walk: InsideWalk, path: str) -> int:
    try:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(walk.to_parent_of_last() or ".", flags, dir_fd=walk.folder)
    except OSError as exc:
        raise told(exc, path) from exc


def _read_up_to(descriptor: int, limit: int) -> bytes:
    chunks = []
    while limit > 0 and (chunk := os.read(descriptor, min(limit, 2**20))):
        chunks.append(chunk)
        limit -= len(chunk)
    return b"".join(chunks)


def _write_new(path: Path, content: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with open(descriptor, "wb") as file:
        os.fchmod(descriptor, mode)
        file.write(content)


def _mode_for(name: str, folder: int, new: int) -> int:
    """A file that is written again stays executable."""
    try:
        return stat.S_IMODE(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode) & 0o777
    except FileNotFoundError:
        return new


def _entry(name: str, folder: int, prefix: str) -> FileEntry | None:
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return FileEntry(
        path=f"{prefix}/{name}" if prefix else name,
        kind=_kind(name, folder, status.st_mode),
        size=status.st_size,
        modified_at=datetime.fromtimestamp(status.st_mtime, UTC),
        version=_version(status),
    )


def _kind(name: str, folder: int, mode: int) -> str:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISLNK(mode):
        return "symlink"
    if not stat.S_ISDIR(mode):
        return "other"
    try:
        os.stat(f"{name}/{_GIT}", dir_fd=folder, follow_symlinks=False)
    except OSError:
        return "directory"
    return "submodule"
