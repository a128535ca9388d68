"""What we know of a workspace without asking git: files beside it and in the mirror, none of them inside it.

The agent may do to the workspace's `.git` what it likes. Our own calls go by the record.
"""

import contextlib
import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from shopfloor.errors import GitError
from shopfloor.git_operations.git_environment import inside_repository
from shopfloor.git_operations.refs import is_sha, read_ref

_READY = "shopfloor-branch"


@dataclass(frozen=True, slots=True)
class WorkspaceRecord:
    """Binds a workspace to its administrative folder in the mirror."""

    path: Path
    mirror: Path
    admin: Path = field(init=False)

    def __post_init__(self) -> None:
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:8]
        object.__setattr__(self, "admin", self.mirror / "worktrees" / f"{self.path.parent.name}-{digest}")

    @property
    def environment(self) -> dict[str, str]:
        return inside_repository(str(self.admin), str(self.path))

    @property
    def link_file(self) -> Path:
        return _link_file(self.path)

    @property
    def branch(self) -> str | None:
        """The branch the workspace was handed out on; None while it is being made or moved."""
        return self._handed_out()[0]

    @property
    def known_sha(self) -> str | None:
        """Where that branch stood when we last saw it; whatever happens, it only grows from there."""
        return self._handed_out()[1]

    def _handed_out(self) -> tuple[str | None, str | None]:
        with contextlib.suppress(FileNotFoundError):
            branch, _, sha = (self.admin / _READY).read_text(errors="surrogateescape").partition("\n")
            return branch or None, sha.strip() or None
        return None, None

    @property
    def head(self) -> str | None:
        """What HEAD holds now: `refs/heads/…`, a sha, or None where it is gone or broken."""
        try:
            content = (self.admin / "HEAD").read_text(errors="surrogateescape").strip()
        except OSError:
            return None
        target = content.removeprefix("ref: ").strip()
        return target if content.startswith("ref: refs/") or is_sha(target) else None

    @property
    def head_sha(self) -> str | None:
        head = self.head
        return head if head is None or is_sha(head) else read_ref(self.mirror, head)

    def mark_ready(self, branch: str) -> None:
        sha = read_ref(self.mirror, f"refs/heads/{branch}") or ""
        write_whole(self.admin / _READY, f"{branch}\n{sha}\n")

    def mark_unready(self) -> None:
        (self.admin / _READY).unlink(missing_ok=True)

    def link(self) -> None:
        write_whole(self.link_file, f"{self.mirror}\n")


def record_of(path: Path) -> WorkspaceRecord:
    """The record a workspace was made with. Raises GitError where there is none."""
    record = find_record(path)
    if record is None:
        raise GitError(f"{path} is not a workspace.")
    return record


def find_record(path: Path) -> WorkspaceRecord | None:
    try:
        mirror = _link_file(path).read_text(errors="surrogateescape").rstrip("\n")
    except FileNotFoundError:
        return None
    return WorkspaceRecord(path, Path(mirror)) if mirror else None


def _link_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.mirror")


def write_whole(path: Path, text: str) -> None:
    """Either the old content or the new one is there, whenever we are killed."""
    aside = path.with_name(f"{path.name}.shopfloor-new")
    aside.write_text(text, errors="surrogateescape")
    aside.replace(path)
