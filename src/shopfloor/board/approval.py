"""A person approves a task: its pull request is made ready or merged, as the project has it set; the card is done."""

from shopfloor.board.choice import session_to_go_on
from shopfloor.board.service import OnChange
from shopfloor.domain.ai_review import REVIEW_ENDED, OnApprove
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.pull_request import MergeMethod, PullRequest, PullRequestState
from shopfloor.domain.task import Task, TaskStatus
from shopfloor.domain.work_order import ENDED, WorkOrderError
from shopfloor.errors import MergeRefused, ShopfloorError, WrongMove
from shopfloor.preferences.preferences import Preferences
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.work_orders.pull_requests import PullRequests

_APPROVABLE = frozenset({TaskStatus.AI_REVIEW, TaskStatus.HUMAN_REVIEW})
_METHODS = {
    OnApprove.MERGE: MergeMethod.MERGE,
    OnApprove.SQUASH: MergeMethod.SQUASH,
    OnApprove.REBASE: MergeMethod.REBASE,
}


class TaskApproval:
    def __init__(
        self, *, store: Store, preferences: Preferences, pull_requests: PullRequests, on_change: OnChange
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._pull_requests = pull_requests
        self._on_change = on_change

    async def approve(self, project_id: ProjectId, task_id: TaskId) -> tuple[Task, PullRequest | None]:
        """Looks before it acts, so that it can be asked again after anything. Where the forge refuses, the card
        stays with the reason on it.
        """
        effect, order_id = await self._store.read(lambda tx: self._asked(tx, project_id, task_id))
        try:
            pull_request = await self._carry_out(effect, order_id) if order_id is not None else None
        except ShopfloorError as exc:
            await self._stay(project_id, task_id, exc.as_work_order_error())
            raise
        task = await self._store.write(lambda tx: _done(tx, project_id, task_id))
        self._on_change(project_id, task_id)
        return task, pull_request

    def _asked(self, tx: Reader, project_id: ProjectId, task_id: TaskId) -> tuple[OnApprove, AgentWorkOrderId | None]:
        task = tx.tasks.get(project_id, task_id)
        if task.status not in _APPROVABLE:
            raise WrongMove(f"Only a task in review can be approved; this one is in {task.status}.")
        if any(review.status not in REVIEW_ENDED for review in tx.ai_reviews.unsettled(task_id)):
            raise WrongMove("An agent is reviewing it. Stop the review, or wait for it.")
        sessions = tx.tasks.attempts(task_id)
        if any(order.status not in ENDED for attempt, order in sessions if attempt.round == task.round):
            raise WrongMove("An agent is working on it. Stop it first; that takes it back to todo.")
        effect = tx.projects.get(project_id).on_approve or self._preferences.current.default_on_approve
        chosen = session_to_go_on(sessions)
        has_pull_request = chosen is not None and chosen.order.pull_request_number is not None
        return effect, chosen.order.agent_work_order_id if chosen is not None and has_pull_request else None

    async def _carry_out(self, effect: OnApprove, order_id: AgentWorkOrderId) -> PullRequest | None:
        if effect is OnApprove.NOTHING:
            return None
        pull_request = await self._pull_requests.get(order_id)
        if pull_request.state is PullRequestState.MERGED:
            return pull_request
        if pull_request.state is PullRequestState.CLOSED:
            raise MergeRefused(
                f"Pull request #{pull_request.pull_request_number} was closed without being merged.",
                hint="Open it again, or move the task to done by hand after you set on_approve to nothing.",
            )
        if pull_request.is_draft:
            pull_request = await self._pull_requests.mark_ready(order_id)
        if method := _METHODS.get(effect):
            pull_request = await self._pull_requests.merge(order_id, method)
        return pull_request

    async def _stay(self, project_id: ProjectId, task_id: TaskId, error: WorkOrderError) -> None:
        def write(tx: Transaction) -> None:
            task = tx.tasks.get(project_id, task_id)
            if task.status in _APPROVABLE:
                tx.tasks.update(task_id, error=error)

        await self._store.write(write)
        self._on_change(project_id, task_id)


def _done(tx: Transaction, project_id: ProjectId, task_id: TaskId) -> Task:
    """The forge may have told of the merge already, and the card be there."""
    task = tx.tasks.get(project_id, task_id)
    if task.status is TaskStatus.DONE:
        return task
    position = tx.tasks.place_at_top(project_id, TaskStatus.DONE)
    return tx.tasks.update(
        task_id, expect_status=_APPROVABLE, status=TaskStatus.DONE, position=position, error=None, sent_back=0
    )
