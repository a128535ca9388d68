"""Tasks in review: agents look at what was built, and their verdicts move the card on."""

from collections.abc import Sequence
from typing import Any

from shopfloor.board.handing_back import hand_back
from shopfloor.board.service import OnChange
from shopfloor.domain.ai_review import (
    REVIEW_ENDED,
    AfterReview,
    AiReview,
    AiReviewRules,
    ReviewAnswer,
    ReviewStatus,
    Verdict,
    after_reviews,
    findings_for_builder,
)
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, RunId, TaskId
from shopfloor.domain.task import Task, TaskAttempt, TaskStatus
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import WrongMove
from shopfloor.preferences.preferences import Preferences
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.work_orders.ai_reviews import AiReviews, ReviewRequest
from shopfloor.work_orders.prompts import Prompts

REVIEWER = "AI review"
_IN_REVIEW = frozenset({TaskStatus.AI_REVIEW, TaskStatus.HUMAN_REVIEW})


class TaskReviews:
    def __init__(
        self, *, store: Store, preferences: Preferences, reviews: AiReviews, prompts: Prompts, on_change: OnChange
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._reviews = reviews
        self._prompts = prompts
        self._on_change = on_change

    async def of_task(self, project_id: ProjectId, task_id: TaskId) -> list[AiReview]:
        """Newest first."""

        def read(tx: Reader) -> list[AiReview]:
            tx.tasks.get(project_id, task_id)
            return tx.ai_reviews.of_task(task_id)

        return await self._store.read(read)

    async def latest_of(self, tasks: Sequence[Task]) -> dict[TaskId, AiReview]:
        ids = [task.task_id for task in tasks if task.round]
        return await self._store.read(lambda tx: tx.ai_reviews.latest_of(ids)) if ids else {}

    def enter(self, tx: Transaction, task: Task) -> None:
        """The card has come to ai_review: where the project wants it, reviews are filed. `begin` after that."""
        rules = self._rules(tx, task)
        if rules.enabled:
            self._file(tx, task, rules)

    def begin(self) -> None:
        self._reviews.begin_filed()

    def leave(self, tx: Transaction, task: Task) -> Sequence[RunId]:
        """The card goes elsewhere: its reviews are over. `stopped` after the transaction."""
        running = self._reviews.ask_to_stop(tx, tx.ai_reviews.unsettled(task.task_id))
        tx.ai_reviews.settle_all(task.task_id)
        return running

    async def stopped(self, running: Sequence[RunId]) -> None:
        await self._reviews.stopped(running)

    async def start(
        self, project_id: ProjectId, task_id: TaskId, *, agent: str | None, model: str | None
    ) -> list[AiReview]:
        """By hand, whatever the settings are; what a person asks for begins the count of rounds anew."""
        asked = await self._store.read(lambda tx: _reviewed_orders(tx, tx.tasks.get(project_id, task_id)))
        for builder in {agent or order.agent for order in asked}:
            await self._reviews.check(builder, model)

        def write(tx: Transaction) -> list[AiReview]:
            task = tx.tasks.get(project_id, task_id)
            if task.status not in _IN_REVIEW:
                raise WrongMove(f"Only a task in review can be reviewed; this one is in {task.status}.")
            if any(review.status not in REVIEW_ENDED for review in tx.ai_reviews.unsettled(task_id)):
                raise WrongMove("The task is being reviewed already.")
            rules = self._rules(tx, task)
            chosen = AiReviewRules(agent=agent or rules.agent, model=model if agent or model else rules.model)
            moved = _move(tx, task, TaskStatus.AI_REVIEW, sent_back=0, error=None)
            filed = self._file(tx, moved, chosen)
            if not filed:
                raise WrongMove("There is nothing to review: no agent has finished this task.")
            return filed

        filed = await self._store.write(write)
        self.begin()
        self._on_change(project_id, task_id)
        return filed

    async def enter_by_hand(self, project_id: ProjectId, task_id: TaskId) -> Task:
        """A person wants it reviewed again."""

        def write(tx: Transaction) -> Task:
            task = tx.tasks.get(project_id, task_id)
            if task.status is not TaskStatus.HUMAN_REVIEW:
                raise WrongMove("The task has moved in the meantime. Look again.")
            moved = _move(tx, task, TaskStatus.AI_REVIEW, sent_back=0, error=None)
            self.enter(tx, moved)
            return moved

        task = await self._store.write(write)
        self.begin()
        self._on_change(project_id, task_id)
        return task

    async def stop(self, project_id: ProjectId, task_id: TaskId) -> Task:
        """Answers when the reviewing agents are dead and the card is where a person looks at it."""

        def ask(tx: Transaction) -> Sequence[RunId]:
            task = tx.tasks.get(project_id, task_id)
            under_way = _under_way(tx, task_id)
            if task.status is not TaskStatus.AI_REVIEW or not under_way:
                raise WrongMove(f"Nothing to stop: the task is in {task.status}.")
            return self._reviews.ask_to_stop(tx, under_way)

        await self._reviews.stopped(await self._store.write(ask))
        return await self.follow(project_id, task_id)

    async def follow_order(self, order_id: AgentWorkOrderId) -> bool:
        """A review of this order has begun or ended. False where no task filed it."""
        task = await self._store.read(lambda tx: tx.tasks.of_order(order_id))
        if task is None:
            return False
        self._on_change(task.project_id, task.task_id)
        await self.follow(task.project_id, task.task_id)
        return True

    async def catch_up(self) -> None:
        """What ended while nobody looked."""
        for task in await self._store.read(_tasks_with_unsettled):
            await self.follow(task.project_id, task.task_id)

    async def follow(self, project_id: ProjectId, task_id: TaskId) -> Task:
        """The card goes where its reviews send it; reviews whose card has gone elsewhere are stopped."""

        def write(tx: Transaction) -> tuple[Task, bool, Sequence[RunId]]:
            task = tx.tasks.get(project_id, task_id)
            reviews = tx.ai_reviews.unsettled(task_id)
            if not reviews:
                return task, False, ()
            if task.status is not TaskStatus.AI_REVIEW:
                return task, False, self.leave(tx, task)
            if any(review.status not in REVIEW_ENDED for review in reviews):
                return task, False, ()
            return self._go_on(tx, task, reviews), True, ()

        task, changed, running = await self._store.write(write)
        await self._reviews.stopped(running)
        if changed:
            self._prompts.begin_taken()
            self._on_change(project_id, task_id)
        return task

    def _go_on(self, tx: Transaction, task: Task, reviews: Sequence[AiReview]) -> Task:
        verdicts = [review.verdict for review in reviews]
        following = after_reviews(verdicts, sent_back=task.sent_back, rounds=self._rules(tx, task).rounds)
        review = reviews[0]
        order = tx.orders.get(review.agent_work_order_id)
        if following is AfterReview.SEND_BACK and order.status is AgentWorkOrderStatus.COMPLETED:
            answer = ReviewAnswer(Verdict.CHANGES_WANTED, review.summary, review.findings)
            text = findings_for_builder(answer)
            back = task.sent_back + 1
            return hand_back(tx, self._prompts, task, order.agent_work_order_id, text, sent_back=back, author=REVIEWER)
        tx.ai_reviews.settle_all(task.task_id)
        failed = next((one.error for one in reviews if one.status is ReviewStatus.FAILED), None)
        return _move(tx, task, TaskStatus.HUMAN_REVIEW, error=failed)

    def _file(self, tx: Transaction, task: Task, rules: AiReviewRules) -> list[AiReview]:
        tx.ai_reviews.settle_all(task.task_id)
        request = ReviewRequest(task.task_id, task.sent_back + 1, rules.agent, rules.model)
        return [self._reviews.file(tx, order, request) for order in _reviewed_orders(tx, task)]

    def _rules(self, tx: Reader | Transaction, task: Task) -> AiReviewRules:
        return tx.projects.get(task.project_id).ai_review or self._preferences.current.default_ai_review


def _reviewed_orders(tx: Reader | Transaction, task: Task) -> list[AgentWorkOrder]:
    """The attempt that was chosen, else all of the last round that were finished."""
    finished: list[tuple[TaskAttempt, AgentWorkOrder]] = [
        pair
        for pair in tx.tasks.attempts(task.task_id)
        if pair[0].round == task.round and pair[1].status is AgentWorkOrderStatus.COMPLETED
    ]
    chosen = [order for attempt, order in finished if attempt.is_winner]
    return chosen or [order for _, order in finished]


def _under_way(tx: Transaction, task_id: TaskId) -> list[AiReview]:
    return [review for review in tx.ai_reviews.unsettled(task_id) if review.status not in REVIEW_ENDED]


def _tasks_with_unsettled(tx: Reader) -> list[Task]:
    found = [tx.tasks.find(task_id) for task_id in tx.ai_reviews.tasks_with_unsettled()]
    return [task for task in found if task is not None]


def _move(tx: Transaction, task: Task, status: TaskStatus, **fields: Any) -> Task:
    position = tx.tasks.place_at_top(task.project_id, status) if status is not task.status else task.position
    return tx.tasks.update(task.task_id, status=status, position=position, **fields)
