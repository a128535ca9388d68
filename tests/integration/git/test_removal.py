"""Folders go, whatever is in them."""

from pathlib import Path
from typing import cast

import pytest
from tests.integration.git.fixtures import Floor

from shopfloor.errors import GitError
from shopfloor.git_operations.removal import remove_trees
from shopfloor.process import Processes, ProcessResult


async def test_several_go_at_once_and_what_they_link_to_stays(floor: Floor, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("kept")
    full, empty, link, gone = (tmp_path / name for name in ("full", "empty", "link", "gone"))
    (full / "deep").mkdir(parents=True)
    (full / "deep" / "to-kept").symlink_to(kept)
    empty.mkdir()
    link.symlink_to(kept)
    (full / "-rf").write_text("a name like an option")
    await remove_trees(floor.processes, full, empty, link, gone)
    assert [path.name for path in tmp_path.iterdir() if path in {full, empty, link}] == []
    assert (kept / "file").read_text() == "kept"


async def test_nothing_is_started_for_what_is_empty_or_gone(floor: Floor, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    floor.processes.commands.clear()
    await remove_trees(floor.processes, tmp_path / "empty", tmp_path / "gone")
    assert floor.processes.commands == []
    assert not (tmp_path / "empty").exists()


class _Powerless:
    async def run(self, *_: object, **__: object) -> ProcessResult:
        return ProcessResult(1, b"", b"rm: not permitted", truncated=False, timed_out=False, duration_seconds=0.0)


async def test_what_cannot_be_removed_is_told(tmp_path: Path) -> None:
    (tmp_path / "full" / "deep").mkdir(parents=True)
    with pytest.raises(GitError, match="full could not be removed: rm: not permitted"):
        await remove_trees(cast(Processes, _Powerless()), tmp_path / "full")
