"""Looking into a workspace with git's eyes: what changed, where a name or a text is."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopfloor.domain.path_search import search_paths
from shopfloor.git_operations.runner import Git, git_error
from shopfloor.git_operations.workspace_record import record_of

_OUTPUT_LIMIT = 64 * 2**20
_LONGEST_LINE = 500
_CONFLICTED = frozenset({"DD", "AU", "UD", "UA", "DU", "AA", "UU"})


class WorkspaceLook:
    def __init__(self, git: Git) -> None:
        self._git = git

    async def states(self, workspace: Path, folder: str) -> Mapping[str, str]:
        """By path; a folder that is untracked or ignored as a whole stands for all in it, with a slash at the end."""
        told = await self._git.run(
            "status",
            "--porcelain=v1",
            "-z",
            "--untracked-files=normal",
            "--ignored=traditional",
            "--no-renames",
            "--",
            f":(top,literal){folder}",
            cwd=workspace,
            environment={**record_of(workspace).environment, "GIT_LITERAL_PATHSPECS": "0"},
            output_limit=_OUTPUT_LIMIT,
        )
        entries = (os.fsdecode(entry) for entry in told.stdout.split(b"\0") if entry)
        return {entry[3:]: _state(entry[:2]) for entry in entries}

    async def find_files(self, workspace: Path, text: str, limit: int) -> Sequence[str]:
        told = await self._git.run(
            *("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"),
            cwd=workspace,
            environment=record_of(workspace).environment,
            output_limit=_OUTPUT_LIMIT,
        )
        return search_paths((os.fsdecode(name) for name in told.stdout.split(b"\0") if name), text, limit)

    async def find_lines(
        self, workspace: Path, text: str, limit: int, ignore_case: bool
    ) -> Sequence[tuple[str, int, str]]:
        """Path, line and the line itself, not more than fifty of one file."""
        arguments = (
            *("grep", "-z", "-n", "-I", "--untracked", "--fixed-strings", "--no-textconv", "--max-count=50"),
            *(("--ignore-case",) if ignore_case else ()),
            *("-e", text),
        )
        told = await self._git.run(
            *arguments,
            cwd=workspace,
            environment=record_of(workspace).environment,
            output_limit=_OUTPUT_LIMIT,
            check=False,
        )
        if told.exit_code > 1:
            raise git_error(arguments, told)
        found: list[tuple[str, int, str]] = []
        for entry in told.stdout.split(b"\n"):
            path, _, rest = entry.partition(b"\0")
            number, _, line = rest.partition(b"\0")
            if number.isdigit() and len(found) < limit:
                found.append((os.fsdecode(path), int(number), line.decode("utf-8", "replace")[:_LONGEST_LINE]))
        return found


def _state(code: str) -> str:
    if code in _CONFLICTED:
        return "conflicted"
    if code in ("??", "!!"):
        return "untracked" if code == "??" else "ignored"
    if "D" in code:
        return "deleted"
    return "added" if "A" in code else "modified"
