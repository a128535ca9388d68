"""Repositories to work on, and a folder to do it in."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="shopfloor-bench-")).resolve()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_repository(path: Path, *, files: int) -> Path:
    """A bare repository with one commit on `trunk`, written as one stream: fast for many files, too."""
    path.mkdir(parents=True)
    git(path, "init", "-q", "--bare", "--initial-branch=trunk")
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=path, stdin=subprocess.PIPE) as importing:
        assert importing.stdin is not None
        for piece in _first_commit(files):
            importing.stdin.write(piece)
    assert importing.returncode == 0, "git fast-import failed"
    return path


def make_mirror(repository: Path, path: Path) -> Path:
    git(path.parent, "init", "-q", "--bare", str(path))
    git(path, "fetch", "-q", str(repository), "+refs/heads/trunk:refs/remotes/origin/trunk")
    return path


def git(cwd: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout


def _first_commit(files: int) -> Iterator[bytes]:
    yield b"commit refs/heads/trunk\ncommitter Ada <ada@example.org> 1700000000 +0000\ndata 6\nfirst\n\n"
    for number in range(files):
        text = f"file {number}\n".encode() * 20
        yield b"M 100644 inline src/part%03d/file%05d.txt\n" % (number % 500, number)
        yield b"data %d\n%b\n" % (len(text), text)
