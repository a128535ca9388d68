"""Gives all tests of one agent to one worker: they share its program, which takes seconds to start."""

import re

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]

_AGENTS_TEST = re.compile(r"tests/contract/agents/\w+\.py::\w+\[(\w+)")


class AgentScheduling(LoadGroupScheduling):  # type: ignore[misc]
    def _split_scope(self, nodeid: str) -> str:
        of_agent = _AGENTS_TEST.search(nodeid)
        return f"agent-{of_agent[1]}" if of_agent else str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> AgentScheduling | None:
    return AgentScheduling(config, log) if config.getvalue("dist") == "loadgroup" else None
