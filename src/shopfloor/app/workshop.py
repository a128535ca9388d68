"""What carries runs out."""

import contextlib
from dataclasses import dataclass

from shopfloor.app.agents import Agents
from shopfloor.app.desks import Desks, assemble_desks
from shopfloor.app.git_tools import GitTools
from shopfloor.app.outlets import Outlets
from shopfloor.app.reviews import assemble_reviews
from shopfloor.app.state import State
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.git_operations.identity import Identities
from shopfloor.git_operations.local_repository import LocalRepositories
from shopfloor.home import Home
from shopfloor.preferences.preferences import Preferences
from shopfloor.settings import Settings
from shopfloor.workflow_engine.delivery import Delivery
from shopfloor.workflow_engine.description import PullRequestDescription
from shopfloor.workflow_engine.dialogue import Dialogue
from shopfloor.workflow_engine.dispatcher import Dispatcher, QueueLimits
from shopfloor.workflow_engine.durable_engine import DurableEngine
from shopfloor.workflow_engine.ground import GroundFinder
from shopfloor.workflow_engine.housekeeping import Housekeeper
from shopfloor.workflow_engine.late_publishing import LatePublishing
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.project_secrets import ProjectSecrets
from shopfloor.workflow_engine.publishing import Publisher
from shopfloor.workflow_engine.recap import RecapWriter
from shopfloor.workflow_engine.run_conductor import RunConductor
from shopfloor.workflow_engine.turn_prompt import PromptWriter
from shopfloor.workflow_engine.turn_taker import TurnTaker
from shopfloor.workflow_engine.workbench import WorkbenchMaker


@dataclass(frozen=True, slots=True)
class Workshop:
    """What carries runs out."""

    workbenches: WorkbenchMaker
    delivery: Delivery
    desks: Desks
    naming: NamingDesk
    dispatcher: Dispatcher
    conductor: RunConductor
    housekeeper: Housekeeper


def assemble_workshop(
    stack: contextlib.AsyncExitStack,
    state: State,
    tools: GitTools,
    agents: Agents,
    outlets: Outlets,
    naming: NamingDesk,
    settings: Settings,
    home: Home,
    worker_id: str,
) -> Workshop:
    desks = assemble_desks(state, outlets, settings)
    workbenches = _workbenches(state, tools, agents, outlets, naming)
    delivery = _delivery(stack, state, tools, outlets, desks)
    housekeeper = Housekeeper(
        store=state.store, mirrors=tools.mirrors, workbenches=workbenches, sandboxes=home.sandboxes
    )

    def run_ended(order: AgentWorkOrder) -> None:
        dispatcher.wake()
        housekeeper.run_ended(order)

    conductor = RunConductor(
        store=state.store,
        journal=state.journal,
        stops=desks.stops,
        workbenches=workbenches,
        turns=_turns(state, tools, desks, workbenches, delivery, naming),
        delivery=delivery,
        description=_description(stack, state, tools, outlets, naming),
        issues=desks.issues,
        patience=desks.patience,
        reviews=assemble_reviews(state, tools, agents, desks, on_run_ended=lambda: dispatcher.wake()),
        on_run_ended=run_ended,
    )
    dispatcher = Dispatcher(
        store=state.store,
        worker_id=worker_id,
        limits=lambda: _queue_limits(state.preferences),
        give_up=conductor.give_up,
    )
    return Workshop(workbenches, delivery, desks, naming, dispatcher, conductor, housekeeper)


def _turns(
    state: State,
    tools: GitTools,
    desks: Desks,
    workbenches: WorkbenchMaker,
    delivery: Delivery,
    naming: NamingDesk,
) -> TurnTaker:
    recaps = RecapWriter(store=state.store, history=tools.history, redactor=state.redactor)
    dialogue = Dialogue(
        store=state.store,
        journal=state.journal,
        hub=state.hub,
        redactor=state.redactor,
        prompts=PromptWriter(store=state.store, recaps=recaps, issues=desks.issues),
        workbenches=workbenches,
        permissions=desks.permissions,
        retry_rule=desks.retry_rule,
    )
    return TurnTaker(store=state.store, journal=state.journal, dialogue=dialogue, delivery=delivery, naming=naming)


def _description(
    stack: contextlib.AsyncExitStack, state: State, tools: GitTools, outlets: Outlets, naming: NamingDesk
) -> PullRequestDescription:
    description = PullRequestDescription(
        store=state.store,
        history=tools.history,
        mirrors=tools.mirrors,
        forge=outlets.forge,
        naming=naming,
        closes_issues=lambda: state.preferences.current.close_issues,
    )
    stack.push_async_callback(description.close)
    return description


def _delivery(
    stack: contextlib.AsyncExitStack, state: State, tools: GitTools, outlets: Outlets, desks: Desks
) -> Delivery:
    publisher = Publisher(
        store=state.store,
        commits=tools.commits,
        history=tools.history,
        forge=outlets.forge,
        patience=desks.patience,
        closes_issues=lambda: state.preferences.current.close_issues,
    )
    late = LatePublishing(publisher=publisher, journal=state.journal)
    stack.push_async_callback(late.close)
    return Delivery(
        journal=state.journal,
        commits=tools.commits,
        history=tools.history,
        mirrors=tools.mirrors,
        publisher=publisher,
        late=late,
    )


def _workbenches(state: State, tools: GitTools, agents: Agents, outlets: Outlets, naming: NamingDesk) -> WorkbenchMaker:
    ground_finder = GroundFinder(
        store=state.store,
        mirrors=tools.mirrors,
        local_repositories=LocalRepositories(tools.git),
        identities=Identities(tools.git),
        preferred_author=lambda: _preferred_author(state.preferences),
        naming=naming,
        author_there=outlets.forge.author,
        require_credential=outlets.forge.require_credential,
    )
    return WorkbenchMaker(
        store=state.store,
        ground_finder=ground_finder,
        mirrors=tools.mirrors,
        sandboxes=agents.sandboxes,
        catalogue=agents.catalogue,
        executor=agents.executor,
        secrets=ProjectSecrets(secrets=state.vault, keys_of_agents=agents.catalogue.key_variables),
        note_options=agents.offers.note,
    )


async def start_work(stack: contextlib.AsyncExitStack, state: State, workshop: Workshop, engine: DurableEngine) -> None:
    await state.log_files.start()
    stack.push_async_callback(state.log_files.close)
    stack.push_async_callback(workshop.housekeeper.close)
    await engine.launch(workshop.conductor)
    stack.push_async_callback(engine.close)
    stack.push_async_callback(workshop.conductor.close)
    await workshop.dispatcher.start(engine)
    stack.push_async_callback(workshop.dispatcher.stop)
    workshop.housekeeper.start()


def _queue_limits(preferences: Preferences) -> QueueLimits:
    current = preferences.current
    return QueueLimits(current.max_running_orders, current.max_running_orders_per_repository)


def _preferred_author(preferences: Preferences) -> Author | None:
    name, email = preferences.current.author_name, preferences.current.author_email
    return Author(name, email) if name and email else None
