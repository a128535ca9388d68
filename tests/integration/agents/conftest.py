import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import AgentFloor, FolderSandbox

from shopfloor.process import Processes, ProcessOwner, detect_containment


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[AgentFloor]:
    owner = ProcessOwner(tmp_path, f"test-{os.getpid()}")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    workspace, home = tmp_path / "workspace", tmp_path / "home"
    workspace.mkdir()
    home.mkdir()
    yield AgentFloor(processes, tmp_path, FolderSandbox(processes, str(workspace), str(home)))
    await processes.close()
