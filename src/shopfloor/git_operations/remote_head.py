"""Asks a repository, wherever it is, which branch an order starts from and where that branch stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.repository_url import RepositoryLocation, validate_branch_name
from shopfloor.errors import RepositoryNotReady, RepositoryUnreachable
from shopfloor.git_operations.git_environment import SERVING_OPTIONS
from shopfloor.git_operations.network import NetworkGit
from shopfloor.git_operations.refs import (
    in_each_others_way,
    is_branch_name_taken,
    plain_git_dir,
    read_head,
    read_ref,
)
from shopfloor.git_operations.remote_failures import read_failure
from shopfloor.git_operations.runner import Git, GitResult

UPLOAD_PACK = f"--upload-pack=git {SERVING_OPTIONS} upload-pack"
_SHA1_LENGTH = 40


@dataclass(frozen=True, slots=True)
class RemoteHead:
    """A branch and its commit; no commit where the repository is empty."""

    branch: str
    sha: str | None
    object_format: str = "sha1"


@dataclass(frozen=True, slots=True)
class RemoteBranch:
    name: str
    sha: str


class RemoteHeads:
    """Reads only: without git for an ordinary local repository, one round trip for a remote one."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._network = NetworkGit(git)

    async def branches(self, location: RepositoryLocation) -> list[RemoteBranch]:
        """All of them: on this machine the one with the latest commit first, elsewhere by name."""
        if location.path is not None:
            order = ("--sort=refname", "--sort=-committerdate")
            format_ = "--format=%(objectname)%09%(refname)"
            listed = await self._ask(location.path, "for-each-ref", *order, format_, "refs/heads/")
            if listed.exit_code != 0:
                raise read_failure(str(location.path), listed)
        else:
            listed = await self._list_remote(location, "--heads")
        lines = (line.partition("\t") for line in listed.text.splitlines())
        return [RemoteBranch(name.removeprefix("refs/heads/"), sha) for sha, _, name in lines]

    async def find(self, location: RepositoryLocation, base_branch: str | None) -> RemoteHead:
        if base_branch is not None:
            validate_branch_name(base_branch, field="base_branch")
        if location.path is not None:
            return await self._of_local(location.path, base_branch)
        return await self._of_remote(location, base_branch)

    async def branches_in_the_way(self, location: RepositoryLocation, branch: str) -> list[str]:
        """The branches over there that keep one of this name from being made."""
        parts = validate_branch_name(branch).split("/")
        patterns = ["refs/heads/" + "/".join(parts[: count + 1]) for count in range(len(parts))]
        if location.path is not None and (git_dir := plain_git_dir(location.path)):
            return [branch] if is_branch_name_taken(git_dir, branch) else []
        if location.path is not None:
            asked = await self._ask(location.path, "for-each-ref", "--ignore-case", "--format=%(refname)", *patterns)
            names = asked.text.splitlines()
        else:
            listed = await self._list_remote(location, "--heads", *patterns, f"{patterns[-1]}/*")
            names = [line.partition("\t")[2] for line in listed.text.splitlines()]
        found = (name.removeprefix("refs/heads/") for name in names)
        return [name for name in found if in_each_others_way(name, branch)]

    async def _of_local(self, path: Path, base_branch: str | None) -> RemoteHead:
        return _read_plain(path, base_branch) or await self._ask_local(path, base_branch)

    async def _ask_local(self, path: Path, base_branch: str | None) -> RemoteHead:
        branch = base_branch if base_branch is not None else await self._checked_out(path)
        asked = await self._ask(path, "rev-parse", "--verify", "-q", f"refs/heads/{branch}^{{commit}}")
        if asked.exit_code == 0:
            return _head(branch, asked.text)
        if base_branch is not None:
            raise _unknown_branch(base_branch)
        return await self._of_unborn(path, branch)

    async def _checked_out(self, path: Path) -> str:
        asked = await self._ask(path, "symbolic-ref", "-q", "HEAD")
        if asked.exit_code == 1:
            raise RepositoryNotReady(
                f"{path} has no branch checked out (its HEAD is detached).",
                hint="Check a branch out there, or name the base branch.",
                field="base_branch",
            )
        if asked.exit_code != 0:
            raise read_failure(str(path), asked)
        return asked.text.removeprefix("refs/heads/")

    async def _of_unborn(self, path: Path, branch: str) -> RemoteHead:
        listed = await self._ask(path, "for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads/")
        others = [line.rsplit(" ", 1) for line in listed.text.splitlines()]
        if not others:
            shown = await self._ask(path, "rev-parse", "--show-object-format")
            return RemoteHead(branch, None, shown.text or "sha1")
        if len(others) == 1:
            return _head(others[0][0], others[0][1])
        names = ", ".join(name for name, _ in others[:5])
        raise RepositoryNotReady(
            f"The branch {branch} of {path} has no commit yet.",
            hint=f"Name the base branch: {names} …",
            field="base_branch",
        )

    async def _ask(self, path: Path, *arguments: str) -> GitResult:
        _require_folder(path)
        asked = await self._git.run(*arguments, cwd=path, environment=only_this_folder(path), check=False)
        if asked.exit_code > 1 and b"not a git repository" in asked.stderr:
            raise RepositoryUnreachable(f"{path} is not a git repository.", field="repository_url")
        return asked

    async def _of_remote(self, location: RepositoryLocation, base_branch: str | None) -> RemoteHead:
        wanted = "HEAD" if base_branch is None else f"refs/heads/{base_branch}"
        listed = await self._list_remote(location, "--symref", wanted)
        branch, shas = base_branch, {}
        for line in listed.text.splitlines():
            value, _, name = line.partition("\t")
            if value.startswith("ref: refs/heads/") and name == "HEAD" and branch is None:
                branch = value.removeprefix("ref: refs/heads/")
            elif not value.startswith("ref: "):
                shas[name] = value
        if wanted in shas and branch is not None:
            return _head(branch, shas[wanted])
        if base_branch is not None:
            raise _unknown_branch(base_branch)
        return await self._of_remote_without_head(location, branch)

    async def _of_remote_without_head(self, location: RepositoryLocation, branch: str | None) -> RemoteHead:
        listed = await self._list_remote(location, "--heads")
        heads = [line.partition("\t") for line in listed.text.splitlines()]
        if not heads:
            return RemoteHead(branch or "main", None)
        if len(heads) == 1:
            return _head(heads[0][2].removeprefix("refs/heads/"), heads[0][0])
        raise RepositoryNotReady(
            f"{location.url} does not tell its default branch.", hint="Name the base branch.", field="base_branch"
        )

    async def _list_remote(self, location: RepositoryLocation, *arguments: str) -> GitResult:
        options = [argument for argument in arguments if argument.startswith("--")]
        patterns = [argument for argument in arguments if not argument.startswith("--")]
        listed = await self._network.run(location, ["ls-remote", *options], *patterns, deadline_seconds=60)
        if listed.exit_code != 0:
            raise read_failure(location.url, listed)
        return listed


def _read_plain(path: Path, base_branch: str | None) -> RemoteHead | None:
    """Without git, in the ordinary case: refs are files, and the branch has a commit."""
    git_dir = plain_git_dir(path)
    branch = base_branch if git_dir is None or base_branch is not None else read_head(git_dir)
    sha = read_ref(git_dir, f"refs/heads/{branch}") if git_dir and branch else None
    return _head(branch, sha) if branch and sha else None


def _require_folder(path: Path) -> None:
    if not path.is_dir():
        raise RepositoryUnreachable(f"{path} is not there.", field="repository_url")


def _head(branch: str, sha: str) -> RemoteHead:
    return RemoteHead(branch, sha, "sha1" if len(sha) == _SHA1_LENGTH else "sha256")


def only_this_folder(path: Path) -> Mapping[str, str]:
    """Keeps git from taking a repository further up for the one that was meant."""
    return {"GIT_CEILING_DIRECTORIES": str(path.parent)}


def _unknown_branch(name: str) -> RepositoryNotReady:
    return RepositoryNotReady(
        f"There is no branch {name} in the repository.",
        hint="Check the name, or push the branch first.",
        field="base_branch",
    )
