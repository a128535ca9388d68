"""Merges one branch into another in a repository on this machine, without a checkout wherever that is possible.

The base moves in one step, from a commit we looked at to one that is complete, or it does not move.
"""

import shlex
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.pull_request import MergeMethod
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import Author
from shopfloor.errors import GitError, MergeConflict, MergeRefused
from shopfloor.git_operations.commit_message import identity_environment
from shopfloor.git_operations.local_repository import CheckedOutTree, LocalRepositories
from shopfloor.git_operations.refs import null_sha
from shopfloor.git_operations.remote_head import only_this_folder
from shopfloor.git_operations.runner import Git, GitResult
from shopfloor.git_operations.text import readable

_TRIES = 3


@dataclass(frozen=True, slots=True)
class MergeOrder:
    path: Path
    head_branch: str
    base_branch: str
    method: MergeMethod
    message: str
    author: Author


class LocalMerge:
    def __init__(self, git: Git) -> None:
        self._git = git
        self._repositories = LocalRepositories(git)

    async def merge(self, location: RepositoryLocation, order: MergeOrder) -> str:
        """The commit the base is at afterwards. Raises MergeConflict or MergeRefused, and the base has not moved."""
        for _ in range(_TRIES):
            merged = await self._try_merge(location, order)
            if merged is not None:
                return merged
        raise MergeRefused(f"{order.base_branch} keeps moving.", hint="Try again in a moment.")

    async def conflicts(self, order: MergeOrder) -> tuple[str, ...] | None:
        """The files that both sides change; None where one side is not there."""
        head, base = await self._sha(order, order.head_branch), await self._sha(order, order.base_branch)
        if head is None or base is None:
            return None
        try:
            await self._merged_tree(order, base, head)
        except MergeConflict as conflict:
            return conflict.conflicting_files
        except MergeRefused:
            return None
        return ()

    async def methods(self, order: MergeOrder) -> tuple[MergeMethod, ...]:
        """A rebase is a step forward of the base, so it needs a branch that began where the base is."""
        head, base = await self._sha(order, order.head_branch), await self._sha(order, order.base_branch)
        is_ahead = head is None or base is None or await self._contains(order, head, base)
        return tuple(method for method in MergeMethod if is_ahead or method is not MergeMethod.REBASE)

    async def _try_merge(self, location: RepositoryLocation, order: MergeOrder) -> str | None:
        head, base = await self._sha(order, order.head_branch), await self._sha(order, order.base_branch)
        if head is None:
            raise MergeRefused(f"The branch {order.head_branch} is not in the repository any more.")
        if base is not None and await self._contains(order, base, head):
            return base
        if order.method is MergeMethod.REBASE and base is not None and not await self._contains(order, head, base):
            raise MergeRefused(
                f"{order.base_branch} has moved on since {order.head_branch} began.",
                hint=f"Rebase {order.head_branch} onto {order.base_branch}, or merge by another method.",
            )
        tree = (await self._repositories.inspect_local(location)).tree_of(order.base_branch)
        if tree is not None:
            return await self._fast_forward(order, tree, base, head)
        as_it_is = base is None or order.method is MergeMethod.REBASE
        merged = head if as_it_is or base is None else await self._merge_commit(order, base, head)
        return merged if merged == base or await self._move(order, merged, base) else None

    async def _merge_commit(self, order: MergeOrder, base: str, head: str) -> str:
        """A commit on top of the base that has both sides' changes."""
        tree = await self._merged_tree(order, base, head)
        if tree == await self._tree_of(order, base):
            return base
        parents = [base, head] if order.method is MergeMethod.MERGE else [base]
        made = await self._run(
            order,
            "commit-tree",
            tree,
            *(argument for parent in parents for argument in ("-p", parent)),
            "-F",
            "-",
            stdin=order.message.encode("utf-8", "replace"),
        )
        return made.text

    async def _has_all_of(self, order: MergeOrder, base: str, head: str) -> bool:
        """Whether somebody has squashed the branch into the base already."""
        return await self._merged_tree(order, base, head) == await self._tree_of(order, base)

    async def _tree_of(self, order: MergeOrder, commit: str) -> str:
        return (await self._run(order, "rev-parse", "--verify", f"{commit}^{{tree}}")).text

    async def _merged_tree(self, order: MergeOrder, base: str, head: str) -> str:
        merged = await self._run(
            order, "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", base, head, check=False
        )
        tree, *conflicting = [entry for entry in merged.stdout.split(b"\0") if entry] or [b""]
        if merged.exit_code == 0:
            return tree.decode().strip()
        if merged.exit_code == 1:
            files = tuple(dict.fromkeys(readable(name) for name in conflicting))
            raise MergeConflict(
                f"{order.head_branch} and {order.base_branch} change the same lines: {', '.join(files[:10])}",
                conflicting_files=files,
                hint=f"Merge {order.base_branch} into {order.head_branch} and solve the conflicts there.",
            )
        raise MergeRefused(f"{order.head_branch} cannot be merged into {order.base_branch}: {merged.gist}")

    async def _move(self, order: MergeOrder, new: str, old: str | None) -> bool:
        moved = await self._run(
            order, "update-ref", f"refs/heads/{order.base_branch}", new, old or null_sha(new), check=False
        )
        if moved.exit_code != 0 and await self._sha(order, order.base_branch) == old:
            raise GitError(f"{order.base_branch} could not be moved: {moved.gist}")
        return moved.exit_code == 0

    async def _fast_forward(self, order: MergeOrder, tree: CheckedOutTree, base: str | None, head: str) -> str:
        """Somebody has the base checked out: her clean tree may go forward with it, nothing else may happen to it."""
        if base is not None and not await self._contains(order, head, base):
            if await self._has_all_of(order, base, head):
                return base
            raise self._refused(order, tree, f"{order.base_branch} has moved on since {order.head_branch} began")
        await self._require_quiet(order, tree)
        target = head
        if base is not None and order.method is MergeMethod.SQUASH:
            target = await self._merge_commit(order, base, head)
        done = await self._git.run(
            "merge",
            "--ff-only",
            "-q",
            "--no-stat",
            "--no-verify",
            "--no-autostash",
            "--no-verify-signatures",
            target,
            cwd=tree.path,
            environment=only_this_folder(tree.path),
            check=False,
        )
        if done.exit_code != 0:
            raise self._refused(order, tree, f"git could not bring the files of {tree.path} along ({done.gist})")
        return target

    async def _require_quiet(self, order: MergeOrder, tree: CheckedOutTree) -> None:
        under_way = await self._repositories.operation_under_way(tree.path)
        if under_way is not None:
            raise self._refused(order, tree, f"a {under_way} is under way in {tree.path}; end it first")
        changes = await self._repositories.uncommitted_changes(tree.path, untracked=False)
        if changes:
            files = "file has" if changes == 1 else "files have"
            raise self._refused(order, tree, f"{changes} {files} uncommitted changes; commit or stash them first")

    def _refused(self, order: MergeOrder, tree: CheckedOutTree, reason: str) -> MergeRefused:
        return MergeRefused(
            f"{order.base_branch} is checked out in {tree.path}, and {reason}.", hint=_command(order, tree.path)
        )

    async def _sha(self, order: MergeOrder, branch: str) -> str | None:
        told = await self._run(order, "rev-parse", "--verify", "-q", f"refs/heads/{branch}^{{commit}}", check=False)
        return told.text if told.exit_code == 0 else None

    async def _contains(self, order: MergeOrder, sha: str, ancestor: str) -> bool:
        told = await self._run(order, "merge-base", "--is-ancestor", ancestor, sha, check=False)
        return told.exit_code == 0

    async def _run(
        self, order: MergeOrder, *arguments: str, stdin: bytes | None = None, check: bool = True
    ) -> GitResult:
        environment = {**only_this_folder(order.path), **identity_environment(order.author)}
        return await self._git.run(*arguments, cwd=order.path, environment=environment, stdin=stdin, check=check)


def _command(order: MergeOrder, tree: Path) -> str:
    where, branch = f"git -C {shlex.quote(str(tree))}", shlex.quote(order.head_branch)
    if order.method is MergeMethod.SQUASH:
        return f"{where} merge --squash {branch} && {where} commit"
    return f"{where} merge {branch}"
