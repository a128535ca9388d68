"""What the HTTP API works with."""

from shopfloor.api.services import Services
from shopfloor.app.board import assemble_board
from shopfloor.app.parts import Parts
from shopfloor.app.visitors import assemble_visitors
from shopfloor.app.webhooks import assemble_webhooks
from shopfloor.event_journal.conversations import Conversations
from shopfloor.git_operations.trees import Trees
from shopfloor.github_integration.service import GitHubService
from shopfloor.projects.history import ProjectHistory
from shopfloor.projects.service import Projects
from shopfloor.repositories.service import Repositories
from shopfloor.work_orders.branches import Branches
from shopfloor.work_orders.chat import Chat
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders
from shopfloor.work_orders.views import WorkOrderViews


def assemble_services(parts: Parts) -> Services:
    settings, state, tools, agents = parts.settings, parts.state, parts.tools, parts.agents
    work_orders = _work_orders(parts)
    prompts = Prompts(store=state.store, preferences=state.preferences, wake_dispatcher=parts.workshop.dispatcher.wake)
    pull_requests = PullRequests(orders=work_orders, forge=parts.outlets.forge, store=state.store)
    board = assemble_board(parts, work_orders, prompts, pull_requests)
    visitors = assemble_visitors(parts)
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
        permissions=parts.workshop.desks.permissions,
        projects=_projects(parts),
        project_history=_project_history(parts),
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
        webhooks=assemble_webhooks(parts, work_orders, prompts),
        board=board.board,
        issue_import=board.issue_import,
        issue_links=board.issue_links,
        execution=board.execution,
        task_reviews=board.task_reviews,
        approval=board.approval,
        ai_reviews=board.ai_reviews,
        visits=visitors.visits,
        files=visitors.files,
        file_watch=visitors.file_watch,
        terminals=visitors.terminals,
        hand_commits=visitors.hand_commits,
        served=visitors.served,
        served_names=visitors.served_names,
        previews=visitors.previews,
        editors=visitors.editors,
    )


def _work_orders(parts: Parts) -> WorkOrders:
    return WorkOrders(
        store=parts.state.store,
        preferences=parts.state.preferences,
        catalogue=parts.agents.catalogue,
        offers=parts.agents.offers,
        sandboxes=parts.agents.sandboxes,
        workbenches=parts.workshop.workbenches,
        stops=parts.workshop.desks.stops,
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


def _projects(parts: Parts) -> Projects:
    return Projects(
        store=parts.state.store,
        check_choices=parts.check_choices,
        on_change=parts.project_changed,
        rules=parts.rules,
    )


def _project_history(parts: Parts) -> ProjectHistory:
    return ProjectHistory(store=parts.state.store, check_choices=parts.check_choices, on_change=parts.project_changed)
