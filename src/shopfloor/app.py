"""The composition root: the only place that chooses concrete classes and puts them together."""

import contextlib
import os
import uuid
from collections.abc import AsyncIterator, Mapping
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
from shopfloor.api.services import Services
from shopfloor.board.execution import TaskExecution
from shopfloor.board.keeper import BoardKeeper
from shopfloor.board.service import Board
from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.events import BoardNotice
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RepositoryKey, TaskId
from shopfloor.domain.project import Project
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.event_journal.conversations import Conversations
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.log_files import LogFiles
from shopfloor.forge.forge_protocol import Forge, IssueTracker
from shopfloor.forge.forge_registry import ForgeRegistry
from shopfloor.forge.local_forge import LocalForge
from shopfloor.forge.plain_remote import PlainRemote
from shopfloor.forge.review_protocol import ReviewDesk
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.history import History
from shopfloor.git_operations.identity import Identities
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.git_operations.pending_changes import PendingChanges
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.seeding import seed_repository
from shopfloor.git_operations.trees import Trees
from shopfloor.git_operations.workspace import Workspaces
from shopfloor.github_integration.assembly import GitHub, GitHubOptions, connect_github
from shopfloor.github_integration.git_access import GitHubAccess
from shopfloor.github_integration.github_forge import GitHubForge
from shopfloor.github_integration.hosts import GitHubHosts
from shopfloor.github_integration.issues import GitHubIssues
from shopfloor.github_integration.reviews import GitHubReviews
from shopfloor.github_integration.service import GitHubService
from shopfloor.home import Home
from shopfloor.observability.event_log import log_events
from shopfloor.preferences.preferences import Preferences
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.projects.service import Projects
from shopfloor.repositories.service import Repositories
from shopfloor.sandbox_manager.order_workspace import WorkspaceTools
from shopfloor.sandbox_manager.sandbox_factory import LocalSandboxFactory
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.sandbox_manager.throwaway import Throwaway
from shopfloor.settings import Settings
from shopfloor.small_model.chat import SmallModelChat
from shopfloor.small_model.namer import Namer
from shopfloor.state_manager.clock import utc_now
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.pull_requests import SqlPullRequestStore
from shopfloor.state_manager.store import Store
from shopfloor.vault.key import key_from_file, key_from_text
from shopfloor.vault.vault import Vault
from shopfloor.visits.files import SandboxFiles
from shopfloor.visits.hand_commits import HandCommits
from shopfloor.visits.terminals import Terminals
from shopfloor.visits.visits import Visits
from shopfloor.visits.watching import FileWatch
from shopfloor.webhooks.clerk import Clerk
from shopfloor.webhooks.closing import Closing
from shopfloor.webhooks.doorkeeper import Doorkeeper
from shopfloor.webhooks.inbox import WebhookInbox
from shopfloor.webhooks.reception import Reception
from shopfloor.webhooks.replies import ReplyKeeper
from shopfloor.work_orders.branches import Branches
from shopfloor.work_orders.chat import Chat
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders
from shopfloor.work_orders.views import WorkOrderViews
from shopfloor.workflow_engine.delivery import Delivery
from shopfloor.workflow_engine.description import PullRequestDescription
from shopfloor.workflow_engine.dispatcher import Dispatcher, QueueLimits
from shopfloor.workflow_engine.durable_engine import DbosEngine, DurableEngine
from shopfloor.workflow_engine.ground import GroundFinder
from shopfloor.workflow_engine.housekeeping import Housekeeper
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.patience import Patience
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.publishing import Publisher
from shopfloor.workflow_engine.recap import RecapWriter
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.run_conductor import RunConductor
from shopfloor.workflow_engine.stop_board import StopBoard
from shopfloor.workflow_engine.turn_taker import TurnTaker
from shopfloor.workflow_engine.workbench import WorkbenchMaker

