"""What the HTTP API works with."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from shopfloor.api.services import Services
from shopfloor.app.agents import Agents
from shopfloor.app.git_tools import GitTools
from shopfloor.app.outlets import Outlets
from shopfloor.app.state import State
from shopfloor.app.workshop import Workshop
from shopfloor.board.approval import TaskApproval
from shopfloor.board.execution import TaskExecution
from shopfloor.board.issue_import import IssueImport
from shopfloor.board.issue_keeper import IssueKeeper
from shopfloor.board.issue_links import IssueLinks
from shopfloor.board.keeper import BoardKeeper
from shopfloor.board.reviewing import TaskReviews
from shopfloor.board.service import Board
from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.events import BoardNotice, ProjectNotice
from shopfloor.domain.ids import ProjectId, TaskId
from shopfloor.domain.project import Project
from shopfloor.errors import AgentNotAvailable, NotFound
from shopfloor.event_journal.conversations import Conversations
from shopfloor.git_operations.trees import Trees
from shopfloor.github_integration.assembly import GitHub
from shopfloor.github_integration.service import GitHubService
from shopfloor.home import Home
from shopfloor.previews.editor_program import find_editor
from shopfloor.previews.editors import Editors
from shopfloor.previews.names import ServedNames
from shopfloor.previews.previews import Previews
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.projects.history import ProjectHistory
from shopfloor.projects.service import Projects
from shopfloor.repositories.service import Repositories
from shopfloor.settings import Settings
from shopfloor.visits.files import SandboxFiles
from shopfloor.visits.hand_commits import HandCommits
from shopfloor.visits.terminals import Terminals
from shopfloor.visits.visits import Visits
from shopfloor.visits.watching import FileWatch
from shopfloor.webhooks.clerk import Clerk
from shopfloor.webhooks.closing import Closing
from shopfloor.webhooks.doorkeeper import Doorkeeper
from shopfloor.webhooks.inbox import WebhookInbox
from shopfloor.webhooks.issue_news import IssueNews
from shopfloor.webhooks.reception import Reception
from shopfloor.webhooks.replies import ReplyKeeper
from shopfloor.work_orders.ai_reviews import AiReviews
from shopfloor.work_orders.branches import Branches
from shopfloor.work_orders.chat import Chat
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders
from shopfloor.work_orders.views import WorkOrderViews


@dataclass(frozen=True, slots=True)
class Parts:
    """What services are made of."""

    settings: Settings
    state: State
    tools: GitTools
    agents: Agents
    outlets: Outlets
    workshop: Workshop
    github: GitHub
    rules: RepositoryRules
    issue_keeper: IssueKeeper

    def card_changed(self, project_id: ProjectId, task_id: TaskId) -> None:
        self.state.hub.publish_notice(BoardNotice(project_id, task_id))
        self.issue_keeper.wake()

    def project_changed(self, project_id: ProjectId) -> None:
        self.state.hub.publish_notice(ProjectNotice(project_id))

    async def check_choices(self, project: Project) -> None:
        agent = project.agent or self.state.preferences.current.default_agent
        try:
            self.agents.catalogue.declaration(agent)
        except NotFound as exc:
            raise AgentNotAvailable(exc.message, hint=exc.hint, field="agent") from exc
        await self.agents.offers.require(agent, project.choices)
        if review := project.ai_review:
            self.agents.catalogue.get(review.agent or agent)
            await self.agents.offers.require(review.agent or agent, AgentChoices(review.model))


def assemble_services(parts: Parts) -> Services:
    settings, state, tools, agents = parts.settings, parts.state, parts.tools, parts.agents
    work_orders = _work_orders(parts)
    prompts = Prompts(store=state.store, preferences=state.preferences, wake_dispatcher=parts.workshop.dispatcher.wake)
    pull_requests = PullRequests(orders=work_orders, forge=parts.outlets.forge, store=state.store)
    ai_reviews = AiReviews(
        store=state.store,
        catalogue=agents.catalogue,
        offers=agents.offers,
        stops=parts.workshop.stops,
        wake_dispatcher=parts.workshop.dispatcher.wake,
    )
    task_reviews = TaskReviews(
        store=state.store,
        preferences=state.preferences,
        reviews=ai_reviews,
        prompts=prompts,
        on_change=parts.card_changed,
    )
    visits = Visits(store=state.store, workbenches=parts.workshop.workbenches)
    served = ServedPrograms(visits=visits, idle_seconds=settings.preview_idle_seconds)
    return Services(
        settings=settings,
        store=state.store,
        journal=state.journal,
        work_orders=work_orders,
        views=_views(parts),
        prompts=prompts,
        conversations=Conversations(store=state.store),
        pull_requests=pull_requests,
        chat=_chat(parts, work_orders, prompts, pull_requests),
        permissions=parts.workshop.permissions,
        projects=Projects(
            store=state.store,
            check_choices=parts.check_choices,
            on_change=parts.project_changed,
            rules=parts.rules,
        ),
        project_history=ProjectHistory(
            store=state.store, check_choices=parts.check_choices, on_change=parts.project_changed
        ),
        board=Board(store=state.store, on_change=parts.card_changed),
        issue_import=IssueImport(store=state.store, issues=parts.outlets.issues, on_change=parts.card_changed),
        issue_links=IssueLinks(store=state.store, issues=parts.outlets.issues),
        execution=TaskExecution(
            store=state.store,
            work_orders=work_orders,
            prompts=prompts,
            reviews=task_reviews,
            on_change=parts.card_changed,
        ),
        task_reviews=task_reviews,
        approval=TaskApproval(
            store=state.store,
            preferences=state.preferences,
            pull_requests=pull_requests,
            on_change=parts.card_changed,
        ),
        ai_reviews=ai_reviews,
        visits=visits,
        files=SandboxFiles(visits=visits, sensitive=settings.sensitive_files, size_limit=settings.file_size_limit),
        file_watch=FileWatch(visits=visits),
        terminals=Terminals(visits=visits, shell=_shell(settings)),
        hand_commits=_hand_commits(parts, visits),
        served=served,
        served_names=ServedNames(settings.preview_url),
        previews=Previews(store=state.store, programs=served, redact=state.redactor.text),
        editors=_editors(parts, served),
        repositories=Repositories(store=state.store, mirrors=tools.mirrors, trees=Trees(tools.git), rules=parts.rules),
        preferences=state.preferences,
        catalogue=agents.catalogue,
        offers=agents.offers,
        agents=agents.states,
        sandboxes=agents.sandboxes,
        forge=parts.outlets.forge,
        vault=state.vault,
        repository_rules=parts.rules,
        github=GitHubService(client=parts.github.client, hosts=parts.github.hosts, issues=parts.outlets.issues),
        webhooks=_webhooks(parts, work_orders, prompts),
    )


def _work_orders(parts: Parts) -> WorkOrders:
    return WorkOrders(
        store=parts.state.store,
        preferences=parts.state.preferences,
        catalogue=parts.agents.catalogue,
        offers=parts.agents.offers,
        sandboxes=parts.agents.sandboxes,
        workbenches=parts.workshop.workbenches,
        stops=parts.workshop.stops,
        naming=parts.workshop.naming,
        wake_dispatcher=parts.workshop.dispatcher.wake,
        rules=parts.rules,
    )


def _views(parts: Parts) -> WorkOrderViews:
    return WorkOrderViews(
        store=parts.state.store,
        history=parts.tools.history,
        mirrors=parts.tools.mirrors,
        pull_request_url=parts.outlets.forge.pull_request_url,
    )


def _chat(parts: Parts, work_orders: WorkOrders, prompts: Prompts, pull_requests: PullRequests) -> Chat:
    branches = Branches(
        store=parts.state.store,
        mirrors=parts.tools.mirrors,
        commits=parts.tools.commits,
        workbenches=parts.workshop.workbenches,
    )
    return Chat(
        orders=work_orders,
        prompts=prompts,
        pull_requests=pull_requests,
        branches=branches,
        journal=parts.state.journal,
    )


def _hand_commits(parts: Parts, visits: Visits) -> HandCommits:
    return HandCommits(
        store=parts.state.store,
        journal=parts.state.journal,
        visits=visits,
        workbenches=parts.workshop.workbenches,
        delivery=parts.workshop.delivery,
    )


def _editors(parts: Parts, served: ServedPrograms) -> Editors:
    settings = parts.settings
    search_path = settings.environment.get("PATH", os.defpath)
    find_editor(settings.editor_command, search_path)
    return Editors(
        programs=served,
        editor=lambda: find_editor(settings.editor_command, search_path),
        sockets=Home(settings.home).sockets,
        redact=parts.state.redactor.text,
    )


def _webhooks(parts: Parts, work_orders: WorkOrders, prompts: Prompts) -> Reception:
    store = parts.state.store
    clerk = Clerk(
        store=store,
        work_orders=work_orders,
        prompts=prompts,
        forge=parts.outlets.forge,
        reviews=parts.outlets.reviews,
        issue_news=IssueNews(store=store, card_changed=parts.card_changed),
        closing=Closing(store=store, workbenches=parts.workshop.workbenches, card_changed=parts.card_changed),
    )
    return Reception(
        doorkeeper=Doorkeeper(vault=parts.state.vault, setting=parts.settings.github_webhook_secret),
        inbox=WebhookInbox(store=store, clerk=clerk),
    )


def issue_keeper(state: State, outlets: Outlets) -> IssueKeeper:
    def tell(project_id: ProjectId, task_id: TaskId) -> None:
        state.hub.publish_notice(BoardNotice(project_id, task_id))

    return IssueKeeper(store=state.store, issues=outlets.issues, on_change=tell)


async def keep_board(
    stack: contextlib.AsyncExitStack, state: State, services: Services, issue_keeper: IssueKeeper
) -> None:
    keeper = BoardKeeper(services.execution, services.task_reviews)
    state.hub.attach(keeper.look_at)
    for part in (keeper, issue_keeper):
        await part.start()
        stack.push_async_callback(part.stop)


async def keep_webhooks(stack: contextlib.AsyncExitStack, state: State, outlets: Outlets, services: Services) -> None:
    keeper = ReplyKeeper(store=state.store, reviews=outlets.reviews)
    state.hub.attach(keeper.look_at)
    for part in (services.webhooks, keeper):
        await part.start()
        stack.push_async_callback(part.stop)


def _shell(settings: Settings) -> list[str]:
    """As a login shell would be, but with the sandbox's own HOME; a plain one where the wanted one is missing."""
    wanted = settings.terminal_shell
    return [wanted, "-i"] if Path(wanted).exists() else ["/bin/sh", "-i"]
