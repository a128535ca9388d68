"""Where a sandbox on this machine has its files: what differs between the backends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from shopfloor.sandbox_manager.sandbox_protocol import FoundLine, SandboxSpec


@dataclass(frozen=True, slots=True)
class WorkplaceStatus:
    git_branch_name: str | None
    head_sha: str | None
    is_dirty: bool


class Workplace(Protocol):
    """The workspace of one order. One caller at a time."""

    path: Path
    parallel: bool

    async def is_ready(self) -> bool:
        """Whether the workspace is there, whole, and this order's."""
        ...

    def make_folder(self) -> bool:
        """An empty folder where the workspace will be, for programs that start before it is made.

        False, and nothing done, where there was a workspace: an empty folder would pass for one with all files deleted.
        """
        ...

    async def make_ready(self) -> None:
        """Makes it, mends it or leaves it as it is. Nothing that is not committed gets lost."""
        ...

    async def status(self) -> WorkplaceStatus: ...

    async def not_to_be_committed(self, paths: list[str]) -> list[str]:
        """Those of the paths that the repository ignores."""
        ...

    async def file_states(self, folder: str) -> Mapping[str, str]: ...

    async def find_files(self, text: str, limit: int) -> Sequence[str]: ...

    async def find_lines(self, text: str, limit: int, ignore_case: bool) -> Sequence[FoundLine]: ...

    async def save(self) -> None:
        """Commits what is not committed."""
        ...

    async def discard(self) -> None:
        """Puts the files back to what was committed; ignored ones stay."""
        ...

    async def leave(self) -> None:
        """Commits what is not committed and gives the workspace up."""
        ...


@dataclass(frozen=True, slots=True)
class SandboxFolders:
    """What belongs to one order's sandbox beside its workspace."""

    root: Path

    @property
    def workspace(self) -> Path:
        return self.root / "workspace"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def temporary(self) -> Path:
        return self.root / "tmp"

    @property
    def staging(self) -> Path:
        return self.root / "staging"

    @property
    def prepared_note(self) -> Path:
        """There once the files were copied and the setup script has succeeded."""
        return self.root / "prepared"

    @property
    def visited_note(self) -> Path:
        """There since somebody may have changed files by hand."""
        return self.root / "visited"

    @property
    def paused_note(self) -> Path:
        return self.root / "paused"

    def make(self) -> None:
        for folder in (self.home, self.temporary, self.staging):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def folders_of(root: Path, spec: SandboxSpec) -> SandboxFolders:
    return SandboxFolders(root / spec.agent_work_order_id)
