"""A bare mirror for each repository: what orders branch off from, and where their branches live."""

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.errors import GitError, RepositoryNotReady
from shopfloor.git_operations.file_lock import NamedLocks
from shopfloor.git_operations.mirror_maintenance import maintain_mirror, pack_refs_if_many
from shopfloor.git_operations.network import NetworkGit
from shopfloor.git_operations.refs import is_branch_name_taken, null_sha, read_ref
from shopfloor.git_operations.remote_failures import read_failure
from shopfloor.git_operations.remote_head import UPLOAD_PACK, RemoteBranch, RemoteHead, RemoteHeads
from shopfloor.git_operations.runner import Git, git_error
from shopfloor.git_operations.transfer_folder import (
    fetched_tags,
    known_refs,
    transfer_environment,
    transfer_folder,
)

_FETCH_SECONDS = 3600.0
_FETCH = ("fetch", "-q", "--no-write-fetch-head", "--no-recurse-submodules")
_NO_HEAD = "refs/heads/the-mirror-itself-has-no-branch"
"""Git wants a HEAD; orders have theirs in their workspaces."""


@dataclass(frozen=True, slots=True)
class Base:
    """What an order starts from. Without a commit where the repository is empty."""

    branch: str
    sha: str | None
    mirror_path: Path


class MirrorCache:
    """The orders' branches are at refs/heads, what was fetched is at refs/remotes/origin."""

    def __init__(self, git: Git, root: Path) -> None:
        self._git = git
        self._root = root
        self._remote_heads = RemoteHeads(git)
        self._network = NetworkGit(git)
        self._locks = NamedLocks()

    def path_of(self, key: RepositoryKey) -> Path:
        return self._root / f"{key}.git"

    async def refresh(self, location: RepositoryLocation, *, base_branch: str | None = None) -> Base:
        """Brings the mirror to where the base branch stands now; fetches only if that has moved."""
        head = await self._remote_heads.find(location, base_branch)
        mirror = self.path_of(location.key)
        if not _is_at(mirror, head):
            async with self._locks.held(self._lock_file(location.key)):
                await self._make(location, mirror, head)
                head = await self._fetch(location, mirror, head)
        return Base(head.branch, head.sha, mirror)

    async def branch_exists(self, location: RepositoryLocation, name: str) -> bool:
        """Whether a branch of this name cannot be made, in the mirror or over there, because one is in its way."""
        if is_branch_name_taken(self.path_of(location.key), name):
            return True
        return bool(await self._remote_heads.branches_in_the_way(location, name))

    async def has_same(self, key: RepositoryKey, old: str, name: str) -> bool:
        """Whether both branches are in the mirror, at one commit: then one is a copy of the other."""
        mirror = self.path_of(key)
        sha = read_ref(mirror, f"refs/heads/{old}")
        return sha is not None and read_ref(mirror, f"refs/heads/{name}") == sha

    async def copy_branch(self, key: RepositoryKey, old: str, name: str) -> bool:
        """A second branch at the commit of an order's branch. False where that has none yet."""
        mirror = self.path_of(key)
        sha = read_ref(mirror, f"refs/heads/{old}")
        if sha is None:
            return False
        if read_ref(mirror, f"refs/heads/{name}") != sha:
            await self._git.in_mirror(mirror, "update-ref", f"refs/heads/{name}", sha, null_sha(sha))
        return True

    async def branches(self, location: RepositoryLocation) -> tuple[list[RemoteBranch], str | None]:
        """The repository's branches as they are now, and the one orders start from if that can be told."""
        branches = await self._remote_heads.branches(location)
        try:
            return branches, (await self._remote_heads.find(location, None)).branch
        except RepositoryNotReady:
            return branches, None

    async def maintain(self, location: RepositoryLocation) -> None:
        """Keeps many old orders from slowing new ones down. Safe beside running orders."""
        mirror = self.path_of(location.key)
        if not (mirror / "HEAD").is_file():
            return
        async with self._locks.held(self._lock_file(location.key)):
            await maintain_mirror(self._git, mirror)
        if location.path is not None:
            await pack_refs_if_many(self._git, location.path)

    def _lock_file(self, key: RepositoryKey) -> Path:
        self._root.mkdir(parents=True, exist_ok=True)
        return self._root / f"{key}.lock"

    async def _make(self, location: RepositoryLocation, mirror: Path, head: RemoteHead) -> None:
        if (mirror / "HEAD").is_file():
            return
        aside = mirror.with_name(f"{mirror.name}.new")
        await asyncio.to_thread(shutil.rmtree, aside, ignore_errors=True)
        if not await self._clone(location, aside, head):
            await asyncio.to_thread(shutil.rmtree, aside, ignore_errors=True)
            arguments = ("init", "-q", "--bare", "--template=", f"--object-format={head.object_format}", str(aside))
            await self._git.run(*arguments, cwd=self._root)
        _give_mirror_layout(aside, head.branch)
        aside.rename(mirror)

    async def _clone(self, location: RepositoryLocation, aside: Path, head: RemoteHead) -> bool:
        """From a repository on this machine git takes the objects as they lie there: a fetch packs them first.

        Not where that one borrows objects itself: a mirror stands alone.
        """
        if location.kind != "local" or head.sha is None:
            return False
        cloned = await self._git.run(
            "clone",
            "-q",
            "--bare",
            "--local",
            "--single-branch",
            f"--branch={head.branch}",
            "--template=",
            UPLOAD_PACK,
            "--",
            location.url,
            str(aside),
            cwd=self._root,
            check=False,
            deadline_seconds=_FETCH_SECONDS,
        )
        if cloned.exit_code != 0 or (aside / "objects" / "info" / "alternates").exists():
            return False
        await self._git.in_mirror(aside, "config", "--remove-section", "remote.origin")
        return True

    async def _fetch(self, location: RepositoryLocation, mirror: Path, head: RemoteHead) -> RemoteHead:
        if head.sha is None or _is_at(mirror, head):
            return head
        ref = tracking_ref(head.branch)
        with transfer_folder(mirror, sha_length=len(head.sha), refs=known_refs(mirror, ref)) as folder:
            fetched = await self._network.run(
                location,
                [*_FETCH, *([UPLOAD_PACK] if location.kind == "local" else [])],
                f"+refs/heads/{head.branch}:{ref}",
                environment=transfer_environment(folder, mirror),
                deadline_seconds=_FETCH_SECONDS,
            )
            if fetched.exit_code != 0:
                raise read_failure(location.url, fetched)
            sha, tags = read_ref(folder, ref), fetched_tags(folder)
        if sha is None:
            raise GitError(f"git fetch brought no {head.branch} from {location.url}.")
        await self._take_over(mirror, ref, sha, tags)
        return RemoteHead(head.branch, sha, head.object_format)

    async def _take_over(self, mirror: Path, ref: str, sha: str, tags: Mapping[str, str]) -> None:
        new_tags = {name: tag for name, tag in tags.items() if read_ref(mirror, name) is None}
        lines = [f"update {name} {value}\n" for name, value in {**new_tags, ref: sha}.items()]
        for is_last in (False, True):
            done = await self._git.in_mirror(
                mirror, "update-ref", "--stdin", stdin="".join(lines).encode(), check=is_last
            )
            if done.exit_code == 0 or not _remove_lock_in_the_way(mirror, ref):
                break
        if done.exit_code != 0:
            raise git_error(("update-ref",), done)


