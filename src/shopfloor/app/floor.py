"""A floor, ready for work."""

import contextlib
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopfloor.api.services import Services
from shopfloor.app.agents import assemble_agents
from shopfloor.app.board import issue_keeper, keep_board
from shopfloor.app.engine import make_engine
from shopfloor.app.git_tools import git_tools
from shopfloor.app.github import open_github, repository_rules
from shopfloor.app.naming import assemble_naming
from shopfloor.app.outlets import assemble_outlets
from shopfloor.app.parts import Parts
from shopfloor.app.services import assemble_services
from shopfloor.app.state import open_state
from shopfloor.app.webhooks import keep_webhooks
from shopfloor.app.workshop import assemble_workshop, start_work
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import Author
from shopfloor.event_journal.hub import JournalHub
from shopfloor.git_operations.runner import Git
from shopfloor.git_operations.seeding import seed_repository
from shopfloor.home import Home
from shopfloor.process import Processes, ProcessOwner, detect_containment
from shopfloor.sandbox_manager.scratch_place import clear_scratch
from shopfloor.settings import Settings


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
        state = await open_state(stack, settings, redactor)
        github = open_github(stack, processes, settings, state)
        rules = repository_rules(settings, github, home)
        tools = git_tools(processes, settings, home, github, rules)
        agents = assemble_agents(stack, processes, state, tools, settings, home)
        stack.push_async_callback(agents.offers.close)
        outlets = assemble_outlets(state, tools, github, url)
        naming = assemble_naming(stack, state, tools, settings)
        workshop = assemble_workshop(stack, state, tools, agents, outlets, naming, settings, home, worker_id)
        if with_worker:
            await clear_scratch(home.scratch, processes)
            await clear_scratch(home.sockets, processes)
            await start_work(stack, state, workshop, make_engine(settings, home, worker_id))
        issues = issue_keeper(state, outlets)
        services = assemble_services(Parts(settings, state, tools, agents, outlets, workshop, github, rules, issues))
        services.visits.start()
        stack.push_async_callback(services.visits.stop)
        stack.push_async_callback(services.terminals.close_all)
        stack.push_async_callback(services.served.close_all)
        if with_worker:
            await keep_board(stack, state, services, issues)
            await keep_webhooks(stack, state, outlets, services)
        yield Floor(home, services, state.hub, tools.git)


async def _open_processes(stack: contextlib.AsyncExitStack, settings: Settings, worker_id: str) -> Processes:
    """First of all what a dead server left running is ended: nothing may write while we look at what is there."""
    owner = ProcessOwner(settings.home, worker_id)
    processes = Processes(owner=owner, containment=detect_containment(owner))
    stack.push_async_callback(processes.close)
    await processes.end_leftovers()
    return processes