_PERMISSION_MARGIN_SECONDS = 60.0
"""The desk's own limit comes first: it ends the wait with a state that can be resumed."""


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
async def open_floor(settings: Settings, *, url: str, with_worker: bool, redactor: Redactor) -> AsyncIterator[Floor]:
    """A floor ready for work. Without a worker it answers, but carries nothing out.

    The redactor is the log's too, so that secrets users give later do not show up there either.
    """
    async with contextlib.AsyncExitStack() as stack:
        home = Home(settings.home)
        worker_id = f"worker-{uuid.uuid4().hex[:12]}"
        processes = await _open_processes(stack, settings, worker_id)
        state = await _open_state(stack, settings, redactor)
        github = _github(stack, processes, settings, state)
        rules = _repository_rules(settings, github, home)
        tools = _git_tools(processes, settings, home, github, rules)
        agents = _agents(stack, processes, state, tools, settings, home)
        stack.push_async_callback(agents.offers.close)
        outlets = _outlets(state, tools, github, url)
        naming = _naming(stack, state, tools, settings)
        workshop = _workshop(stack, state, tools, agents, outlets, naming, settings, home, worker_id)
        if with_worker:
            await _start_work(stack, state, workshop)
        services = _services(settings, state, tools, agents, outlets, workshop, github, rules)
        services.visits.start()
        stack.push_async_callback(services.visits.stop)
        stack.push_async_callback(services.terminals.close_all)
        if with_worker:
            await _keep_board(stack, state, services)
            await _keep_webhooks(stack, state, outlets, services)
        yield Floor(home, services, state.hub, tools.git)


@dataclass(frozen=True, slots=True)
class _State:
    redactor: Redactor
    hub: JournalHub
    store: Store
    journal: Journal
    log_files: LogFiles
    preferences: Preferences
    vault: Vault


@dataclass(frozen=True, slots=True)
class _GitTools:
    git: Git
    mirrors: MirrorCache
    history: History
    commits: Commits


@dataclass(frozen=True, slots=True)
class _Agents:
    catalogue: AgentCatalogue
    executor: AgentExecutor
    states: AgentStates
    sandboxes: SandboxFactory
    offers: AgentOffers


@dataclass(frozen=True, slots=True)
class _Outlets:
    forge: Forge
    issues: IssueTracker
    reviews: ReviewDesk


@dataclass(frozen=True, slots=True)
class _Workshop:
    """What carries runs out."""

    workbenches: WorkbenchMaker
    delivery: Delivery
    permissions: PermissionDesk
    stops: StopBoard
    naming: NamingDesk
    engine: DurableEngine
    dispatcher: Dispatcher
    conductor: RunConductor
    housekeeper: Housekeeper


async def _open_processes(stack: contextlib.AsyncExitStack, settings: Settings, worker_id: str) -> Processes:
    """First of all what a dead server left running is ended: nothing may write while we look at what is there."""
    owner = ProcessOwner(settings.home, worker_id)
    processes = Processes(owner=owner, containment=detect_containment(owner))
    stack.push_async_callback(processes.close)
    await processes.end_leftovers()
    return processes


async def _open_state(stack: contextlib.AsyncExitStack, settings: Settings, redactor: Redactor) -> _State:
    hub = JournalHub()
    hub.attach(log_events)
    database = Database(settings.effective_database_url)
    stack.push_async_callback(database.close)
    await database.migrate()
    store = Store(database, hub, redactor=redactor)
    log_files = LogFiles(settings.home / "logs", store)
    journal = Journal(store, hub, log_files)
    stack.push_async_callback(journal.close)
    preferences = Preferences(store=store, settings=settings)
    await preferences.load()
    vault = Vault(store=store, redactor=redactor, key=lambda: _vault_key(settings))
    await vault.load()
    return _State(redactor, hub, store, journal, log_files, preferences, vault)


def _vault_key(settings: Settings) -> bytes:
    if settings.secret_key:
        return key_from_text(settings.secret_key)
    return key_from_file(Home(settings.home).secret_key)


