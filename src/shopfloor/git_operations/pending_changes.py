"""What was changed, as text that is short enough for a model to read. Changes nothing itself."""

from pathlib import Path

from shopfloor.errors import GitError
from shopfloor.git_operations.refs import empty_tree
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace_record import find_record

_PLAIN = ("--no-ext-diff", "--no-textconv", "--no-color", "--stat=100,80,40", "--patch", "-U1")
_MOST_NEW_FILES = 50


class PendingChanges:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def diff(self, workspace: Path, *, max_bytes: int) -> str:
        """What is not committed yet: the changes, and the names of new files. Empty where that cannot be told."""
        record = find_record(workspace)
        if record is None:
            return ""
        options = {"cwd": record.path, "environment": record.environment, "check": False}
        try:
            new = await self._git.run("ls-files", "--others", "--exclude-standard", **options)  # type: ignore[arg-type]
            told = await self._git.run("diff", *_PLAIN, "HEAD", output_limit=max_bytes, **options)  # type: ignore[arg-type]
        except GitError:
            return ""
        names = "".join(f"new file: {name}\n" for name in new.text.splitlines()[:_MOST_NEW_FILES])
        return names.encode("utf-8", "replace").decode() + told.stdout[:max_bytes].decode("utf-8", "replace")

    async def between(self, mirror: Path, base_sha: str | None, head_sha: str, *, max_bytes: int) -> str:
        arguments = ("diff", *_PLAIN, base_sha or empty_tree(head_sha), head_sha)
        try:
            told = await self._git.in_mirror(mirror, *arguments, output_limit=max_bytes, check=False)
        except GitError:
            return ""
        return told.stdout[:max_bytes].decode("utf-8", "replace")
