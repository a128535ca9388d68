"""Watching a sandbox's files: one watch for all readers, and a way on where the system refuses one."""

import errno
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.visits.folder_watch import FolderWatch
from shopfloor.visits.visits import Visits
from shopfloor.visits.watching import FileChanges, FileWatch

ORDER = AgentWorkOrderId("wo-00000001")


@dataclass
class OneFolder:
    """Visits of one sandbox, as far as watching needs it."""

    workspace_path: str
    renewed: int = 0

    async def sandbox(self, order_id: AgentWorkOrderId) -> "OneFolder":
        return self

    def renew(self, order_id: AgentWorkOrderId) -> None:
        self.renewed += 1


class CountedWatch(FolderWatch):
    started: list[Path] = []  # noqa: RUF012 - of the whole test
    stopped = 0

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.started.append(root)

    def stop(self) -> None:
        super().stop()
        CountedWatch.stopped += 1


class NoRoom(FolderWatch):
    tried = 0

    def start(self) -> None:
        NoRoom.tried += 1
        raise OSError(errno.ENOSPC, "inotify watch limit reached")


async def until_told(batches: AsyncGenerator[FileChanges, None], path: str) -> None:
    async for batch in batches:
        if any(change.path == path for change in batch.changes):
            return


async def test_readers_share_a_watch_that_ends_with_the_last(tmp_path: Path) -> None:
    visits = cast(Visits, OneFolder(str(tmp_path)))
    watch = FileWatch(visits=visits, watch_folder=CountedWatch)
    async with aclosing(watch.follow(ORDER)) as first, aclosing(watch.follow(ORDER)) as second:
        assert (await anext(first)).are_all
        assert (await anext(second)).are_all
        (tmp_path / "deep").mkdir()
        (tmp_path / "deep" / "new.txt").write_text("x")
        await until_told(first, "deep/new.txt")
        await until_told(second, "deep/new.txt")
        await first.aclose()
        (tmp_path / "more.txt").write_text("x")
        await until_told(second, "more.txt")
        assert (CountedWatch.started, CountedWatch.stopped) == ([tmp_path], 0)
    assert CountedWatch.stopped == 1


async def test_where_the_system_has_no_room_readers_look_for_themselves(tmp_path: Path) -> None:
    visits = OneFolder(str(tmp_path))
    watch = FileWatch(visits=cast(Visits, visits), watch_folder=NoRoom, unwatched_seconds=0.01)
    for _ in range(2):
        async with aclosing(watch.follow(ORDER)) as batches:
            told = [await anext(batches) for _ in range(4)]
        assert [(batch.are_all, list(batch.changes)) for batch in told] == [(True, []), *[(False, [])] * 3]
    assert NoRoom.tried == 1
    assert visits.renewed > 0
