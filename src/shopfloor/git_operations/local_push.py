"""Brings a branch into a repository on this machine with git's plumbing, for a third of what `git push` costs there.

A push is a conversation between two programs and their helpers, of which most is about what the other side may have.
Here both sides lie open: what is missing is listed, checked and copied, and then the ref is moved. Only the ordinary
case is done so. Whatever is unusual, or goes wrong before the ref is moved, is left to `git push`.
"""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path

from shopfloor.git_operations.git_environment import inside_repository
from shopfloor.git_operations.loose_commits import descends_from
from shopfloor.git_operations.loose_objects import bring_over
from shopfloor.git_operations.refs import null_sha, plain_git_dir, read_head, read_ref
from shopfloor.git_operations.runner import Git, GitResult

_MOST_BYTES = 4 * 2**20
_MOST_OBJECTS = 100
"""Where receive-pack, too, begins to keep packs instead of loose objects (`receive.unpackLimit`)."""
_RULES_SECONDS = 30.0


class LocalPush:
    def __init__(self, git: Git) -> None:
        self._git = git
        self._rules: dict[Path, tuple[float, bool]] = {}

    async def push(
        self, mirror: Path, source: Mapping[str, str], path: Path, branch: str, base_branch: str, sha: str
    ) -> bool:
        """Whether the branch is there now. `source` is the environment in which git finds the mirror's objects."""
        target = plain_git_dir(path)
        if target is None or (target / "shallow").exists() or _is_checked_out(target, branch):
            return False
        ref = f"refs/heads/{branch}"
        old = read_ref(target, ref)
        has = old or read_ref(target, f"refs/heads/{base_branch}")
        if has is None or has == sha or (old and not descends_from(mirror, sha, old)) or await self._has_rules(target):
            return False
        return await self._bring_objects(mirror, source, target, sha, has) and await self._move(target, ref, sha, old)

    async def _has_rules(self, target: Path) -> bool:
        """The owner may want what arrives to be checked or limited, or keep it in another way: git itself knows how."""
        asked_at, has_rules = self._rules.get(target, (float("-inf"), True))
        if time.monotonic() - asked_at > _RULES_SECONDS:
            told = await self._in(target, "config", "--get-regexp", r"^(receive|transfer|extensions)\.")
            has_rules = told.exit_code != 1
            self._rules[target] = time.monotonic(), has_rules
        return has_rules

    async def _bring_objects(self, mirror: Path, source: Mapping[str, str], target: Path, sha: str, has: str) -> bool:
        """All that `sha` reaches and `has`, to which a ref leads over there, does not."""
        listed = await self._git.run(
            *("rev-list", "--objects", "--no-object-names", sha, f"^{has}"),
            cwd=Path("/"),
            environment=source,
            output_limit=_MOST_OBJECTS * (len(sha) + 1),
            check=False,
        )
        if listed.exit_code != 0 or listed.truncated:
            return False
        parts_first = listed.text.split()[::-1]
        try:
            return await asyncio.to_thread(bring_over, mirror, target, parts_first, most_bytes=_MOST_BYTES)
        except OSError:
            return False

    async def _move(self, target: Path, ref: str, sha: str, old: str | None) -> bool:
        moved = await self._in(target, "update-ref", "-m", "push", ref, sha, old or null_sha(sha))
        return moved.exit_code == 0

    async def _in(self, target: Path, *arguments: str) -> GitResult:
        return await self._git.run(*arguments, cwd=target, environment=inside_repository(str(target)), check=False)


def _is_checked_out(target: Path, branch: str) -> bool:
    heads = [target, *(folder for folder in (target / "worktrees").glob("*") if (folder / "HEAD").is_file())]
    return any(read_head(folder) == branch for folder in heads)
