"""The git side that both local backends share: making, asking and rescuing an order's workspace."""

from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.errors import GitError
from shopfloor.git_operations.commit_message import CommitMessage
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.git_operations.workspace_look import WorkspaceLook
from shopfloor.git_operations.workspace_record import find_record, record_of
from shopfloor.sandbox_manager.sandbox_protocol import SandboxSpec
from shopfloor.sandbox_manager.workplace import WorkplaceStatus

_RESCUE_SUBJECT = "Save unfinished work"
_RESCUE_BODY = "Committed when the sandbox was cleaned up, so that nothing gets lost."


@dataclass(frozen=True, slots=True)
class WorkspaceTools:
    """What git_operations offers, as the backends need it."""

    git: Git
    mirrors: MirrorCache
    workspaces: Workspaces
    commits: Commits

    async def mirror_for(self, location: RepositoryLocation, spec: SandboxSpec) -> Path:
        """Fetched here if it is missing: the order may go on on another machine than it began."""
        mirror = self.mirrors.path_of(location.key)
        if not (mirror / "HEAD").is_file():
            await self.mirrors.refresh(location, base_branch=spec.base_branch)
        return mirror

    async def status(self, path: Path) -> WorkplaceStatus:
        told = await self.workspaces.status(path)
        return WorkplaceStatus(told.branch, told.head_sha, told.dirty)

    async def ignored(self, workspace: Path, paths: list[str]) -> list[str]:
        if not paths:
            return []
        asked = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
        told = await self.git.run(
            "check-ignore",
            "-z",
            "--stdin",
            cwd=workspace,
            environment={**record_of(workspace).environment, "GIT_LITERAL_PATHSPECS": "0"},
            stdin=asked,
            check=False,
        )
        return [path.decode("utf-8", "surrogateescape") for path in told.stdout.split(b"\0") if path]

    @property
    def look(self) -> WorkspaceLook:
        return WorkspaceLook(self.git)

    async def rescue(self, path: Path, owner: "WorkOwner") -> None:
        """Commits what is not committed to the order's branch."""
        if not await self._is_clean(path):
            await self.commits.rescue(path, owner.rescue_message(), owner.author)

    async def _is_clean(self, path: Path) -> bool:
        """On its branch, where we left it, and nothing changed since: the usual case, for one look instead of two."""
        record = find_record(path)
        if record is None or record.branch is None or record.head != f"refs/heads/{record.branch}":
            return False
        if record.head_sha != record.known_sha:
            return False
        try:
            return not (await self.workspaces.status(path)).dirty
        except GitError:
            return False


@dataclass(frozen=True, slots=True)
class WorkOwner:
    """Whose work lies in a workspace."""

    agent_work_order_id: AgentWorkOrderId
    author: Author
    run_id: RunId | None
    phase: AgentWorkflowPhase

    def rescue_message(self) -> CommitMessage:
        return CommitMessage(
            subject=_RESCUE_SUBJECT,
            body=_RESCUE_BODY,
            agent_work_order_id=self.agent_work_order_id,
            phase=self.phase,
            run_id=self.run_id or RunId("none"),
            unfinished=True,
        )


def owner_in(spec: SandboxSpec) -> WorkOwner:
    return WorkOwner(spec.agent_work_order_id, spec.author, spec.run_id, spec.phase)


def make_empty_folder(path: Path) -> bool:
    record = find_record(path)
    if not path.is_dir() and record is not None and record.branch is not None:
        return False
    path.mkdir(parents=True, exist_ok=True)
    return True


def handed_out_branch(path: Path) -> str | None:
    """The branch a workspace was last made ready on; None while it is being made or moved, or is not there."""
    record = find_record(path)
    return record.branch if record is not None and path.is_dir() else None
