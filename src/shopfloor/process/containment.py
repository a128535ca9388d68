"""Holding a program and all it starts together, so that all of it can be ended.

A process group is not enough: a child that makes a session of its own leaves it.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from shopfloor.process.cgroup_containment import CgroupContainment, find_cgroup_base
from shopfloor.process.owner import ProcessOwner
from shopfloor.process.portable_containment import PortableContainment
from shopfloor.process.process_table import detect_process_table


class Leader(Protocol):
    """The program an enclosure was made for."""

    @property
    def pid(self) -> int: ...

    def signal_group(self, signal_number: int) -> None:
        """Does nothing once the program has exited."""
        ...


class Enclosure(Protocol):
    """Round one program and its descendants."""

    def wrap(self, argv: Sequence[str]) -> list[str]:
        """The argv that starts the program inside."""
        ...

    def abandon(self) -> None:
        """For when the program could not be started."""
        ...

    async def note_members(self, leader: Leader) -> None:
        """Called before the program is asked to end, while the family is still together."""
        ...

    async def members(self, leader: Leader) -> Collection[int]:
        """The numbers of those inside that live."""
        ...

    async def end(self, leader: Leader) -> None:
        """Kills everything inside; returns when nothing lives any more, raises ProcessError if that takes too long."""
        ...


class Containment(Protocol):
    def enclose(self, number: int) -> Enclosure:
        """A fresh enclosure for this instance's program number so-and-so."""
        ...

    async def end_leftovers(self) -> int:
        """Ends what dead instances of this home left and returns how many processes that were."""
        ...

    async def close(self) -> None: ...


def detect_containment(owner: ProcessOwner) -> Containment:
    """The surest containment this machine allows us."""
    portable = PortableContainment(owner, detect_process_table())
    base = find_cgroup_base(owner)
    return portable if base is None else CgroupContainment(owner, base, portable)
