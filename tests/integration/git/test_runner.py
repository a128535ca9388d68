"""Running git itself: old ones, absent ones, slow ones, failing ones."""

import os
from pathlib import Path

import pytest
from tests.integration.git.fixtures import CountingProcesses
from tests.integration.git.repositories import Repository

from shopfloor.errors import GitError, ProgramNotFound
from shopfloor.git_operations.runner import Git


def put_on_path(folder: Path, script: str) -> dict[str, str]:
    folder.mkdir()
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


async def test_a_git_that_is_too_old_is_refused_with_the_way_out(processes: CountingProcesses, tmp_path: Path) -> None:
    git = Git(processes, put_on_path(tmp_path / "bin", "echo git version 2.30.2"))
    for _ in range(2):
        with pytest.raises(GitError, match=r"needs git 2\.38 or newer.*2\.30\.2") as refused:
            await git.run("status", cwd=tmp_path)
        assert refused.value.hint


async def test_a_machine_without_git_is_told_so(processes: CountingProcesses, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProgramNotFound, match="git"):
        await Git(processes, {"PATH": str(tmp_path / "empty")}).run("status", cwd=tmp_path)


async def test_the_version_is_asked_once(git: Git, processes: CountingProcesses, checkout: Repository) -> None:
    for _ in range(3):
        await git.run("status", cwd=checkout.path)
    assert [argv[1] for argv in processes.commands] == ["version", "status", "status", "status"]


async def test_a_git_that_hangs_is_stopped(processes: CountingProcesses, tmp_path: Path) -> None:
    script = 'test "$1" = version && exec echo git version 2.39.5\nexec sleep 60'
    git = Git(processes, put_on_path(tmp_path / "bin", script))
    with pytest.raises(GitError, match="git fetch was stopped"):
        await git.run("fetch", cwd=tmp_path, deadline_seconds=0.2)


async def test_a_failure_says_what_git_said(git: Git, checkout: Repository) -> None:
    with pytest.raises(GitError, match=r"git rev-parse failed: .*nowhere"):
        await git.run("rev-parse", "nowhere", cwd=checkout.path)
    assert (await git.run("rev-parse", "nowhere", cwd=checkout.path, check=False)).exit_code == 128
