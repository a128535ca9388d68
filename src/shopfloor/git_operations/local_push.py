"""Brings a branch into a repository on this machine with git's plumbing, for a quarter of what `git push` costs there.

A push is a conversation between two programs and their helpers, of which most is about what the other side may have.
Here both sides lie open: what is missing is listed, checked and copied, and then the ref is moved. Only the ordinary
case is done so. Whatever is unusual, or goes wrong before the ref is moved, is left to `git push`.
"""

import time
from enum import Enum
from pathlib import Path

from shopfloor.git_operations.git_environment import inside_repository
from shopfloor.git_operations.loose_commits import descends_from
from shopfloor.git_operations.loose_objects import bring_branch, bring_objects
from shopfloor.git_operations.refs import null_sha, plain_git_dir, read_head, read_ref
from shopfloor.git_operations.runner import Git, GitResult
from shopfloor.git_operations.transfer_folder import lasting_folder, transfer_environment

_MOST_OBJECTS = 100
"""Where receive-pack, too, begins to keep packs instead of loose objects (`receive.unpackLimit`)."""
_HABITS_SECONDS = 30.0
_TELLING = r"^(receive\.|transfer\.|extensions\.|core\.(bare|logallrefupdates|sharedrepository)$)"


class _Habits(Enum):
    """How a repository keeps what arrives, as its configuration says."""

    PLAIN = "plain"
    """Bare: a ref is a file, and nothing more."""
    LOGGED = "logged"
    """Somebody's checkout: every move of a ref is written down. Git knows how."""
    PECULIAR = "peculiar"
    """The owner may want what arrives to be checked or limited: only a push knows how."""


class LocalPush:
    def __init__(self, git: Git) -> None:
        self._git = git
        self._habits: dict[Path, tuple[float, _Habits]] = {}

    async def push(self, mirror: Path, path: Path, branch: str, base_branch: str, sha: str) -> bool:
        """Whether the branch is there now."""
        target = plain_git_dir(path)
        if target is None or (target / "shallow").exists() or _is_checked_out(target, branch):
            return False
        old = read_ref(target, f"refs/heads/{branch}")
        has = old or read_ref(target, f"refs/heads/{base_branch}")
        if has is None or has == sha or (old and not descends_from(mirror, sha, old)):
            return False
        habits = await self._habits_of(target)
        missing = await self._missing(mirror, sha, has) if habits is not _Habits.PECULIAR else None
        if missing is None:
            return False
        if habits is _Habits.PLAIN:
            return await self._git.processes.do(bring_branch, mirror, target, missing, branch, sha, old)
        brought = await self._git.processes.do(bring_objects, mirror, target, missing)
        return brought and await self._move(target, branch, sha, old)

    async def _habits_of(self, target: Path) -> _Habits:
        asked_at, habits = self._habits.get(target, (float("-inf"), _Habits.PECULIAR))
        if time.monotonic() - asked_at > _HABITS_SECONDS:
            habits = _read_habits(await self._in(target, "config", "-z", "--get-regexp", _TELLING))
            self._habits[target] = time.monotonic(), habits
        return habits

    async def _missing(self, mirror: Path, sha: str, has: str) -> list[str] | None:
        """What `sha` reaches and `has`, to which a ref leads over there, does not: parts first. None if it is much."""
        listed = await self._git.run(
            *("rev-list", "--objects", "--no-object-names", sha, f"^{has}"),
            cwd=Path("/"),
            environment=transfer_environment(lasting_folder(mirror, sha_length=len(sha)), mirror),
            output_limit=_MOST_OBJECTS * (len(sha) + 1),
            check=False,
        )
        return None if listed.exit_code != 0 or listed.truncated else listed.text.split()[::-1]

    async def _move(self, target: Path, branch: str, sha: str, old: str | None) -> bool:
        moved = await self._in(target, "update-ref", "-m", "push", f"refs/heads/{branch}", sha, old or null_sha(sha))
        return moved.exit_code == 0

    async def _in(self, target: Path, *arguments: str) -> GitResult:
        return await self._git.run(*arguments, cwd=target, environment=inside_repository(str(target)), check=False)


def _read_habits(told: GitResult) -> _Habits:
    settings = [entry.partition("\n") for entry in told.text.split("\0") if entry]
    if told.exit_code > 1 or any(not name.startswith("core.") for name, _, _ in settings):
        return _Habits.PECULIAR
    return (
        _Habits.PLAIN if [(name, value) for name, _, value in settings] == [("core.bare", "true")] else _Habits.LOGGED
    )


def _is_checked_out(target: Path, branch: str) -> bool:
    heads = [target, *(folder for folder in (target / "worktrees").glob("*") if (folder / "HEAD").is_file())]
    return any(read_head(folder) == branch for folder in heads)
