"""What tests with real git share: the real spawner, our git, and everything that works through it."""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.integration.git.repositories import Repository, make_bare, make_checkout

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.history import History
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.mirror import Base, MirrorCache
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.process import Processes, ProcessOwner, detect_containment


class CountingProcesses(Processes):
    """The real spawner, which also remembers what it was asked to run."""

    commands: list[list[str]]

    async def run(self, argv, **options):  # type: ignore[no-untyped-def]
        self.commands.append(list(argv))
        return await super().run(argv, **options)


@dataclass(frozen=True)
class Floor:
    """One floor: a mirror cache, workspaces and commits over one git."""

    root: Path
    git: Git
    mirrors: MirrorCache
    workspaces: Workspaces
    commits: Commits
    history: History
    repositories: LocalRepositories
    processes: CountingProcesses

    def workspace_path(self, name: str = "wo-abc12345") -> Path:
        return self.root / "sandboxes" / name / "workspace"

    async def start(
        self, location: RepositoryLocation, branch: str = "feat-x", *, name: str = "wo-abc12345"
    ) -> tuple[Base, Repository]:
        """An order's first steps: the base, and a workspace on its branch."""
        base = await self.mirrors.refresh(location)
        path = self.workspace_path(name)
        await self.workspaces.create(base.mirror_path, path, branch, base.sha)
        return base, Repository(path)


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[CountingProcesses]:
    owner = ProcessOwner(tmp_path, "test")
    spawner = CountingProcesses(owner=owner, containment=detect_containment(owner))
    spawner.commands = []
    yield spawner
    await spawner.close()


@pytest.fixture
def git(processes: CountingProcesses, tmp_path: Path) -> Git:
    home = tmp_path / "home"
    home.mkdir()
    return Git(processes, {"PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"})


@pytest.fixture
def floor(git: Git, processes: CountingProcesses, tmp_path: Path) -> Floor:
    root = tmp_path / "floor"
    return Floor(
        root=root,
        git=git,
        mirrors=MirrorCache(git, root / "repositories"),
        workspaces=Workspaces(git),
        commits=Commits(git),
        history=History(git),
        repositories=LocalRepositories(git),
        processes=processes,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Repository:
    """A user's own checkout with two files on the branch trunk."""
    repository = make_checkout(tmp_path / "her repository")
    repository.write("readme.md", "hello\n")
    repository.commit("src/app.py", "print('hello')\n", "first")
    return repository


@pytest.fixture
def bare(tmp_path: Path, checkout: Repository) -> Repository:
    return make_bare(tmp_path / "shared.git", checkout)