def tracking_ref(branch: str) -> str:
    return f"refs/remotes/origin/{branch}"


def _give_mirror_layout(repository: Path, branch: str) -> None:
    """What was cloned as a branch becomes what was fetched; branches are the orders' own."""
    (repository / "HEAD").write_text(f"ref: {_NO_HEAD}\n")
    sha = read_ref(repository, f"refs/heads/{branch}")
    packed = repository / "packed-refs"
    if sha is not None and packed.is_file():
        cloned, fetched = f"{sha} refs/heads/{branch}\n".encode(), f"{sha} {tracking_ref(branch)}\n".encode()
        packed.write_bytes(packed.read_bytes().replace(cloned, fetched))
    shutil.rmtree(repository / "refs" / "heads")
    (repository / "refs" / "heads").mkdir()


def _is_at(mirror: Path, head: RemoteHead) -> bool:
    if head.sha is None:
        return (mirror / "HEAD").is_file()
    return read_ref(mirror, tracking_ref(head.branch)) == head.sha


def _remove_lock_in_the_way(mirror: Path, ref: str) -> bool:
    """Only we write this ref, under our own lock: a lock file here was left by a git that was killed."""
    try:
        (mirror / f"{ref}.lock").unlink()
    except FileNotFoundError:
        return False
    return True
