"""Carries out reviews, as often as crashes make it need to: nothing of an interrupted one is worth keeping."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import structlog

from shopfloor.domain.ai_review import AiReview, ReviewStatus
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import RunId
from shopfloor.domain.review_answer import UnreadableAnswer, read_answer
from shopfloor.domain.runs import Run
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import AgentError, ReviewUnreadable, ShopfloorError, unexpected_error
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.store import Reader, Store
from shopfloor.workflow_engine import review_text
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.review_end import ReviewResult, settle_review
from shopfloor.workflow_engine.review_material import MaterialGatherer, ReviewMaterial
from shopfloor.workflow_engine.review_room import ReviewRooms
from shopfloor.workflow_engine.review_talk import ReviewTalk
from shopfloor.workflow_engine.run_end import RunOutcome
from shopfloor.workflow_engine.stop_board import RunStopped, StopBoard

logger = structlog.get_logger(__name__)


class ReviewConductor:
    def __init__(
        self,
        *,
        store: Store,
        journal: Journal,
        stops: StopBoard,
        material: MaterialGatherer,
        issues: IssueDesk,
        rooms: ReviewRooms,
        talk: ReviewTalk,
        retry_rule: RetryRule,
        on_run_ended: Callable[[], None],
    ) -> None:
        self._store = store
        self._journal = journal
        self._stops = stops
        self._material = material
        self._issues = issues
        self._rooms = rooms
        self._talk = talk
        self._retry_rule = retry_rule
        self._on_run_ended = on_run_ended

    async def carry_out(self, run_id: RunId) -> None:
        self._stops.watch(run_id)
        order, run, review = await self._store.read(lambda tx: _load(tx, run_id))
        with structlog.contextvars.bound_contextvars(agent_work_order_id=order.agent_work_order_id, run_id=run_id):
            try:
                if run.stop_requested:
                    raise RunStopped(run.stop_requested)
                result = await self._stops.obey(run_id, self._review(order, review))
            except asyncio.CancelledError:
                self._stops.forget(run_id)
                raise
            except RunStopped as stopped:
                await self.finish(run_id, RunOutcome.stopped(stopped.kind))
            except ShopfloorError as exc:
                await self.finish(run_id, RunOutcome.failed(exc.as_work_order_error()))
            except Exception as exc:
                logger.exception("review_failed_unexpectedly")
                await self.finish(run_id, RunOutcome.failed(unexpected_error(exc).as_work_order_error()))
            else:
                await self.finish(run_id, RunOutcome.done(), result)

    async def finish(self, run_id: RunId, outcome: RunOutcome, result: ReviewResult | None = None) -> None:
        await self._store.write(lambda tx: settle_review(tx, run_id, outcome, result, datetime.now(UTC)))
        self._stops.forget(run_id)
        self._on_run_ended()

    async def _review(self, order: AgentWorkOrder, review: AiReview) -> ReviewResult:
        earlier, own_commands = await self._store.read(
            lambda tx: (_review_before(tx, review), _own_commands(tx, order))
        )
        task = await self._issues.read(order)
        material = await self._material.gather(order, task, earlier, own_commands)
        attempt = 1
        while True:
            try:
                return await self._ask(order, review, material, task)
            except AgentError as exc:
                delay = self._retry_rule.delay_after(attempt, exc)
                if delay is None:
                    raise
                await self._wait_before_retry(review, exc, attempt, delay)
            attempt += 1

    async def _ask(self, order: AgentWorkOrder, review: AiReview, material: ReviewMaterial, task: str) -> ReviewResult:
        """An answer that cannot be read is asked for once more."""
        async with self._rooms.open(order, review, material) as room:
            said = await self._talk.ask(room, order, review, material.prompt, task=task, turn=1)
            try:
                answer = read_answer(said)
            except UnreadableAnswer as problem:
                question = review_text.repair_question(str(problem))
                said = await self._talk.ask(room, order, review, question, task=task, turn=2)
                try:
                    answer = read_answer(said)
                except UnreadableAnswer as still:
                    raise ReviewUnreadable(
                        f"The reviewing agent's answer could not be read, twice: {still}.",
                        hint="Review it yourself, or start another review with another agent or model.",
                    ) from still
            answer = await self._material.put_in_place(material, answer, room.workspace_path)
        return ReviewResult(answer, order.base_sha, material.head.sha)

    async def _wait_before_retry(self, review: AiReview, exc: AgentError, attempt: int, delay: float) -> None:
        payload = {
            "phase": "reviewing",
            "attempt": attempt,
            "attempts": self._retry_rule.attempts,
            "error": exc.message,
            "code": exc.code,
            "category": exc.category.value,
            "delay_seconds": round(delay, 3),
        }
        await self._journal.append(review.agent_work_order_id, NewEvent(EventType.AGENT_COMMAND_RETRIED, payload))
        await asyncio.sleep(delay)


def _load(tx: Reader, run_id: RunId) -> tuple[AgentWorkOrder, Run, AiReview]:
    run = tx.runs.get(run_id)
    return tx.orders.get(run.agent_work_order_id), run, tx.ai_reviews.of_run(run_id)


def _own_commands(tx: Reader, order: AgentWorkOrder) -> Mapping[str, str]:
    return tx.projects.get(order.project_id).commands if order.project_id else {}


def _review_before(tx: Reader, review: AiReview) -> AiReview | None:
    """The last one of this order that came to a verdict."""
    return next(
        (
            one
            for one in tx.ai_reviews.of_order(review.agent_work_order_id)
            if one.status is ReviewStatus.COMPLETED and one.review_id != review.review_id
        ),
        None,
    )
