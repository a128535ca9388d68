"""Finding and killing all processes that belong to a program, by what the process table tells.

A process belongs to a program if it carries the program's mark in its environment, or its parent belongs, or it lives
in a session that a member leads. The limit: a process that clears its environment AND makes its own session AND has
lost its parent before anybody looked is not found. Where cgroups can be used they find that one too. Without /proc, one
that keeps forking away every few milliseconds may be missed as well.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import psutil

from shopfloor.errors import ProcessError
from shopfloor.process.process_table import Entry, ProcessTable

END_WITHIN_SECONDS = 5.0

_PAUSE_SECONDS = 0.002
_LOOKS_BEFORE_GIVING_UP = 10
"""On a machine so busy that looking takes seconds, time alone says nothing."""


class _Look(NamedTuple):
    found: int
    vanished: int
    """Processes that went away before they could be recognised: their children may have been missed."""


_NOTHING = _Look(0, 0)


class Hunt:
    """Remembers the members it has seen, so that they are known even when their ties are cut."""

    def __init__(
        self, table: ProcessTable, is_marked: Callable[[str], bool], *, alone: threading.Lock, since: float = 0.0
    ) -> None:
        """Members started since then."""
        self._table = table
        self._alone = alone
        self._since = since
        self._is_marked = is_marked
        self._spared: frozenset[int] = frozenset()
        self._sessions: set[int] = set()
        self._known: set[tuple[int, float]] = set()
        self._killed: set[tuple[int, float]] = set()

    def add_session(self, leader_pid: int) -> None:
        self._sessions.add(leader_pid)

    def note_members(self) -> None:
        self._look(self._table.entries(self._since), lambda entry: None)

    def members(self) -> set[int]:
        found = set[int]()
        with self._alone:
            self._look(self._table.entries(self._since), lambda entry: found.add(entry.pid))
        return found

    def until_none_is_left(self, give_up: threading.Event) -> int:
        """Kills until a look finds nobody. Returns how many were killed."""
        deadline = time.monotonic() + END_WITHIN_SECONDS
        looks = 0
        while not give_up.is_set() and (found := self._undisturbed_look()):
            looks += 1
            if looks >= _LOOKS_BEFORE_GIVING_UP and time.monotonic() > deadline:
                raise ProcessError(f"{found} processes did not end within {END_WITHIN_SECONDS:g} seconds")
            time.sleep(_PAUSE_SECONDS)
        return len(self._killed)

    def _undisturbed_look(self) -> int:
        """Hunts at the same time would keep each other from being quick."""
        with self._alone:
            return self._look_and_chase()

    def _look_and_chase(self) -> int:
        """Looks at all processes, then at those born meanwhile, until nobody can have slipped through.

        One that vanished before it could be recognised may have had a child just before, and that one is among the
        newest. So when all of the newest were recognised the proof is complete. Each is looked at twice, since its
        number is given out a moment before it can be looked up.
        """
        earlier = cursor = self._table.cursor()
        look = self._look(self._table.entries(self._since), self._kill)
        for _ in range(self._table.most_looks_at_the_newest):
            if look.found:
                break
            newest = self._table.cursor()
            is_proof = not look.vanished
            look = self._look(self._table.entries_after(earlier), self._kill)
            if is_proof and look == _NOTHING:
                break
            earlier, cursor = cursor, newest
        return look.found

    def _look(self, entries: Iterable[Entry | None], meet: Callable[[Entry], None]) -> _Look:
        """Members are met the moment they are recognised, for the quick ones are gone a moment later."""
        spared = self._spared = self._spared or _own_line()
        vanished = 0
        members, others = set[int](), list[Entry]()
        for entry in entries:
            if entry is None:
                vanished += 1
            elif entry.pid not in spared and self._is_member(entry):
                self._welcome(entry, members, meet)
            elif entry.pid not in spared:
                others.append(entry)
        self._meet_kin(others, members, meet)
        return _Look(len(members), vanished)

    def _is_member(self, entry: Entry) -> bool:
        return (
            entry.session_id in self._sessions
            or (entry.mark is not None and self._is_marked(entry.mark))
            or (entry.pid, entry.started) in self._known
        )

    def _meet_kin(self, others: list[Entry], members: set[int], meet: Callable[[Entry], None]) -> None:
        while kin := [entry for entry in others if entry.parent_pid in members or self._is_member(entry)]:
            for entry in kin:
                self._welcome(entry, members, meet)
            others = [entry for entry in others if entry.pid not in members]

    def _welcome(self, entry: Entry, members: set[int], meet: Callable[[Entry], None]) -> None:
        members.add(entry.pid)
        self._known.add((entry.pid, entry.started))
        if entry.session_id == entry.pid:
            self._sessions.add(entry.pid)
        meet(entry)

    def _kill(self, entry: Entry) -> None:
        if self._table.kill(entry):
            self._killed.add((entry.pid, entry.started))


def _own_line() -> frozenset[int]:
    """This process and its parents are never killed: a server may have been started by an agent."""
    return frozenset({os.getpid(), *(parent.pid for parent in psutil.Process().parents())})
