"""What nobody uses is ended; what somebody uses keeps its sandbox."""

import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import cast

import pytest
from tests.contract.sandbox.backends import AUTHOR

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import SandboxType
from shopfloor.previews.program_output import ProgramOutput
from shopfloor.previews.served_program import EndReason, ServedKind, ServedProgram
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.previews.target import PortFinder
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.sandbox_manager.fake_sandbox import FakeSandboxFactory
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxSpec
from shopfloor.visits.visits import Visits

ORDER = AgentWorkOrderId("wo-00000001")


class OneSandbox:
    """Visits of one sandbox, swept by hand."""

    def __init__(self, sandbox: AgentSandbox) -> None:
        self._sandbox = sandbox
        self._sweeps: list[Callable[[], None]] = []
        self.renewed = 0

    def before_sweep(self, sweep: Callable[[], None]) -> None:
        self._sweeps.append(sweep)

    def renew(self, order_id: AgentWorkOrderId) -> None:
        self.renewed += 1

    async def sandbox(self, order_id: AgentWorkOrderId) -> AgentSandbox:
        return self._sandbox

    def sweep(self) -> None:
        for sweep in self._sweeps:
            sweep()


@pytest.fixture
async def visits(tmp_path: Path) -> AsyncIterator[OneSandbox]:
    owner = ProcessOwner(tmp_path / "home", "now")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    spec = SandboxSpec(ORDER, SandboxType.GIT_WORKTREE, str(tmp_path / "repo"), "b", "main", None, AUTHOR)
    sandbox = FakeSandboxFactory(tmp_path / "sandboxes", processes, os.environ).create_sandbox(spec)
    await sandbox.setup()
    yield OneSandbox(sandbox)
    await processes.close()


async def sleeping(sandbox: AgentSandbox) -> ServedProgram:
    process = await sandbox.spawn(["sleep", "600"], visitor=True)
    output = ProgramOutput(str)
    finder = PortFinder(process, output, wanted=None, offered=None)
    return ServedProgram(
        kind=ServedKind.PREVIEW, order_id=ORDER, command="sleep", process=process, output=output, finder=finder
    )


async def test_in_use_it_stays_unused_it_ends(visits: OneSandbox) -> None:
    programs = ServedPrograms(visits=cast(Visits, visits), idle_seconds=0.05)
    program = await programs.start(ServedKind.PREVIEW, ORDER, sleeping)
    with program.connection():
        time.sleep(0.1)
        visits.sweep()
        assert (visits.renewed, program.is_alive) == (1, True)
    followed = program.follow(pulse_seconds=60)
    await anext(followed)
    time.sleep(0.1)
    visits.sweep()
    assert (visits.renewed, program.is_alive) == (2, True)
    await followed.aclose()
    time.sleep(0.1)
    visits.sweep()
    await program.gone.wait()
    assert (visits.renewed, program.end_reason) == (2, EndReason.IDLE)
    again = await programs.start(ServedKind.PREVIEW, ORDER, sleeping)
    assert again.label != program.label
    assert programs.by_label(program.label) is None
    await programs.close_all()
    assert again.end_reason is EndReason.STOPPED
