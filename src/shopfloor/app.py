"""The composition root: the only place that chooses concrete classes and puts them together."""

import contextlib
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.catalogue import AgentCatalogue, custom_agent, demo_agent
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.api.services import Services
from shopfloor.command_loader.command_loader import CommandLoader
from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import Author
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.log_files import LogFiles
from shopfloor.forge.local_forge import LocalForge
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.history import History
from shopfloor.git_operations.identity import Identities
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.home import Home
from shopfloor.preferences.preferences import Preferences
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.projects.service import Projects
from shopfloor.sandbox_manager.sandbox_factory import LocalSandboxFactory
from shopfloor.settings import Settings
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.pull_requests import SqlPullRequestStore
from shopfloor.state_manager.store import Store
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders
from shopfloor.work_orders.views import WorkOrderViews
from shopfloor.workflow_engine.delivery import Delivery
from shopfloor.workflow_engine.dispatcher import Dispatcher, QueueLimits
from shopfloor.workflow_engine.durable_engine import DbosEngine
from shopfloor.workflow_engine.ground import GroundFinder
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.run_conductor import RunConductor
from shopfloor.workflow_engine.stop_board import StopBoard
from shopfloor.workflow_engine.turn_taker import RetryRule, TurnTaker
from shopfloor.workflow_engine.workbench import WorkbenchMaker


@dataclass(frozen=True, slots=True)
class Floor:
    """Everything that runs, put together."""

    home: Home
    services: Services
    hub: JournalHub
    git: Git

    def end_streams(self) -> None:
        """Clients that follow are told to come back: they would hold up the shutdown."""
        self.hub.close()

    async def seed_repository(self, path: Path, files: Mapping[str, str], author: Author) -> None:
        """A small repository with one commit, for the demo. One that is there is left alone."""
        from shopfloor.git_operations.seeding import seed_repository

        await seed_repository(self.git, path, files, author)
