"""Containment by the Linux kernel: a cgroup (version 2) for each program, killed as a whole.

Nothing can leave a cgroup by forking, clearing its environment or making a session, so this is a proof of death.
"""

import asyncio
import contextlib
import errno
import itertools
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shopfloor.errors import ProcessError
from shopfloor.process.hunt import END_WITHIN_SECONDS
from shopfloor.process.owner import ProcessOwner
from shopfloor.process.portable_containment import PortableContainment

if TYPE_CHECKING:
    from shopfloor.process.containment import Leader

_ENTER = 'echo 0 >"$1/cgroup.procs" || exit 126; shift; exec "$@"'
"""The shell moves itself in before it becomes the program, so no child can be born outside."""


class CgroupContainment:
    """Leaves below one folder per instance, whose name says whose it is."""

    def __init__(self, owner: ProcessOwner, base: Path, marks: PortableContainment) -> None:
        self._owner = owner
        self._base = base
        self._marks = marks
        self._folder = base / f"{_prefix(owner)}{owner.instance_id}"

    def enclose(self, number: int) -> "CgroupEnclosure":
        leaf = self._folder / f"program-{number}"
        try:
            leaf.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise ProcessError(f"no cgroup could be made for a program: {exc}") from exc
        return CgroupEnclosure(leaf)

    async def end_leftovers(self) -> int:
        """By cgroup first, which finds all that hid; then by mark, for what was started outside of cgroups."""
        ended = 0
        for folder in await asyncio.to_thread(self._leftover_folders):
            ended += await end_cgroup(folder)
        return ended + await self._marks.end_leftovers()

    def _leftover_folders(self) -> list[Path]:
        own = own_cgroup()
        found = _folders_starting_with(_mount_point() or self._base, _prefix(self._owner))
        return [folder for folder in found if folder != self._folder and not (own and own.is_relative_to(folder))]

    async def close(self) -> None:
        await end_cgroup(self._folder)


class CgroupEnclosure:
    def __init__(self, leaf: Path) -> None:
        self._leaf = leaf

    def wrap(self, argv: Sequence[str]) -> list[str]:
        return ["/bin/sh", "-c", _ENTER, "sh", str(self._leaf), *argv]

    def abandon(self) -> None:
        _remove(self._leaf)

    async def note_members(self, leader: "Leader") -> None:
        return None

    async def members(self, leader: "Leader") -> list[int]:
        return [int(pid) for pid in _processes_in(self._leaf)]

    async def end(self, leader: "Leader") -> None:
        """The leader by its group too: it may not have entered yet."""
        leader.signal_group(signal.SIGKILL)
        await end_cgroup(self._leaf)


async def end_cgroup(folder: Path) -> int:
    """Kills all in a cgroup and below, waits for their death, removes the folders. Returns how many there were."""
    count = sum(1 for _ in _processes_in(folder))
    try:
        (folder / "cgroup.kill").write_text("1")
        await _until_empty(folder)
    except OSError as exc:
        if exc.errno not in {errno.ENOENT, errno.ENODEV}:
            raise
    _remove(folder)
    return count


async def _until_empty(folder: Path) -> None:
    deadline = time.monotonic() + END_WITHIN_SECONDS
    for pause in itertools.chain((0.0, 0.0005, 0.001, 0.002, 0.005), itertools.repeat(0.01)):
        if "populated 0" in (folder / "cgroup.events").read_text():
            return
        if time.monotonic() > deadline:
            raise ProcessError(f"processes in {folder.name} did not end within {END_WITHIN_SECONDS:g} seconds")
        await asyncio.sleep(pause)


def _processes_in(folder: Path) -> Iterator[str]:
    for parent, _, _ in os.walk(folder):
        with contextlib.suppress(OSError):
            yield from (Path(parent) / "cgroup.procs").read_text().split()


def _remove(folder: Path) -> None:
    for parent, _, _ in os.walk(folder, topdown=False):
        with contextlib.suppress(OSError):
            os.rmdir(parent)  # noqa: PTH106


def _prefix(owner: ProcessOwner) -> str:
    return f"shopfloor-{owner.home_hash}-"


def _folders_starting_with(top: Path, prefix: str) -> list[Path]:
    """Wherever they are: the dead instance may have been started in another session than this one."""
    found = []
    for parent, folders, _ in os.walk(top):
        found += [Path(parent) / name for name in folders if name.startswith(prefix)]
        folders[:] = [name for name in folders if not name.startswith(prefix)]
    return found


def find_cgroup_base(owner: ProcessOwner) -> Path | None:
    """The cgroup we are in, if we may make cgroups below it, move programs there and kill them. Tried, not guessed.

    The trial bears the instance's name: if we are killed in the middle, it goes with the other leftovers.
    """
    base = own_cgroup()
    if base is None or not os.access(base, os.W_OK):
        return None
    probe = base / f"{_prefix(owner)}{owner.instance_id}"
    try:
        probe.mkdir(exist_ok=True)
        return base if (probe / "cgroup.kill").exists() and _can_enter(probe) else None
    except OSError:
        return None
    finally:
        with contextlib.suppress(OSError):
            probe.rmdir()


def _can_enter(leaf: Path) -> bool:
    argv = ["/bin/sh", "-c", _ENTER, "sh", str(leaf), "/bin/sh", "-c", ":"]
    return subprocess.run(argv, check=False, stderr=subprocess.DEVNULL, env={}).returncode == 0


def own_cgroup() -> Path | None:
    mount = _cgroup2_mount()
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    own = next((line[3:] for line in lines if line.startswith("0::")), None)
    if mount is None or own is None:
        return None
    root, mount_point = mount
    inside = os.path.relpath(own, root)
    return None if inside.startswith("..") else mount_point / inside


def _mount_point() -> Path | None:
    mount = _cgroup2_mount()
    return mount and mount[1]


def _cgroup2_mount() -> tuple[str, Path] | None:
    """The part of the hierarchy that is mounted, and where."""
    try:
        lines = Path("/proc/self/mountinfo").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        fields, _, kind = line.partition(" - ")
        if kind.startswith("cgroup2 "):
            root, mount_point = fields.split()[3:5]
            return root, Path(mount_point.encode().decode("unicode_escape"))
    return None
