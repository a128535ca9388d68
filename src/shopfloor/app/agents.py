"""The agents there are, and the sandboxes they work in."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_keys import AgentKeys
from shopfloor.agent_executor.agent_states import AgentStates
from shopfloor.agent_executor.catalogue import AgentCatalogue, custom_agent, demo_agent
from shopfloor.agent_executor.declarations import KNOWN_AGENTS
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.agent_executor.version_probe import VersionProbe
from shopfloor.agents.offers import AgentOffers
from shopfloor.app.git_tools import GitTools
from shopfloor.app.state import State
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.home import Home
from shopfloor.process import Processes
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools
from shopfloor.sandbox_manager.sandbox_factory import LocalSandboxFactory
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.sandbox_manager.throwaway import Throwaway
from shopfloor.settings import Settings

_PERMISSION_MARGIN_SECONDS = 60.0
"""The desk's own limit comes first: it ends the wait with a state that can be resumed."""


@dataclass(frozen=True, slots=True)
class Agents:
    catalogue: AgentCatalogue
    executor: AgentExecutor
    states: AgentStates
    sandboxes: SandboxFactory
    offers: AgentOffers


def assemble_agents(
    stack: contextlib.AsyncExitStack,
    processes: Processes,
    state: State,
    tools: GitTools,
    settings: Settings,
    home: Home,
) -> Agents:
    custom = custom_agent(
        settings.custom_agent_command,
        key_variables=settings.custom_agent_keys,
        credential_files=settings.custom_agent_credentials,
    )
    catalogue = AgentCatalogue(
        [demo_agent(), *KNOWN_AGENTS, custom],
        search_path=settings.environment.get("PATH", os.defpath),
    )
    limits = AgentLimits(
        turn_seconds=settings.turn_seconds,
        turn_idle_seconds=settings.turn_idle_seconds,
        turn_output_bytes=settings.turn_output_bytes,
        permission_seconds=settings.permission_seconds + _PERMISSION_MARGIN_SECONDS,
    )
    sandboxes = LocalSandboxFactory(
        processes=processes,
        tools=WorkspaceTools(tools.git, tools.mirrors, Workspaces(tools.git), tools.commits),
        sandboxes=home.sandboxes,
        checkouts=home.checkouts,
        environment=settings.environment,
    )
    keys = AgentKeys(secrets=state.vault, environment=settings.agent_environment, redactor=state.redactor)
    user_home = settings.environment.get("HOME")
    lent_files = LentFiles(
        user_home=Path(user_home) if user_home else None,
        is_allowed=lambda: state.preferences.current.carry_agent_credentials,
        redactor=state.redactor,
    )
    versions = VersionProbe(Throwaway(processes, settings.environment).run)
    stack.push_async_callback(versions.close)
    states = AgentStates(catalogue=catalogue, keys=keys, lent_files=lent_files, versions=versions)
    executor = AgentExecutor(catalogue, limits, keys=keys, lent_files=lent_files)
    offers = AgentOffers(store=state.store, catalogue=catalogue, executor=executor, sandboxes=sandboxes)
    return Agents(catalogue, executor, states, sandboxes, offers)
