"""A repository for one transfer: the mirror's objects under a configuration of ours.

Agents work in worktrees of the mirror and can write its configuration: programs to run instead of ssh, helpers to
hand credentials to, other addresses for ours. None of that is read by a command that runs in here.
"""

import contextlib
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from shopfloor.git_operations.refs import read_ref

_CONFIG = "[core]\n\trepositoryformatversion = {version}\n\tbare = true\n{extension}"
_SHA256 = "[extensions]\n\tobjectFormat = sha256\n"
_SHA1_LENGTH = 40
_cleared: set[Path] = set()


def lasting_folder(mirror: Path, *, sha_length: int) -> Path:
    """One without refs, for what is only sent. It is the same for all, and made again where somebody has touched it."""
    root, config = mirror.parent / "transfers", _config(sha_length)
    _clear_once(root)
    folder = root / f"lasting-{sha_length}"
    try:
        is_as_made = (folder / "config").read_text() == config
    except (OSError, UnicodeDecodeError):
        is_as_made = False
    if not is_as_made:
        shutil.rmtree(folder, ignore_errors=True)
        _make(folder, config, {})
    return folder


@contextlib.contextmanager
def transfer_folder(mirror: Path, *, sha_length: int, refs: Mapping[str, str]) -> Iterator[Path]:
    """`refs` are what it starts with: a fetch need not bring again what these reach."""
    root = mirror.parent / "transfers"
    _clear_once(root)
    folder = root / secrets.token_hex(8)
    try:
        _make(folder, _config(sha_length), refs)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make(folder: Path, config: str, refs: Mapping[str, str]) -> None:
    """The configuration comes last: where it is there, all is there."""
    (folder / "refs").mkdir(parents=True, mode=0o700)
    (folder / "objects").mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/none\n")
    lines = [f"{sha} {name}\n" for name, sha in sorted(refs.items())]
    (folder / "packed-refs").write_text("".join(["# pack-refs with: sorted \n", *lines]))
    (folder / "config").write_text(config)


def transfer_environment(folder: Path, mirror: Path) -> dict[str, str]:
    return {"GIT_DIR": str(folder), "GIT_OBJECT_DIRECTORY": str(mirror / "objects")}


def known_refs(mirror: Path, *names: str) -> dict[str, str]:
    found = {name: read_ref(mirror, name) for name in names}
    return {name: sha for name, sha in found.items() if sha is not None}


def fetched_tags(folder: Path) -> dict[str, str]:
    names = [str(path.relative_to(folder)) for path in (folder / "refs" / "tags").rglob("*") if path.is_file()]
    return known_refs(folder, *names)


def _config(sha_length: int) -> str:
    is_sha1 = sha_length == _SHA1_LENGTH
    return _CONFIG.format(version=0 if is_sha1 else 1, extension="" if is_sha1 else _SHA256)


def _clear_once(root: Path) -> None:
    """One server works in a home: what lies here at its first transfer was left by one that was killed."""
    if root not in _cleared:
        _cleared.add(root)
        shutil.rmtree(root, ignore_errors=True)
