"""Containment without help from the kernel: what belongs together is found again and again until nothing is left."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shopfloor.process.hunt import Hunt
from shopfloor.process.owner import ProcessOwner
from shopfloor.process.process_table import ProcessTable

if TYPE_CHECKING:
    from shopfloor.process.containment import Leader


class PortableContainment:
    def __init__(self, owner: ProcessOwner, table: ProcessTable) -> None:
        self._owner = owner
        self._table = table
        self._alone = threading.Lock()

    def enclose(self, number: int) -> "MarkedEnclosure":
        is_marked = self._owner.mark(number).__eq__
        return MarkedEnclosure(Hunt(self._table, is_marked, alone=self._alone, since=self._table.now()))

    async def end_leftovers(self) -> int:
        return await _in_thread(Hunt(self._table, self._owner.is_leftover, alone=self._alone).until_none_is_left)

    async def close(self) -> None:
        return None


class MarkedEnclosure:
    """Nothing round the program but its mark and its family ties."""

    def __init__(self, hunt: Hunt) -> None:
        self._hunt = hunt

    def wrap(self, argv: Sequence[str]) -> list[str]:
        return list(argv)

    def abandon(self) -> None:
        return None

    async def note_members(self, leader: "Leader") -> None:
        self._hunt.add_session(leader.pid)
        await asyncio.to_thread(self._hunt.note_members)

    async def members(self, leader: "Leader") -> set[int]:
        self._hunt.add_session(leader.pid)
        return await asyncio.to_thread(self._hunt.members)

    async def end(self, leader: "Leader") -> None:
        self._hunt.add_session(leader.pid)
        await _in_thread(self._hunt.until_none_is_left)


async def _in_thread(work: Callable[[threading.Event], int]) -> int:
    give_up = threading.Event()
    try:
        return await asyncio.to_thread(work, give_up)
    except asyncio.CancelledError:
        give_up.set()
        raise
