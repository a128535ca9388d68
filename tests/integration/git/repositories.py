"""Real repositories for tests, made and read with plain git as a user would."""

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url
from shopfloor.domain.work_order import AgentWorkflowPhase, Author
from shopfloor.git_operations.commit_message import CommitMessage

USER = Author("Ada Example", "ada@example.org")
AGENT = Author("Demo Agent", "demo@agents.example")
ORDER = AgentWorkOrderId("wo-abc12345")


@dataclass(frozen=True)
class Repository:
    """A folder in which the test runs git by hand."""

    path: Path

    @property
    def location(self) -> RepositoryLocation:
        return parse_repository_url(str(self.path))

    @property
    def url(self) -> str:
        return str(self.path)

    def git(self, *arguments: str, check: bool = True) -> str:
        return self.git_bytes(*arguments, check=check).decode("utf-8", "surrogateescape").rstrip("\n")

    def git_bytes(self, *arguments: str, check: bool = True, stdin: bytes | None = None) -> bytes:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": USER.name,
            "GIT_AUTHOR_EMAIL": USER.email,
            "GIT_COMMITTER_NAME": USER.name,
            "GIT_COMMITTER_EMAIL": USER.email,
            "GIT_CONFIG_COUNT": "2",
            "GIT_CONFIG_KEY_0": "protocol.file.allow",
            "GIT_CONFIG_VALUE_0": "always",
            "GIT_CONFIG_KEY_1": "advice.detachedHead",
            "GIT_CONFIG_VALUE_1": "false",
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=environment, capture_output=True, input=stdin, check=False
        )
        assert not check or done.returncode == 0, f"git {arguments}: {done.stderr.decode(errors='replace')}"
        return done.stdout

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def commit(self, name: str, content: str | bytes, subject: str = "change") -> str:
        self.write(name, content)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)
        return self.sha()

    def sha(self, ref: str = "HEAD") -> str:
        return self.git("rev-parse", "--verify", ref)

    def branches(self) -> set[str]:
        return set(self.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/").splitlines())

    def files(self, ref: str = "HEAD") -> list[bytes]:
        return [name for name in self.git_bytes("ls-tree", "-r", "-z", "--name-only", ref).split(b"\0") if name]

    def content(self, name: str, ref: str = "HEAD") -> bytes:
        return self.git_bytes("show", f"{ref}:{name}")

    def subjects(self, ref: str = "HEAD") -> list[str]:
        return self.git("log", "--reverse", "--format=%s", ref).splitlines()


def make_checkout(path: Path, *, branch: str = "trunk") -> Repository:
    path.mkdir(parents=True)
    repository = Repository(path)
    repository.git("init", "-q", f"--initial-branch={branch}")
    return repository


def make_bare(path: Path, seeded_from: Repository) -> Repository:
    seeded_from.git("clone", "-q", "--bare", str(seeded_from.path), str(path))
    return Repository(path)


def message(
    subject: str = "feat: add login",
    *,
    phase: AgentWorkflowPhase = AgentWorkflowPhase.IMPLEMENTING,
    run: int = 1,
    body: str = "",
    unfinished: bool = False,
) -> CommitMessage:
    return CommitMessage(subject, body, ORDER, phase, RunId(f"{ORDER}-r{run}"), AGENT, unfinished)


def fingerprint(folder: Path, *, leaving_out: tuple[str, ...] = ()) -> dict[str, str]:
    """Every file below a folder with a hash of its bytes, its mode and the time it was last changed."""
    found = {}
    for current, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if str((Path(current) / name).relative_to(folder)) not in leaving_out]
        for name in files:
            file = Path(current) / name
            told = file.lstat()
            content = os.fsencode(file.readlink()) if file.is_symlink() else file.read_bytes()
            key = str(file.relative_to(folder))
            found[key] = f"{hashlib.sha256(content).hexdigest()} {told.st_mode:o} {told.st_mtime_ns}"
    return found
