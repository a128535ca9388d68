"""How a task is carried out: work orders are filed for it, and its card follows them."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from shopfloor.board.choice import Session, session_to_go_on
from shopfloor.board.handing_back import hand_back
from shopfloor.board.requests import AttemptPlan
from shopfloor.board.reviewing import TaskReviews
from shopfloor.board.service import OnChange
from shopfloor.domain.board import followed
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RunId, TaskId, new_task_comment_id
from shopfloor.domain.task import Task, TaskAttempt, TaskComment, TaskStatus
from shopfloor.domain.task_issue import own_words
from shopfloor.domain.work_order import ENDED, AgentWorkOrder, AgentWorkOrderStatus, WorkOrderError
from shopfloor.errors import InvalidInput, WrongMove
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.requests import NewWorkOrder
from shopfloor.work_orders.service import WorkOrders

MAX_ATTEMPTS_AT_ONCE = 8
_REVIEWED = frozenset({TaskStatus.AI_REVIEW, TaskStatus.HUMAN_REVIEW})


class TaskExecution:
    def __init__(
        self, *, store: Store, work_orders: WorkOrders, prompts: Prompts, reviews: TaskReviews, on_change: OnChange
    ) -> None:
        self._store = store
        self._reviews = reviews
        self._work_orders = work_orders
        self._prompts = prompts
        self._on_change = on_change

    async def execute(self, project_id: ProjectId, task_id: TaskId, plans: Sequence[AttemptPlan]) -> list[Session]:
        """Files one work order for each plan, in one transaction: of many who try at once, one succeeds."""
        if not 1 <= len(plans) <= MAX_ATTEMPTS_AT_ONCE:
            raise InvalidInput(f"From 1 to {MAX_ATTEMPTS_AT_ONCE} attempts at once.", field="attempts")
        asked = await self._store.read(lambda tx: tx.tasks.get(project_id, task_id))
        for plan in plans:
            await self._work_orders.check(_order_for(asked, plan, asked.title))

        def write(tx: Transaction) -> list[Session]:
            task = tx.tasks.get(project_id, task_id)
            if task.status is not TaskStatus.TODO:
                raise WrongMove(_why_not_execute(task))
            begun = tx.tasks.update(
                task_id,
                expect_status={TaskStatus.TODO},
                status=TaskStatus.IN_PROGRESS,
                position=tx.tasks.place_at_top(project_id, TaskStatus.IN_PROGRESS),
                round=task.round + 1,
                sent_back=0,
                stop_requested=False,
                archived=False,
                error=None,
            )
            return self._file_attempts(tx, begun, plans)

        sessions = await self._store.write(write)
        self._work_orders.begin_filed()
        self._on_change(project_id, task_id)
        return sessions

    def _file_attempts(self, tx: Transaction, task: Task, plans: Sequence[AttemptPlan]) -> list[Session]:
        prompt = own_words(task, tx.task_issues.get(task.task_id), tx.tasks.comments(task.task_id))
        earlier = len(tx.tasks.attempts(task.task_id))
        sessions = []
        for number, plan in enumerate(plans, earlier + 1):
            order = self._work_orders.file(tx, _order_for(task, plan, prompt))
            attempt = TaskAttempt(order.agent_work_order_id, task.task_id, number, task.round, _now())
            tx.tasks.add_attempt(attempt)
            sessions.append(Session(attempt, order))
        return sessions

    async def stop(self, project_id: ProjectId, task_id: TaskId) -> Task:
        """Answers when the agents are dead and the card is back in todo, or where a person reviews it."""

        if (await self._store.read(lambda tx: tx.tasks.get(project_id, task_id))).status is TaskStatus.AI_REVIEW:
            return await self._reviews.stop(project_id, task_id)

        def ask(tx: Transaction) -> list[AgentWorkOrder]:
            task = tx.tasks.get(project_id, task_id)
            if task.status is not TaskStatus.IN_PROGRESS:
                raise WrongMove(f"Nothing to stop: the task is in {task.status}.")
            tx.tasks.update(task_id, expect_status={TaskStatus.IN_PROGRESS}, stop_requested=True)
            return _orders_of_round(tx, task)

        await self._cancel_all(await self._store.write(ask))
        return await self._follow(task_id, project_id)

    async def sessions(self, project_id: ProjectId, task_id: TaskId) -> list[Session]:
        """Newest first."""

        def read(tx: Reader) -> list[Session]:
            tx.tasks.get(project_id, task_id)
            return [Session(*pair) for pair in tx.tasks.attempts(task_id)]

        return await self._store.read(read)

    async def latest_of(self, tasks: Sequence[Task]) -> dict[TaskId, list[Session]]:
        """The attempts of the last round of each task: what its card shows."""
        rounds = {task.task_id: task.round for task in tasks if task.round}

        def read(tx: Reader) -> dict[TaskId, list[Session]]:
            found = tx.tasks.attempts_of(rounds)
            return {
                task_id: [Session(*pair) for pair in pairs if pair[0].round == rounds[task_id]]
                for task_id, pairs in found.items()
            }

        return await self._store.read(read) if rounds else {}

    async def active_sessions(self, project_id: ProjectId) -> list[Session]:
        def read(tx: Reader) -> list[Session]:
            tx.projects.get(project_id)
            tasks, _ = tx.tasks.page(project_id, status={TaskStatus.IN_PROGRESS}, limit=100_000)
            pairs = tx.tasks.attempts_of([task.task_id for task in tasks])
            return [Session(*pair) for of_task in pairs.values() for pair in of_task if pair[1].status not in ENDED]

        return await self._store.read(read)

    async def choose_winner(
        self, project_id: ProjectId, task_id: TaskId, session_id: AgentWorkOrderId
    ) -> list[Session]:
        def write(tx: Transaction) -> list[Session]:
            tx.tasks.get(project_id, task_id)
            tx.tasks.choose_winner(task_id, session_id)
            if (status := tx.orders.get(session_id).status) is not AgentWorkOrderStatus.COMPLETED:
                raise WrongMove(f"Only an attempt that is completed can be chosen; this one is {status}.")
            return [Session(*pair) for pair in tx.tasks.attempts(task_id)]

        sessions = await self._store.write(write)
        self._on_change(project_id, task_id)
        return sessions

    async def send_back(self, project_id: ProjectId, task_id: TaskId, text: str, author: str | None) -> Session:
        """The agent that built it gets the comments as a follow-up; the card is in progress again."""
        comment = TaskComment(new_task_comment_id(), task_id, author, text, _now())

        def write(tx: Transaction) -> tuple[Session, Sequence[RunId]]:
            task = tx.tasks.get(project_id, task_id)
            if task.status not in _REVIEWED:
                raise WrongMove(f"Only a task in review can be sent back; this one is in {task.status}.")
            session = session_to_go_on(tx.tasks.attempts(task_id))
            if session is None:
                raise WrongMove("No agent has finished this task. Move it to todo and execute it.")
            tx.tasks.add_comment(comment)
            running = self._reviews.leave(tx, task)
            hand_back(tx, self._prompts, task, session.order.agent_work_order_id, text)
            return session, running

        session, running = await self._store.write(write)
        await self._reviews.stopped(running)
        self._prompts.begin_taken()
        self._on_change(project_id, task_id)
        return session

    async def follow_order(self, order_id: AgentWorkOrderId) -> bool:
        """The order has begun, ended or been taken up again: its task's card goes where it belongs.

        False where no task filed it.
        """
        task = await self._store.read(lambda tx: tx.tasks.of_order(order_id))
        if task is None:
            return False
        await self._follow(task.task_id, task.project_id)
        return True

    async def catch_up(self) -> None:
        """What ended while nobody looked, and stops that a dead server left half done."""
        for task in await self._store.read(lambda tx: tx.tasks.under_way()):
            if task.stop_requested:
                current = task
                await self._cancel_all(await self._store.read(lambda tx: _orders_of_round(tx, current)))  # noqa: B023
            await self._follow(task.task_id, task.project_id)

    async def _follow(self, task_id: TaskId, project_id: ProjectId) -> Task:
        def write(tx: Transaction) -> tuple[Task, bool, Sequence[RunId]]:
            task = tx.tasks.get(project_id, task_id)
            orders = _orders_of_round(tx, task)
            statuses = [order.status for order in orders]
            column = followed(task.status, stop_requested=task.stop_requested, attempts=statuses)
            if column is None:
                return task, False, ()
            running = self._reviews.leave(tx, task)
            moved = tx.tasks.update(
                task_id,
                status=column,
                position=tx.tasks.place_at_top(project_id, column),
                stop_requested=False,
                archived=False,
                error=_error_of(orders) if column is TaskStatus.TODO and not task.stop_requested else None,
                sent_back=0 if column is TaskStatus.IN_PROGRESS else task.sent_back,
            )
            if column is TaskStatus.AI_REVIEW:
                self._reviews.enter(tx, moved)
            return moved, True, running

        task, moved, running = await self._store.write(write)
        await self._reviews.stopped(running)
        if moved:
            self._reviews.begin()
            self._on_change(project_id, task_id)
        return task

    async def _cancel_all(self, orders: Sequence[AgentWorkOrder]) -> None:
        active = [order.agent_work_order_id for order in orders if order.status not in ENDED]
        results = await asyncio.gather(*(self._work_orders.cancel(each) for each in active), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, WrongMove):  # it ended by itself
                raise result


def _now() -> datetime:
    return datetime.now(UTC)


def _why_not_execute(task: Task) -> str:
    if task.status is TaskStatus.IN_PROGRESS:
        return "The task is being carried out already."
    return f"Only a task in todo can be executed; this one is in {task.status}. Move it to todo first."


def _orders_of_round(tx: Reader | Transaction, task: Task) -> list[AgentWorkOrder]:
    return [order for attempt, order in tx.tasks.attempts(task.task_id) if attempt.round == task.round]


def _error_of(orders: Sequence[AgentWorkOrder]) -> WorkOrderError | None:
    return next((order.error for order in orders if order.error is not None), None)


def _order_for(task: Task, plan: AttemptPlan, prompt: str | None) -> NewWorkOrder:
    return NewWorkOrder(
        project_id=task.project_id,
        initial_prompt=prompt,
        title=task.title,
        github_issue_number=task.github_issue_number,
        agent=plan.agent,
        model=plan.model,
        workflow_type=plan.workflow_type,
        sandbox_type=plan.sandbox_type,
    )
