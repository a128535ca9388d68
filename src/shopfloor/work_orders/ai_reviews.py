"""Reviews of work orders by agents: filed like prompts, carried out beside the order, stopped when not needed."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.agents.offers import AgentOffers
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.ai_review import AiReview, ReviewStatus
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, RunId, TaskId, new_review_id
from shopfloor.domain.runs import RunKind, RunStatus, StopKind, Turn
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.work_orders.stopping import wait_until_stopped
from shopfloor.workflow_engine.queueing import enqueue_beside
from shopfloor.workflow_engine.review_end import settle_review
from shopfloor.workflow_engine.run_end import RunOutcome
from shopfloor.workflow_engine.stop_board import StopBoard


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    task_id: TaskId
    number: int
    agent: str | None = None
    """None: the program that did the work."""
    model: str | None = None


class AiReviews:
    def __init__(
        self,
        *,
        store: Store,
        catalogue: AgentCatalogue,
        offers: AgentOffers,
        stops: StopBoard,
        wake_dispatcher: Callable[[], None],
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._offers = offers
        self._stops = stops
        self._wake = wake_dispatcher

    async def check(self, agent: str, model: str | None) -> None:
        """Raises for an agent that is not known and a model that it does not offer."""
        self._catalogue.get(agent)
        await self._offers.require(agent, AgentChoices(model))

    async def under_way(self) -> Sequence[tuple[AiReview, AgentWorkOrder]]:
        """Of the whole floor, each with the order that is read."""
        return await self._store.read(
            lambda tx: [(review, tx.orders.get(review.agent_work_order_id)) for review in tx.ai_reviews.under_way()]
        )

    async def of_order(self, order_id: AgentWorkOrderId) -> Sequence[AiReview]:
        """Newest first."""

        def read(tx: Reader) -> Sequence[AiReview]:
            tx.orders.get(order_id)
            return tx.ai_reviews.of_order(order_id)

        return await self._store.read(read)

    def file(self, tx: Transaction, order: AgentWorkOrder, request: ReviewRequest) -> AiReview:
        """As a part of somebody's transaction, who calls `begin_filed` after it."""
        now = datetime.now(UTC)
        run = enqueue_beside(tx, order, RunKind.REVIEW, (Turn(AgentWorkflowPhase.REVIEWING),), now)
        agent = request.agent or order.agent
        model = request.model if request.agent or request.model else order.model
        review = AiReview(
            review_id=new_review_id(),
            agent_work_order_id=order.agent_work_order_id,
            run_id=run.run_id,
            task_id=request.task_id,
            number=request.number,
            agent=agent,
            model=model,
            status=ReviewStatus.QUEUED,
            created_at=now,
        )
        tx.ai_reviews.insert(review)
        facts = {"review_id": review.review_id, "run_id": run.run_id, "agent": agent, "number": review.number}
        tx.journal.append(order.agent_work_order_id, [NewEvent(EventType.AI_REVIEW_QUEUED, facts)])
        return review

    def begin_filed(self) -> None:
        self._wake()

    def ask_to_stop(self, tx: Transaction, reviews: Iterable[AiReview]) -> list[RunId]:
        """As a part of somebody's transaction, who awaits `stopped` after it: those that wait are cancelled at once."""
        running = []
        for review in reviews:
            run = tx.runs.get(review.run_id)
            if run.status is RunStatus.RUNNING:
                tx.runs.update(run.run_id, stop_requested=StopKind.CANCEL)
                running.append(run.run_id)
            elif run.status is RunStatus.QUEUED:
                settle_review(tx, run.run_id, RunOutcome.stopped(StopKind.CANCEL), None, datetime.now(UTC))
        return running

    async def stopped(self, run_ids: Sequence[RunId]) -> None:
        """Returns when their agents are dead."""
        for run_id in run_ids:
            self._stops.request(run_id, StopKind.CANCEL)
        await asyncio.gather(*(wait_until_stopped(self._store, self._stops, run_id) for run_id in run_ids))
