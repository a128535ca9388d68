"""The board's services, and what keeps its cards in step."""

import contextlib
from dataclasses import dataclass

from shopfloor.api.services import Services
from shopfloor.app.outlets import Outlets
from shopfloor.app.parts import Parts
from shopfloor.app.state import State
from shopfloor.board.approval import TaskApproval
from shopfloor.board.execution import TaskExecution
from shopfloor.board.issue_import import IssueImport
from shopfloor.board.issue_keeper import IssueKeeper
from shopfloor.board.issue_links import IssueLinks
from shopfloor.board.keeper import BoardKeeper
from shopfloor.board.reviewing import TaskReviews
from shopfloor.board.service import Board
from shopfloor.domain.events import BoardNotice
from shopfloor.domain.ids import ProjectId, TaskId
from shopfloor.work_orders.ai_reviews import AiReviews
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.pull_requests import PullRequests
from shopfloor.work_orders.service import WorkOrders


@dataclass(frozen=True, slots=True)
class BoardServices:
    board: Board
    issue_import: IssueImport
    issue_links: IssueLinks
    execution: TaskExecution
    task_reviews: TaskReviews
    approval: TaskApproval
    ai_reviews: AiReviews


def assemble_board(
    parts: Parts, work_orders: WorkOrders, prompts: Prompts, pull_requests: PullRequests
) -> BoardServices:
    store, preferences, changed = parts.state.store, parts.state.preferences, parts.card_changed
    issues = parts.outlets.issues
    ai_reviews = _ai_reviews(parts)
    task_reviews = TaskReviews(
        store=store, preferences=preferences, reviews=ai_reviews, prompts=prompts, on_change=changed
    )
    return BoardServices(
        board=Board(store=store, on_change=changed),
        issue_import=IssueImport(store=store, issues=issues, on_change=changed),
        issue_links=IssueLinks(store=store, issues=issues),
        execution=TaskExecution(
            store=store, work_orders=work_orders, prompts=prompts, reviews=task_reviews, on_change=changed
        ),
        task_reviews=task_reviews,
        approval=TaskApproval(store=store, preferences=preferences, pull_requests=pull_requests, on_change=changed),
        ai_reviews=ai_reviews,
    )


def _ai_reviews(parts: Parts) -> AiReviews:
    return AiReviews(
        store=parts.state.store,
        catalogue=parts.agents.catalogue,
        offers=parts.agents.offers,
        stops=parts.workshop.desks.stops,
        wake_dispatcher=parts.workshop.dispatcher.wake,
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