def _github(stack: contextlib.AsyncExitStack, processes: Processes, settings: Settings, state: _State) -> GitHub:
    options = GitHubOptions(
        hosts=GitHubHosts(settings.github_hosts),
        app_id=settings.github_app_id,
        app_private_key=settings.github_app_private_key,
        tokens=settings.forge_tokens,
        environment=settings.environment,
        retry_delay_seconds=settings.retry_delay_seconds / 2,
    )
    github = connect_github(
        options, store=state.store, secrets=state.vault, processes=processes, redactor=state.redactor
    )
    stack.push_async_callback(github.api.close)
    return github


def _repository_rules(settings: Settings, github: GitHub, home: Home) -> RepositoryRules:
    chosen = settings.allow_local_repositories
    return RepositoryRules(
        default_host_url=github.hosts.default.web_url,
        allows_local=settings.is_loopback if chosen is None else chosen,
        always_local=(home.demo,),
        private_hosts=frozenset({*settings.allowed_private_hosts, *(host.name for host in github.hosts.all)}),
        ssh_hosts=frozenset(host.bare_name for host in github.hosts.all),
    )


def _git_tools(
    processes: Processes, settings: Settings, home: Home, github: GitHub, rules: RepositoryRules
) -> _GitTools:
    access = GitHubAccess(github.hosts, github.client.credentials, rules)
    git = Git(processes, settings.environment, access)
    return _GitTools(git, MirrorCache(git, home.mirrors), History(git), Commits(git))


def _agents(
    stack: contextlib.AsyncExitStack,
    processes: Processes,
    state: _State,
    tools: _GitTools,
    settings: Settings,
    home: Home,
) -> _Agents:
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
    return _Agents(catalogue, executor, states, sandboxes, offers)


def _outlets(state: _State, tools: _GitTools, github: GitHub, url: str) -> _Outlets:
    def local_url(key: RepositoryKey, number: int) -> str:
        return f"{url}/pull-requests/{key}/{number}"

    forge = ForgeRegistry(
        local=LocalForge(tools.git, SqlPullRequestStore(state.store), local_url, utc_now),
        hosted=[GitHubForge(github.client, github.hosts, utc_now)],
        elsewhere=PlainRemote(tools.git, utc_now),
    )
    issues = GitHubIssues(github.client, github.hosts)
    return _Outlets(forge, issues, GitHubReviews(github.client, github.hosts, issues))


def _naming(stack: contextlib.AsyncExitStack, state: _State, tools: _GitTools, settings: Settings) -> NamingDesk:
    async def key() -> str | None:
        return await state.vault.find("naming_api_key") or settings.naming_api_key

    if settings.naming_api_key:
        state.redactor.learn(settings.naming_api_key)
    namer = Namer(
        chat=SmallModelChat(),
        endpoint=lambda: state.preferences.current.naming,
        key=key,
        redactor=state.redactor,
    )
    naming = NamingDesk(namer=namer, store=state.store, changes=PendingChanges(tools.git))
    stack.push_async_callback(naming.close)
    return naming


