"""The composition root: the only place that chooses concrete classes and puts them together."""

import contextlib
import os
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.catalogue import AgentCatalogue, custom_agent, demo_agent
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.api.services import Services
from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkOrder, Author
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
from shopfloor.git_operations.seeding import seed_repository
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.home import Home
from shopfloor.preferences.preferences import Preferences
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.projects.service import Projects
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools
from shopfloor.sandbox_manager.sandbox_factory import LocalSandboxFactory
from shopfloor.settings import Settings
from shopfloor.state_manager.clock import utc_now
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
from shopfloor.workflow_engine.housekeeping import Housekeeper
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
        await seed_repository(self.git, path, files, author)


@contextlib.asynccontextmanager
async def open_floor(settings: Settings, *, url: str, with_worker: bool) -> AsyncIterator[Floor]:
    """A floor ready for work. Without a worker it answers, but carries nothing out."""
    async with contextlib.AsyncExitStack() as stack:
        home = Home(settings.home)
        worker_id = f"worker-{uuid.uuid4().hex[:12]}"
        redactor = Redactor([settings.api_key] if settings.api_key else [])

        owner = ProcessOwner(settings.home, worker_id)
        processes = Processes(owner=owner, containment=detect_containment(owner))
        stack.push_async_callback(processes.close)
        await processes.end_leftovers()

        hub = JournalHub()
        database = Database(settings.effective_database_url)
        stack.push_async_callback(database.close)
        await database.migrate()
        store = Store(database, hub, redactor=redactor)
        log_files = LogFiles(home.logs, store)
        journal = Journal(store, hub, log_files)
        stack.push_async_callback(journal.close)
        preferences = Preferences(store=store, settings=settings)
        await preferences.load()

        git = Git(processes, settings.environment)
        mirrors = MirrorCache(git, home.mirrors)
        history = History(git)
        commits = Commits(git)
        local_repositories = LocalRepositories(git)

        def pull_request_url(key: RepositoryKey, number: int) -> str:
            return f"{url}/pull-requests/{key}/{number}"

        forge = LocalForge(git, SqlPullRequestStore(store), pull_request_url, utc_now)
        sandboxes = LocalSandboxFactory(
            processes=processes,
            tools=WorkspaceTools(git, mirrors, Workspaces(git), commits),
            sandboxes=home.sandboxes,
            checkouts=home.checkouts,
            environment=settings.environment,
        )
        catalogue = AgentCatalogue(
            [demo_agent(), custom_agent(settings.custom_agent_command)],
            search_path=settings.environment.get("PATH", os.defpath),
        )
        executor = AgentExecutor(catalogue, _agent_limits(settings))

        ground_finder = GroundFinder(
            store=store,
            journal=journal,
            mirrors=mirrors,
            local_repositories=local_repositories,
            identities=Identities(git),
            preferred_author=lambda: _preferred_author(preferences),
        )
        workbenches = WorkbenchMaker(
            store=store,
            journal=journal,
            ground_finder=ground_finder,
            mirrors=mirrors,
            sandboxes=sandboxes,
            catalogue=catalogue,
            executor=executor,
        )
        delivery = Delivery(
            store=store, journal=journal, commits=commits, history=history, mirrors=mirrors, forge=forge
        )
        permissions = PermissionDesk(store=store, journal=journal, seconds=settings.permission_seconds)
        stops = StopBoard()
        turns = TurnTaker(
            store=store,
            journal=journal,
            hub=hub,
            redactor=redactor,
            history=history,
            delivery=delivery,
            workbenches=workbenches,
            permissions=permissions,
            retry_rule=RetryRule(settings.turn_attempts, settings.retry_delay_seconds),
        )
        engine = DbosEngine(worker_id=worker_id, database_url=settings.database_url or home.engine_database_url)
        dispatcher = Dispatcher(
            store=store, engine=engine, worker_id=worker_id, limits=lambda: _queue_limits(preferences)
        )
        housekeeper = Housekeeper(store=store, mirrors=mirrors, workbenches=workbenches, sandboxes=home.sandboxes)

        def run_ended(order: AgentWorkOrder) -> None:
            dispatcher.wake()
            housekeeper.run_ended(order)

        conductor = RunConductor(
            store=store,
            journal=journal,
            stops=stops,
            workbenches=workbenches,
            turns=turns,
            delivery=delivery,
            on_run_ended=run_ended,
        )
        work_orders = WorkOrders(
            store=store,
            preferences=preferences,
            catalogue=catalogue,
            sandboxes=sandboxes,
            workbenches=workbenches,
            stops=stops,
            wake_dispatcher=dispatcher.wake,
        )
        services = Services(
            settings=settings,
            store=store,
            journal=journal,
            work_orders=work_orders,
            views=WorkOrderViews(store=store, history=history, mirrors=mirrors, pull_request_url=pull_request_url),
            pull_requests=PullRequests(orders=work_orders, forge=forge, journal=journal),
            permissions=permissions,
            projects=Projects(store=store),
            preferences=preferences,
            catalogue=catalogue,
            forge=forge,
        )
        if with_worker:
            await log_files.start()
            stack.push_async_callback(log_files.close)
            stack.push_async_callback(housekeeper.close)
            await engine.launch(conductor)
            stack.push_async_callback(engine.close)
            stack.push_async_callback(conductor.close)
            await dispatcher.start()
            housekeeper.start()
            stack.push_async_callback(dispatcher.stop)
        yield Floor(home, services, hub, git)


def _agent_limits(settings: Settings) -> AgentLimits:
    return AgentLimits(
        turn_seconds=settings.turn_seconds,
        turn_idle_seconds=settings.turn_idle_seconds,
        permission_seconds=settings.permission_seconds + 60,
    )


def _queue_limits(preferences: Preferences) -> QueueLimits:
    current = preferences.current
    return QueueLimits(current.max_running_orders, current.max_running_orders_per_repository)


def _preferred_author(preferences: Preferences) -> Author | None:
    name, email = preferences.current.author_name, preferences.current.author_email
    return Author(name, email) if name and email else None
