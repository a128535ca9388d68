"""Real repositories to work on."""

import subprocess
from pathlib import Path

_IDENTITY = ("-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org")


def git(cwd: Path, *arguments: str, check: bool = True) -> str:
    done = subprocess.run(
        ["git", *_IDENTITY, *arguments], cwd=cwd, capture_output=True, text=True, errors="surrogateescape"
    )
    assert not check or done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr}"
    return done.stdout.rstrip("\n")


def make_repository(path: Path, *, branch: str = "trunk", files: dict[str, str] | None = None) -> Path:
    """A bare repository with one commit on a branch that nobody would guess."""
    checkout = make_checkout(path.with_name(f"{path.name}-origin"), branch=branch, files=files)
    git(path.parent, "clone", "-q", "--bare", str(checkout), str(path))
    return path


def make_checkout(path: Path, *, branch: str = "trunk", files: dict[str, str] | None = None) -> Path:
    """A repository as its user has it: with a work tree and an identity."""
    path.mkdir(parents=True)
    git(path, "init", "-q", f"--initial-branch={branch}")
    git(path, "config", "user.name", "Ada Lovelace")
    git(path, "config", "user.email", "ada@example.org")
    for name, text in (files or {"README.md": "# Something\n", "app.py": "print('hello')\n"}).items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", "First commit")
    return path


def branches(repository: Path) -> list[str]:
    return git(repository, "for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()
