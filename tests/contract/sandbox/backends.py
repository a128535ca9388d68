"""Every local backend, ready to be tried by one suite."""

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.work_order import Author, SandboxType
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.process import Processes
from shopfloor.sandbox_manager.fake_sandbox import FakeSandboxFactory
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools
from shopfloor.sandbox_manager.sandbox_factory import LocalSandboxFactory
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxSpec

AUTHOR = Author("Uma User", "uma@example.org")
BACKENDS = ("fake", "git_worktree", "git_branch")


def git(repository: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Uma User", "-c", "user.email=uma@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=repository, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")


def make_checkout(path: Path) -> Path:
    """A user's own checkout: two committed files, ignored ones beside them."""
    path.mkdir(parents=True)
    git(path, "init", "-q", "-b", "trunk")
    (path / "README.md").write_text("hello\n")
    (path / "src").mkdir()
    (path / "src" / "main.py").write_text("print('hi')\n")
    (path / ".gitignore").write_text(".env*\n*.local\nsecrets/\nbuild/\n")
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", "first")
    return path


@dataclass
class Backend:
    """One backend on one repository."""

    name: str
    repository: Path
    base_sha: str
    make: Callable[[SandboxSpec], AgentSandbox]
    rescued: Callable[[SandboxSpec, str], bytes | None]
    """What lies on the order's branch under that path."""

    @property
    def has_git(self) -> bool:
        return self.name != "fake"

    def spec(self, number: int = 1, **changes: object) -> SandboxSpec:
        order_id = AgentWorkOrderId(f"wo-0000000{number}")
        kind = SandboxType.GIT_BRANCH if self.name == "git_branch" else SandboxType.GIT_WORKTREE
        spec = SandboxSpec(order_id, kind, str(self.repository), f"feat-{order_id}", "trunk", self.base_sha, AUTHOR)
        return replace(spec, **changes)  # type: ignore[arg-type]


async def open_backend(
    name: str, home: Path, processes: Processes, environment: Mapping[str, str], repository: Path
) -> Backend:
    sha = git(repository, "rev-parse", "HEAD").strip()
    if name == "fake":
        fakes = FakeSandboxFactory(home / "sandboxes", processes, environment, copy_from=repository)
        return Backend(
            name,
            repository,
            sha,
            fakes.create_sandbox,
            lambda spec, path: fakes.rescued[spec.agent_work_order_id].get(path),
        )
    factory, mirror = await open_factory(home, processes, environment, repository)
    return Backend(
        name, repository, sha, factory.create_sandbox, lambda spec, path: show(mirror, spec.git_branch_name, path)
    )


async def open_factory(
    home: Path, processes: Processes, environment: Mapping[str, str], repository: Path
) -> tuple[LocalSandboxFactory, Path]:
    runner = Git(processes, {**environment, "HOME": str(home)})
    mirrors = MirrorCache(runner, home / "repositories")
    location = parse_repository_url(str(repository))
    await mirrors.refresh(location)
    factory = LocalSandboxFactory(
        processes=processes,
        tools=WorkspaceTools(runner, mirrors, Workspaces(runner), Commits(runner)),
        sandboxes=home / "sandboxes",
        checkouts=home / "checkouts",
        environment=environment,
    )
    return factory, mirrors.path_of(location.key)


def show(mirror: Path, branch: str, path: str) -> bytes | None:
    done = subprocess.run(["git", "show", f"refs/heads/{branch}:{path}"], cwd=mirror, check=False, capture_output=True)
    return done.stdout if done.returncode == 0 else None