def _workshop(
    stack: contextlib.AsyncExitStack,
    state: _State,
    tools: _GitTools,
    agents: _Agents,
    outlets: _Outlets,
    naming: NamingDesk,
    settings: Settings,
    home: Home,
    worker_id: str,
) -> _Workshop:
    store, journal = state.store, state.journal
    workbenches = _workbenches(state, tools, agents, outlets, naming)
    rule = RetryRule(settings.turn_attempts, settings.retry_delay_seconds)
    patience = Patience(store=store, rule=rule)
    delivery = _delivery(state, tools, outlets, patience)
    issues = IssueDesk(
        store=store,
        issues=outlets.issues,
        patience=patience,
        redactor=state.redactor,
        comments=lambda: state.preferences.current.comment_on_issues,
        order_url=lambda order_id: _order_url(settings, order_id),
    )
    description = PullRequestDescription(
        history=tools.history,
        mirrors=tools.mirrors,
        forge=outlets.forge,
        naming=naming,
        closes_issues=lambda: state.preferences.current.close_issues,
    )
    stack.push_async_callback(description.close)
    permissions = PermissionDesk(store=store, journal=journal, seconds=settings.permission_seconds)
    stops = StopBoard()
    turns = TurnTaker(
        store=store,
        journal=journal,
        hub=state.hub,
        redactor=state.redactor,
        recaps=RecapWriter(store=store, history=tools.history, redactor=state.redactor),
        delivery=delivery,
        workbenches=workbenches,
        permissions=permissions,
        retry_rule=rule,
        naming=naming,
        issues=issues,
    )
    engine = DbosEngine(worker_id=worker_id, database_url=settings.database_url or home.engine_database_url)
    housekeeper = Housekeeper(store=store, mirrors=tools.mirrors, workbenches=workbenches, sandboxes=home.sandboxes)

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
        description=description,
        issues=issues,
        on_run_ended=run_ended,
    )
    dispatcher = Dispatcher(
        store=store,
        engine=engine,
        worker_id=worker_id,
        limits=lambda: _queue_limits(state.preferences),
        give_up=conductor.finish,
    )
    return _Workshop(workbenches, delivery, permissions, stops, naming, engine, dispatcher, conductor, housekeeper)


def _delivery(state: _State, tools: _GitTools, outlets: _Outlets, patience: Patience) -> Delivery:
    publisher = Publisher(
        store=state.store,
        commits=tools.commits,
        history=tools.history,
        forge=outlets.forge,
        patience=patience,
        closes_issues=lambda: state.preferences.current.close_issues,
    )
    return Delivery(commits=tools.commits, history=tools.history, mirrors=tools.mirrors, publisher=publisher)


def _workbenches(
    state: _State, tools: _GitTools, agents: _Agents, outlets: _Outlets, naming: NamingDesk
) -> WorkbenchMaker:
    ground_finder = GroundFinder(
        store=state.store,
        mirrors=tools.mirrors,
        local_repositories=LocalRepositories(tools.git),
        identities=Identities(tools.git),
        preferred_author=lambda: _preferred_author(state.preferences),
        naming=naming,
        author_there=outlets.forge.author,
    )
    return WorkbenchMaker(
        store=state.store,
        ground_finder=ground_finder,
        mirrors=tools.mirrors,
        sandboxes=agents.sandboxes,
        catalogue=agents.catalogue,
        executor=agents.executor,
        note_options=agents.offers.note,
    )


async def _start_work(stack: contextlib.AsyncExitStack, state: _State, workshop: _Workshop) -> None:
    await state.log_files.start()
    stack.push_async_callback(state.log_files.close)
    stack.push_async_callback(workshop.housekeeper.close)
    await workshop.engine.launch(workshop.conductor)
    stack.push_async_callback(workshop.engine.close)
    stack.push_async_callback(workshop.conductor.close)
    await workshop.dispatcher.start()
    stack.push_async_callback(workshop.dispatcher.stop)
    workshop.housekeeper.start()


async def _keep_board(stack: contextlib.AsyncExitStack, state: _State, services: Services) -> None:
    keeper = BoardKeeper(services.execution)
    state.hub.attach(keeper.look_at)
    await keeper.start()
    stack.push_async_callback(keeper.stop)


async def _keep_webhooks(
    stack: contextlib.AsyncExitStack, state: _State, outlets: _Outlets, services: Services
) -> None:
    keeper = ReplyKeeper(store=state.store, reviews=outlets.reviews)
    state.hub.attach(keeper.look_at)
    for part in (services.webhooks, keeper):
        await part.start()
        stack.push_async_callback(part.stop)


