"""What runs on this machine, as far as we may see: from /proc where there is one, else through psutil."""

import contextlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import psutil

from shopfloor.process.owner import OWNER_VARIABLE

_VARIABLE = OWNER_VARIABLE.encode() + b"="
_MOST_BORN = 4096


@dataclass(frozen=True, slots=True)
class Entry:
    pid: int
    parent_pid: int
    session_id: int
    started: float
    mark: str | None
    """The owner's mark in the environment the process was started with."""


class ProcessTable(Protocol):
    most_looks_at_the_newest: int
    """How often to ask for the newest on a machine where some vanish all the time, before that is taken for noise."""

    def now(self) -> float:
        """The present as `started` tells it, or earlier."""
        ...

    def entries(self, since: float) -> Iterator[Entry | None]:
        """The processes that live and started since then (older ones may be there too), newest first.

        None for one that vanished while it was looked at.
        """
        ...

    def cursor(self) -> int:
        """The number that was given to a new process last."""
        ...

    def entries_after(self, cursor: int) -> Iterator[Entry | None]:
        """Those born since the cursor stood there, newest first, so that one that lives for a moment only is met."""
        ...

    def kill(self, entry: Entry) -> bool:
        """Kills exactly that process, not one that got its number since. False if it is gone or not ours."""
        ...


class ProcFilesystem:
    """Linux. Numbers are given out in turn and then from the start again."""

    most_looks_at_the_newest = 100

    def __init__(self) -> None:
        self._highest = int(Path("/proc/sys/kernel/pid_max").read_text())

    def now(self) -> float:
        return time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK") - 2

    def entries(self, since: float) -> Iterator[Entry | None]:
        newest = self.cursor()
        pids = (int(name) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208
        return _entries_of(sorted(pids, key=lambda pid: (newest - pid) % self._highest), since)

    def cursor(self) -> int:
        with open("/proc/loadavg", "rb") as file:
            return int(file.read().split()[-1])

    def entries_after(self, cursor: int) -> Iterator[Entry | None]:
        newest = self.cursor()
        born = min((newest - cursor) % self._highest, _MOST_BORN)
        pids = ((newest - age) % self._highest for age in range(born))
        return _entries_of((pid for pid in pids if pid and not _is_thread(pid)), 0.0)

    def kill(self, entry: Entry) -> bool:
        try:
            current = _read_entry(entry.pid, entry.started)
            if current is None or current.started != entry.started:
                return False
            os.kill(entry.pid, signal.SIGKILL)
        except OSError:
            return False
        return True


class Psutil:
    """Elsewhere. Some systems hide the environment of some programs: those are found by parent and session only."""

    most_looks_at_the_newest = 3

    def now(self) -> float:
        return 0.0  # it tells times by the wall clock, which may be set back

    def entries(self, since: float) -> Iterator[Entry | None]:
        for pid in sorted(psutil.pids(), reverse=True):
            try:
                process = psutil.Process(pid)
                with process.oneshot():
                    entry = self._entry(process)
            except (psutil.NoSuchProcess, ProcessLookupError):
                yield None
            except (psutil.AccessDenied, PermissionError):
                continue
            else:
                if entry is not None:
                    yield entry

    def cursor(self) -> int:
        return 0

    def entries_after(self, cursor: int) -> Iterator[Entry | None]:
        """It cannot tell, so all of them."""
        return self.entries(0.0)

    def _entry(self, process: psutil.Process) -> Entry | None:
        if process.status() in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}:
            return None
        mark = None
        with contextlib.suppress(psutil.AccessDenied, OSError):
            mark = process.environ().get(OWNER_VARIABLE)
        return Entry(process.pid, process.ppid(), os.getsid(process.pid), process.create_time(), mark)

    def kill(self, entry: Entry) -> bool:
        try:
            process = psutil.Process(entry.pid)
            if process.create_time() != entry.started:
                return False
            process.kill()
        except psutil.Error:
            return False
        return True


def detect_process_table() -> ProcessTable:
    return ProcFilesystem() if Path("/proc/self/environ").exists() else Psutil()


def _entries_of(pids: Iterable[int], since: float) -> Iterator[Entry | None]:
    for pid in pids:
        try:
            entry = _read_entry(pid, since)
        except (FileNotFoundError, ProcessLookupError):
            yield None
        except PermissionError:
            continue
        else:
            if entry is not None:
                yield entry


def _is_thread(pid: int) -> bool:
    """Threads have numbers too: they are not listed, but can be looked up."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            return b"\nTgid:\t%d\n" % pid not in file.read()
    except OSError:
        return False


def _read_entry(pid: int, since: float) -> Entry | None:
    """Reading the environment is what takes time: of processes too old to matter it is not read."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    state, parent_pid, session_id, started = fields[0], int(fields[1]), int(fields[3]), float(fields[19])
    if started < since or state in {b"Z", b"X", b"x"}:
        return None
    return Entry(pid, parent_pid, session_id, started, _read_mark(pid))


def _read_mark(pid: int) -> str | None:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            environment = file.read()
    except PermissionError:
        return None
    start = 0 if environment.startswith(_VARIABLE) else environment.find(b"\0" + _VARIABLE) + 1
    if start == 0 and not environment.startswith(_VARIABLE):
        return None
    return environment[start + len(_VARIABLE) :].partition(b"\0")[0].decode("ascii", errors="replace")
