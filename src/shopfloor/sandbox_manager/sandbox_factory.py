"""The backends this version has, by name."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from weakref import WeakValueDictionary

from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url
from shopfloor.domain.work_order import SandboxType
from shopfloor.errors import SandboxError
from shopfloor.process import Processes, base_environment
from shopfloor.sandbox_manager.git_branch_sandbox import GitBranchWorkplace
from shopfloor.sandbox_manager.git_worktree_sandbox import GitWorktreeWorkplace
from shopfloor.sandbox_manager.local_sandbox import LocalSandbox
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools
from shopfloor.sandbox_manager.preparation import Preparation
from shopfloor.sandbox_manager.running_programs import RunningPrograms
from shopfloor.sandbox_manager.sandbox_protocol import SandboxSpec
from shopfloor.sandbox_manager.scratch_place import ScratchPlace, scratch_place
from shopfloor.sandbox_manager.workplace import SandboxFolders, Workplace, folders_of

_NOT_YET = "this version does not have it yet"


class LocalSandboxFactory:
    """Sandbox objects are cheap: those of one workspace share what runs in it, however many are made.

    Of the environment only what every program needs reaches the sandboxes.
    """

    def __init__(
        self,
        *,
        processes: Processes,
        tools: WorkspaceTools,
        sandboxes: Path,
        checkouts: Path,
        environment: Mapping[str, str],
        setup_deadline_seconds: float = 900.0,
    ) -> None:
        self._processes = processes
        self._tools = tools
        self._sandboxes = sandboxes
        self._checkouts = checkouts
        self._environment = base_environment(environment)
        self._preparation = Preparation(processes, deadline_seconds=setup_deadline_seconds)
        self._programs: WeakValueDictionary[Path, RunningPrograms] = WeakValueDictionary()

    def create_sandbox(self, spec: SandboxSpec) -> LocalSandbox:
        location = parse_repository_url(spec.repository_url)
        folders = folders_of(self._sandboxes, spec)
        workplace = self._workplace(spec, folders, location)
        programs = self._programs.setdefault(workplace.path, RunningPrograms())
        return LocalSandbox(
            spec,
            folders=folders,
            workplace=workplace,
            programs=programs,
            processes=self._processes,
            environment=self._environment,
            preparation=self._preparation,
            copy_from=_checkout_at(location),
        )

    def scratch(self) -> AbstractAsyncContextManager[ScratchPlace]:
        return scratch_place(self._sandboxes.with_name("scratch"), self._processes, self._environment)

    def available_types(self) -> Mapping[SandboxType, str | None]:
        usable = {SandboxType.GIT_WORKTREE, SandboxType.GIT_BRANCH}
        return {kind: None if kind in usable else _NOT_YET for kind in SandboxType}

    def _workplace(self, spec: SandboxSpec, folders: SandboxFolders, location: RepositoryLocation) -> Workplace:
        if spec.sandbox_type is SandboxType.GIT_WORKTREE:
            return GitWorktreeWorkplace(spec, folders.workspace, location, self._tools)
        if spec.sandbox_type is SandboxType.GIT_BRANCH:
            return GitBranchWorkplace(spec, self._checkouts / location.key, location, self._tools)
        raise SandboxError(f"There is no sandbox of type {spec.sandbox_type}: {_NOT_YET}.")


def _checkout_at(location: RepositoryLocation) -> Path | None:
    """The user's own checkout, where the repository is one."""
    if location.path is None:
        return None
    root = location.path.parent if location.path.name == ".git" else location.path
    return root if (root / ".git").exists() else None