def _services(
    settings: Settings,
    state: _State,
    tools: _GitTools,
    agents: _Agents,
    outlets: _Outlets,
    workshop: _Workshop,
    github: GitHub,
    rules: RepositoryRules,
) -> Services:
    work_orders = WorkOrders(
        store=state.store,
        preferences=state.preferences,
        catalogue=agents.catalogue,
        offers=agents.offers,
        sandboxes=agents.sandboxes,
        workbenches=workshop.workbenches,
        stops=workshop.stops,
        naming=workshop.naming,
        wake_dispatcher=workshop.dispatcher.wake,
        rules=rules,
    )
    views = WorkOrderViews(
        store=state.store,
        history=tools.history,
        mirrors=tools.mirrors,
        pull_request_url=outlets.forge.pull_request_url,
    )
    prompts = Prompts(store=state.store, preferences=state.preferences, wake_dispatcher=workshop.dispatcher.wake)

    pull_requests = PullRequests(orders=work_orders, forge=outlets.forge, journal=state.journal)
    chat = Chat(
        orders=work_orders,
        prompts=prompts,
        pull_requests=pull_requests,
        branches=Branches(
            store=state.store, mirrors=tools.mirrors, commits=tools.commits, workbenches=workshop.workbenches
        ),
        journal=state.journal,
    )

    def card_changed(project_id: ProjectId, task_id: TaskId) -> None:
        state.hub.publish_notice(BoardNotice(project_id, task_id))

    async def check_choices(project: Project) -> None:
        await agents.offers.require(project.agent or state.preferences.current.default_agent, project.choices)

    closing = Closing(store=state.store, workbenches=workshop.workbenches, card_changed=card_changed)
    clerk = Clerk(
        store=state.store,
        work_orders=work_orders,
        prompts=prompts,
        forge=outlets.forge,
        reviews=outlets.reviews,
        closing=closing,
    )
    visits = Visits(store=state.store, workbenches=workshop.workbenches)
    return Services(
        settings=settings,
        store=state.store,
        journal=state.journal,
        work_orders=work_orders,
        views=views,
        prompts=prompts,
        conversations=Conversations(store=state.store),
        pull_requests=pull_requests,
        chat=chat,
        permissions=workshop.permissions,
        projects=Projects(store=state.store, check_choices=check_choices, rules=rules),
        board=Board(store=state.store, on_change=card_changed),
        visits=visits,
        files=SandboxFiles(visits=visits, sensitive=settings.sensitive_files, size_limit=settings.file_size_limit),
        file_watch=FileWatch(visits=visits),
        terminals=Terminals(visits=visits, shell=_shell(settings)),
        hand_commits=HandCommits(
            store=state.store,
            journal=state.journal,
            visits=visits,
            workbenches=workshop.workbenches,
            delivery=workshop.delivery,
        ),
        execution=TaskExecution(store=state.store, work_orders=work_orders, prompts=prompts, on_change=card_changed),
        repositories=Repositories(store=state.store, mirrors=tools.mirrors, trees=Trees(tools.git), rules=rules),
        preferences=state.preferences,
        catalogue=agents.catalogue,
        offers=agents.offers,
        agents=agents.states,
        sandboxes=agents.sandboxes,
        forge=outlets.forge,
        vault=state.vault,
        repository_rules=rules,
        github=GitHubService(client=github.client, hosts=github.hosts, issues=outlets.issues),
        webhooks=Reception(
            doorkeeper=Doorkeeper(vault=state.vault, setting=settings.github_webhook_secret),
            inbox=WebhookInbox(store=state.store, clerk=clerk),
        ),
    )


def _shell(settings: Settings) -> list[str]:
    """As a login shell would be, but with the sandbox's own HOME; a plain one where the wanted one is missing."""
    wanted = settings.terminal_shell
    return [wanted, "-i"] if Path(wanted).exists() else ["/bin/sh", "-i"]


def _queue_limits(preferences: Preferences) -> QueueLimits:
    current = preferences.current
    return QueueLimits(current.max_running_orders, current.max_running_orders_per_repository)


def _order_url(settings: Settings, order_id: AgentWorkOrderId) -> str | None:
    """Only where others can reach it: a link to one's own machine means nothing to them."""
    return f"{settings.public_url.rstrip('/')}/orders/{order_id}" if settings.public_url else None


def _preferred_author(preferences: Preferences) -> Author | None:
    name, email = preferences.current.author_name, preferences.current.author_email
    return Author(name, email) if name and email else None
