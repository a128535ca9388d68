from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.agents.agent_floor import AgentFloor, agent_floor


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[AgentFloor]:
    async with agent_floor(tmp_path) as made:
        yield made
