"""The spawner over every containment and both ways of running commands and of learning of an exit."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from tests.integration.process.witness import Witness

from shopfloor.process import Containment, Processes, ProcessOwner, base_environment, detect_containment
from shopfloor.process.cgroup_containment import CgroupContainment, find_cgroup_base
from shopfloor.process.portable_containment import PortableContainment
from shopfloor.process.process_table import ProcFilesystem, Psutil

MakeProcesses = Callable[[str], Processes]

CONTAINMENTS = ("cgroup", "marks-in-proc", "marks-by-psutil")


def containment_named(name: str, owner: ProcessOwner) -> Containment:
    if name == "marks-by-psutil":
        return PortableContainment(owner, Psutil())
    if not Path("/proc/self/environ").exists():
        pytest.skip(f"{name} needs Linux's /proc")
    portable = PortableContainment(owner, ProcFilesystem())
    if name == "marks-in-proc":
        return portable
    base = find_cgroup_base(owner)
    if base is None:
        pytest.skip("this user may not make version 2 cgroups on this machine")
    return CgroupContainment(owner, base, portable)


@pytest.fixture(params=CONTAINMENTS)
def containment_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
async def make_processes(containment_name: str, home: Path) -> AsyncIterator[MakeProcesses]:
    made: list[Processes] = []

    def make(instance_id: str) -> Processes:
        owner = ProcessOwner(home, instance_id)
        is_portable = containment_name == "marks-by-psutil"
        made.append(
            Processes(owner=owner, containment=containment_named(containment_name, owner), is_portable=is_portable)
        )
        return made[-1]

    yield make
    for processes in made:
        await processes.close()


@pytest.fixture
def contained(make_processes: MakeProcesses) -> Processes:
    """Once for each containment."""
    return make_processes("now")


@pytest.fixture
async def processes(home: Path) -> AsyncIterator[Processes]:
    """What this machine would use."""
    owner = ProcessOwner(home, "now")
    made = Processes(owner=owner, containment=detect_containment(owner))
    yield made
    await made.close()


@pytest.fixture
def environment() -> dict[str, str]:
    return base_environment(os.environ)


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    made = Witness(tmp_path)
    yield made
    made.close()
