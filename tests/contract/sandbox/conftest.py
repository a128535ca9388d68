import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.contract.sandbox.backends import BACKENDS, Backend, make_checkout, open_backend

from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[Processes]:
    owner = ProcessOwner(tmp_path / "home", "now")
    made = Processes(owner=owner, containment=detect_containment(owner))
    yield made
    await made.close()


@pytest.fixture(params=BACKENDS)
async def backend(request: pytest.FixtureRequest, tmp_path: Path, processes: Processes) -> Backend:
    home = tmp_path / "home"
    home.mkdir()
    repository = make_checkout(tmp_path / "their repo")
    environment = {**os.environ, "SSH_AUTH_SOCK": "/secret", "GITHUB_TOKEN": "secret"}
    return await open_backend(str(request.param), home, processes, environment, repository)


@pytest.fixture
async def sandbox(backend: Backend) -> AgentSandbox:
    made = backend.make(backend.spec())
    await made.setup()
    return made
