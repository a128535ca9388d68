"""What every declaration keeps to, so that an agent can be added without reading the rest."""

import pytest

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.agent_executor.declarations import KNOWN_AGENTS

EACH = pytest.mark.parametrize("agent", KNOWN_AGENTS, ids=lambda agent: agent.name)


@EACH
def test_it_says_what_a_user_needs(agent: AgentDeclaration) -> None:
    assert agent.install_hint
    assert agent.login_hint
    assert agent.description
    assert agent.co_author is not None
    assert agent.version_argv


@EACH
def test_its_programs_are_names_to_be_found_on_the_path(agent: AgentDeclaration) -> None:
    assert "/" not in agent.argv[0]
    assert agent.version_argv[0] == agent.argv[0]


@EACH
def test_files_are_below_home_and_keys_are_never_in_argv_or_fixed(agent: AgentDeclaration) -> None:
    files = (*agent.credential_files, *agent.config_files, *agent.home_files)
    assert all(not path.startswith(("/", "~")) and ".." not in path.split("/") for path in files)
    assert not set(agent.key_variables) & set(agent.environment)
    assert not any("KEY" in word for word in agent.argv)


def test_names_are_unique() -> None:
    names = [agent.name for agent in KNOWN_AGENTS]
    assert len(set(names)) == len(names)
    assert not {"demo", "custom"} & set(names)
