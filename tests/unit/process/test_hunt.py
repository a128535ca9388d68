"""Which processes belong to a program, over a process table made up for the purpose."""

import os
import threading
from collections.abc import Iterator

import psutil

from shopfloor.process.hunt import Hunt
from shopfloor.process.process_table import Entry

BIG = 10_000_000
"""Numbers that no real process has."""


class MadeUpTable:
    """Processes that die when killed; scripted ones appear with each later look."""

    most_looks_at_the_newest = 3

    def __init__(self, *looks: list[Entry | None]) -> None:
        self._looks = list(looks)
        self._alive: list[Entry | None] = []
        self.killed: list[int] = []

    def now(self) -> float:
        return 0.0

    def entries(self, since: float) -> Iterator[Entry | None]:
        self._alive = [entry for entry in self._alive if entry is not None]
        self._alive += self._looks.pop(0) if self._looks else []
        yield from sorted(self._alive, key=lambda entry: -entry.pid if entry else 0)

    def cursor(self) -> int:
        return 0

    def entries_after(self, cursor: int) -> Iterator[Entry | None]:
        return self.entries(0.0)

    def kill(self, entry: Entry) -> bool:
        self._alive = [other for other in self._alive if other != entry]
        self.killed.append(entry.pid - BIG)
        return True


def entry(pid: int, *, parent: int = 0, session: int | None = None, mark: str | None = None) -> Entry:
    return Entry(BIG + pid, BIG + parent, BIG + (pid if session is None else session), 1.0, mark)


def hunted(*looks: list[Entry | None], session: int | None = None) -> list[int]:
    table = MadeUpTable(*looks)
    hunt = Hunt(table, "ours".__eq__, alone=threading.Lock())
    if session is not None:
        hunt.add_session(BIG + session)
    assert hunt.until_none_is_left(threading.Event()) == len(table.killed)
    return sorted(table.killed)


def test_the_marked_and_only_they_are_killed() -> None:
    assert hunted([entry(1, mark="ours"), entry(2, mark="theirs"), entry(3)]) == [1]


def test_children_of_the_marked_are_killed_to_any_depth() -> None:
    assert hunted([entry(1, mark="ours"), entry(2, parent=1), entry(3, parent=2), entry(4, parent=9)]) == [1, 2, 3]


def test_the_session_of_the_program_is_killed_even_if_the_program_is_gone() -> None:
    assert hunted([entry(5, session=1), entry(6, session=2)], session=1) == [5]


def test_sessions_that_members_lead_belong() -> None:
    orphan = entry(7, session=2)
    assert hunted([entry(1, mark="ours"), entry(2, parent=1), orphan]) == [1, 2, 7]


def test_a_session_that_a_member_merely_lives_in_does_not_belong() -> None:
    assert hunted([entry(3, session=2), entry(4, session=2, mark="ours")]) == [4]


def test_those_born_meanwhile_are_found_by_the_next_look() -> None:
    assert hunted([entry(1, mark="ours")], [entry(2, mark="ours")]) == [1, 2]


def test_when_some_vanished_unrecognised_it_looks_again() -> None:
    assert hunted([None], [None], [entry(3, mark="ours")]) == [3]


def test_members_noted_before_are_known_when_their_ties_are_cut() -> None:
    table = MadeUpTable([entry(1, mark="ours"), entry(2, parent=1)])
    hunt = Hunt(table, "ours".__eq__, alone=threading.Lock())
    hunt.note_members()
    assert table.killed == []
    table.kill(entry(1, mark="ours"))
    hunt.until_none_is_left(threading.Event())
    assert table.killed == [1, 2]


def test_this_process_and_its_parents_are_spared() -> None:
    own = [os.getpid(), *(parent.pid for parent in psutil.Process().parents())]
    table = MadeUpTable([Entry(pid, 0, pid, 1.0, "ours") for pid in own])
    assert Hunt(table, "ours".__eq__, alone=threading.Lock()).until_none_is_left(threading.Event()) == 0
