"""Brings objects that still are files of their own from one repository into another, each looked at on the way."""

import hashlib
import os
import secrets
import zlib
from collections.abc import Iterable
from pathlib import Path

from shopfloor.git_operations.move_ref import move_branch

_SHA1_LENGTH = 40
_MOST_BYTES = 4 * 2**20
_READ_ONLY = 0o444
_FRESH = "tmp_obj_"
"""As git names what it is about to write: its own housekeeping removes such files where one was left."""


def bring_branch(source: Path, target: Path, shas: Iterable[str], branch: str, sha: str, old: str | None) -> bool:
    """The objects, then the branch; see there."""
    return bring_objects(source, target, shas) and move_branch(target, branch, sha, old)


def bring_objects(source: Path, target: Path, shas: Iterable[str]) -> bool:
    """False where one is not there as a file, is not what its name says, or all together are too large.

    In the order they are given: name those that others refer to first.
    """
    left = _MOST_BYTES
    for sha in shas:
        content = _read(_path(source, sha), left)
        if content is None or not _is_named(content, sha, left):
            return False
        left -= len(content)
        try:
            _write(_path(target, sha), content)
        except OSError:
            return False
    return True


def _path(repository: Path, sha: str) -> str:
    return f"{repository}/objects/{sha[:2]}/{sha[2:]}"


def _read(path: str, most_bytes: int) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        content = os.read(descriptor, most_bytes + 1)
        while len(content) <= most_bytes and (more := os.read(descriptor, most_bytes + 1 - len(content))):
            content += more
    finally:
        os.close(descriptor)
    return content if len(content) <= most_bytes else None


def _is_named(content: bytes, sha: str, most_bytes: int) -> bool:
    """An object's name is the hash of what it says: who can write files cannot make it say something else."""
    unpacking = zlib.decompressobj()
    try:
        said = unpacking.decompress(content, most_bytes + 1)
    except zlib.error:
        return False
    hashed = hashlib.sha1(said, usedforsecurity=False) if len(sha) == _SHA1_LENGTH else hashlib.sha256(said)
    return unpacking.eof and hashed.hexdigest() == sha


def _write(path: str, content: bytes) -> None:
    """Whole or not at all, also for one who looks meanwhile."""
    folder = path.rpartition("/")[0]
    fresh = f"{folder}/{_FRESH}{secrets.token_hex(8)}"
    try:
        descriptor = _create(fresh)
    except FileNotFoundError:
        Path(folder).mkdir(exist_ok=True)
        descriptor = _create(fresh)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        Path(fresh).replace(path)
    except OSError:
        Path(fresh).unlink(missing_ok=True)
        raise


def _create(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _READ_ONLY)
