"""Looks at a repository on this machine, which may be somebody's own checkout. Never writes."""

import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation, local_location
from shopfloor.errors import RepositoryUnreachable
from shopfloor.git_operations.remote_head import only_this_folder
from shopfloor.git_operations.runner import Git

_UNDER_WAY = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}


@dataclass(frozen=True, slots=True)
class CheckedOutTree:
    """A folder in which a branch is checked out: the repository's own or a linked worktree."""

    path: Path
    branch: str | None
    """None where HEAD is detached."""


@dataclass(frozen=True, slots=True)
class LocalCheckout:
    is_bare: bool
    checked_out_branch: str | None
    uncommitted_changes: int
    """Files changed, added or deleted that no commit has; ignored ones do not count."""
    trees: tuple[CheckedOutTree, ...]
    git_dir: Path

    def tree_of(self, branch: str) -> CheckedOutTree | None:
        return next((tree for tree in self.trees if tree.branch == branch), None)


class LocalRepositories:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def inspect_local(self, location: RepositoryLocation) -> LocalCheckout:
        path = _folder_of(location)
        told = await self._git.run(
            "rev-parse",
            "--is-bare-repository",
            "--absolute-git-dir",
            cwd=path,
            environment=only_this_folder(path),
            check=False,
        )
        if told.exit_code != 0:
            raise RepositoryUnreachable(f"{path} is not a git repository.", field="repository_url")
        bare, git_dir = told.text.split("\n", 1)
        trees = await self._trees(path)
        if bare == "true" or path == Path(git_dir):
            return LocalCheckout(bare == "true", None, 0, trees, Path(git_dir))
        changes = await self.uncommitted_changes(path)
        own = next((tree for tree in trees if _is_same(tree.path, path)), None)
        return LocalCheckout(False, own.branch if own else None, changes, trees, Path(git_dir))

    async def uncommitted_changes(self, tree: Path, *, untracked: bool = True) -> int:
        told = await self._git.run(
            "status",
            "--porcelain=v1",
            "-z",
            "--no-renames",
            f"--untracked-files={'all' if untracked else 'no'}",
            "--ignore-submodules=dirty",
            cwd=tree,
            environment=only_this_folder(tree),
        )
        return sum(1 for entry in told.stdout.split(b"\0") if entry)

    async def operation_under_way(self, tree: Path) -> str | None:
        """The name of a merge, rebase … that somebody has begun there and not ended."""
        told = await self._git.run("rev-parse", "--absolute-git-dir", cwd=tree, environment=only_this_folder(tree))
        return _under_way_in(Path(told.text))

    async def resolve(self, location: RepositoryLocation) -> RepositoryLocation:
        """One spelling for one repository: no symbolic links, and the top folder where one inside was given."""
        path = _folder_of(location)
        told = await self._git.run("rev-parse", "--show-toplevel", cwd=path, check=False)
        if told.exit_code == 0 and told.text:
            return local_location(Path(told.text))
        bare = await self._git.run("rev-parse", "--absolute-git-dir", cwd=path, check=False)
        if bare.exit_code != 0:
            raise RepositoryUnreachable(f"{path} is not a git repository.", field="repository_url")
        return local_location(_checkout_of(Path(bare.text)))

    async def _trees(self, path: Path) -> tuple[CheckedOutTree, ...]:
        listed = await self._git.run(
            "worktree", "list", "--porcelain", "-z", cwd=path, environment=only_this_folder(path)
        )
        records = (_fields_of(record) for record in listed.stdout.split(b"\0\0"))
        return tuple(_tree(fields) for fields in records if b"worktree" in fields and b"bare" not in fields)


def _fields_of(record: bytes) -> dict[bytes, bytes]:
    parts = (line.partition(b" ") for line in record.split(b"\0") if line)
    return {name: value for name, _, value in parts}


def _tree(fields: dict[bytes, bytes]) -> CheckedOutTree:
    branch = os.fsdecode(fields.get(b"branch", b"")).removeprefix("refs/heads/")
    return CheckedOutTree(Path(os.fsdecode(fields[b"worktree"])), branch or None)


def _folder_of(location: RepositoryLocation) -> Path:
    if location.path is None or not location.path.is_dir():
        raise RepositoryUnreachable(f"{location.url} is not a folder on this machine.", field="repository_url")
    return location.path


def _under_way_in(git_dir: Path) -> str | None:
    return next((name for entry, name in _UNDER_WAY.items() if (git_dir / entry).exists()), None)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _checkout_of(git_dir: Path) -> Path:
    """The folder people know a repository by."""
    return git_dir.parent if git_dir.name == ".git" else git_dir
