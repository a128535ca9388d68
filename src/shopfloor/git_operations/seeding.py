"""Makes a small repository with one commit, for the demo."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from shopfloor.domain.work_order import Author
from shopfloor.git_operations.commit_message import identity_environment
from shopfloor.git_operations.runner import Git

_BRANCH = "main"


async def seed_repository(git: Git, path: Path, files: Mapping[str, str], author: Author) -> None:
    """Bare, so that merges need no checkout. Made aside and renamed in: it is there whole or not at all."""
    if await asyncio.to_thread(path.exists):
        return
    aside = path.with_name(f"{path.name}.new")
    await asyncio.to_thread(_write_files, aside / "tree", files)
    bare = aside / "repository"
    await git.run("init", "-q", "--bare", "--template=", f"--initial-branch={_BRANCH}", str(bare), cwd=aside)
    inside = {"GIT_DIR": str(bare), "GIT_WORK_TREE": str(aside / "tree"), **identity_environment(author)}
    await git.run("add", "-A", cwd=aside / "tree", environment=inside)
    await git.run("commit", "-q", "-m", "Say hello", cwd=aside / "tree", environment=inside)
    await asyncio.to_thread(_move_in, bare, path)


def _write_files(folder: Path, files: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


def _move_in(bare: Path, path: Path) -> None:
    bare.rename(path)
