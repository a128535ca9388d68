"""Puts a workspace's record in order, whatever moment a crash or an agent left it at. Files in it are never removed."""

import contextlib
import os
import shutil
import time
from enum import Enum
from pathlib import Path

from shopfloor.errors import GitError
from shopfloor.git_operations.move_ref import move_branch
from shopfloor.git_operations.refs import read_ref
from shopfloor.git_operations.trash import discard
from shopfloor.git_operations.workspace_record import WorkspaceRecord, write_whole

_OPERATIONS = (
    "MERGE_HEAD",
    "MERGE_MSG",
    "MERGE_MODE",
    "MERGE_AUTOSTASH",
    "AUTO_MERGE",
    "SQUASH_MSG",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "REBASE_HEAD",
    "BISECT_LOG",
    "BISECT_START",
    "rebase-merge",
    "rebase-apply",
    "sequencer",
)


class Lacking(Enum):
    NOTHING = "nothing"
    BRANCH = "branch"
    """Only git can make it: something is in its way, or was."""
    INDEX = "index"
    """There are files, and they may be an agent's work: git has to learn of them, not replace them."""
    FILES = "files"
    """It was never handed out: what is there is part of a checkout."""


def put_in_order(record: WorkspaceRecord, branch: str, start_sha: str | None) -> Lacking:
    """Afterwards branch, HEAD, record and the `.git` file are right. Tells what git has still to do."""
    if not has_branch(record.mirror, branch, start_sha):
        return Lacking.BRANCH
    if _is_whole(record):
        lacking = _lacking_of(record, branch)
    else:
        lacking = Lacking.INDEX if _has_files(record.path) else Lacking.FILES
        record.path.mkdir(parents=True, exist_ok=True)
        discard(record.mirror, record.admin)
    record.link()
    _write_git_file(record)
    _make_admin(record, branch)
    remove_locks(record.admin)
    if lacking is not Lacking.NOTHING or record.head is None:
        set_head(record, branch)
    return lacking


def has_branch(mirror: Path, branch: str, start_sha: str | None) -> bool:
    """Where it can be made without git, it is made. A lock on it was left by a git that was killed."""
    (mirror / f"refs/heads/{branch}.lock").unlink(missing_ok=True)
    if start_sha is None or read_ref(mirror, f"refs/heads/{branch}") is not None:
        return True
    return move_branch(mirror, branch, start_sha, None)


def _is_whole(record: WorkspaceRecord) -> bool:
    names = ("HEAD", "commondir", "gitdir")
    return record.path.is_dir() and all((record.admin / name).is_file() for name in names)


def _lacking_of(record: WorkspaceRecord, branch: str) -> Lacking:
    handed_out_on = record.branch
    if handed_out_on is None:
        return Lacking.FILES
    if handed_out_on != branch:
        raise GitError(f"The workspace {record.path} is on {handed_out_on}, not on {branch}.")
    return Lacking.NOTHING if _has_index(record) else Lacking.INDEX


def _has_index(record: WorkspaceRecord) -> bool:
    try:
        with open(record.admin / "index", "rb") as index:
            return index.read(4) == b"DIRC"
    except FileNotFoundError:
        return record.head_sha is None


def _has_files(path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError), os.scandir(path) as entries:
        return any(entry.name != ".git" for entry in entries)
    return False


def _write_git_file(record: WorkspaceRecord) -> None:
    git_file, content = record.path / ".git", f"gitdir: {record.admin}\n"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if not git_file.is_symlink() and git_file.read_text() == content:
            return
    if git_file.is_symlink() or git_file.is_dir():
        record.mirror.joinpath("replaced").mkdir(exist_ok=True)
        git_file.rename(record.mirror / "replaced" / f"{record.admin.name}-{time.time_ns()}")
    git_file.write_text(content)


def _make_admin(record: WorkspaceRecord, branch: str) -> None:
    if record.admin.is_dir():
        return
    aside = record.mirror / f"shopfloor-new-{record.admin.name}"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    (aside / "HEAD").write_text(f"ref: refs/heads/{branch}\n")
    (aside / "commondir").write_text("../..\n")
    (aside / "gitdir").write_text(f"{record.path / '.git'}\n")
    record.admin.parent.mkdir(exist_ok=True)
    aside.rename(record.admin)


def set_head(record: WorkspaceRecord, branch: str) -> None:
    write_whole(record.admin / "HEAD", f"ref: refs/heads/{branch}\n")
    forget_operations(record.admin)


def remove_locks(admin: Path) -> None:
    """No git runs in the workspace when this is called: these were left by one that was killed."""
    for name in ("index.lock", "HEAD.lock", "config.worktree.lock"):
        (admin / name).unlink(missing_ok=True)


def forget_operations(admin: Path) -> None:
    """A merge, rebase or pick that was under way is over; its files stay as they are."""
    for name in _OPERATIONS:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            (admin / name).unlink() if not (admin / name).is_dir() else shutil.rmtree(admin / name)
