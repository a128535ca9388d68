"""Carries out runs, turn by turn, as often as crashes make it need to."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import structlog

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import Run, RunKind, Turn
from shopfloor.domain.work_order import AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import ShopfloorError, unexpected_error
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.delivery import Delivery
from shopfloor.workflow_engine.description import PullRequestDescription
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.patience import Patience
from shopfloor.workflow_engine.review_conductor import ReviewConductor
from shopfloor.workflow_engine.run_end import RunOutcome, settle_run
from shopfloor.workflow_engine.stop_board import RunStopped, StopBoard
from shopfloor.workflow_engine.turn_taker import TurnTaker
from shopfloor.workflow_engine.workbench import Workbench, WorkbenchMaker

logger = structlog.get_logger(__name__)
_GOING_ON = frozenset({RunKind.RETRY, RunKind.RESUME})


class RunConductor:
    def __init__(
        self,
        *,
        store: Store,
        journal: Journal,
        stops: StopBoard,
        workbenches: WorkbenchMaker,
        turns: TurnTaker,
        delivery: Delivery,
        description: PullRequestDescription,
        issues: IssueDesk,
        patience: Patience,
        reviews: ReviewConductor,
        on_run_ended: Callable[[AgentWorkOrder], None],
    ) -> None:
        self._store = store
        self._journal = journal
        self._stops = stops
        self._workbenches = workbenches
        self._turns = turns
        self._delivery = delivery
        self._description = description
        self._issues = issues
        self._patience = patience
        self._reviews = reviews
        self._on_run_ended = on_run_ended
        self._benches: dict[RunId, Workbench] = {}

    async def carry_out(self, run_id: RunId) -> None:
        """From the first turn that is not done, which after a crash need not be the first of all."""
        self._stops.watch(run_id)
        order, run = await self._load(run_id)
        if run.kind is RunKind.REVIEW:
            await self._reviews.carry_out(run_id)
            return
        outcome = await self._bring_out_the_rest(order, run)
        while outcome.status == "done":
            order, run = await self._load(run_id)
            if not run.remaining_turns:
                break
            outcome = await self._take_turn(order, run, run.remaining_turns[0])
        await self.finish(run_id, outcome)

    async def _bring_out_the_rest(self, order: AgentWorkOrder, run: Run) -> RunOutcome:
        """A retry begins with what the run before it committed and could not deliver."""
        if run.kind not in _GOING_ON or run.turns_done:
            return RunOutcome.done()
        try:
            events = await self._stops.obey(run.run_id, self._delivery.publish_rest(order))
        except RunStopped as stopped:
            return RunOutcome.stopped(stopped.kind, stopped.reason, stopped.error)
        except ShopfloorError as exc:
            return RunOutcome.failed(exc.as_work_order_error())
        if events:
            await self._journal.append(order.agent_work_order_id, *events)
        return RunOutcome.done()

    async def _take_turn(self, order: AgentWorkOrder, run: Run, turn: Turn) -> RunOutcome:
        run_id = run.run_id
        with structlog.contextvars.bound_contextvars(agent_work_order_id=order.agent_work_order_id, run_id=run_id):
            try:
                if run.stop_requested:
                    raise RunStopped(run.stop_requested)
                await self._stops.obey(run_id, self._work(order, run, turn))
            except asyncio.CancelledError:
                await asyncio.shield(self._abandon(run_id))
                raise
            except RunStopped as stopped:
                await self._save_unfinished(order, run, turn)
                return RunOutcome.stopped(stopped.kind, stopped.reason, stopped.error)
            except ShopfloorError as exc:
                await self._save_unfinished(order, run, turn)
                return RunOutcome.failed(exc.as_work_order_error())
            except Exception as exc:
                logger.exception("turn_failed_unexpectedly", phase=turn.phase.value)
                await self._save_unfinished(order, run, turn)
                return RunOutcome.failed(unexpected_error(exc).as_work_order_error())
            return RunOutcome.done()

    async def finish(self, run_id: RunId, outcome: RunOutcome) -> None:
        self._stops.watch(run_id)
        order, run = await self._load(run_id)
        if run.kind is RunKind.REVIEW:
            await self._reviews.finish(run_id, outcome)
            return
        await asyncio.gather(self._close_bench(run_id), self._tell_the_forge(order, outcome))
        order = await self._store.write(lambda tx: settle_run(tx, run_id, outcome, _now()))
        self._stops.forget(run_id)
        self._description.sum_up_later(order)
        self._on_run_ended(order)

    async def _tell_the_forge(self, order: AgentWorkOrder, outcome: RunOutcome) -> None:
        await self._refresh_description(order)
        if outcome.status == "done":
            await self._issues.end(order, AgentWorkOrderStatus.COMPLETED, None)
        elif outcome.error is not None and outcome.status == "failed":
            await self._issues.end(order, AgentWorkOrderStatus.FAILED, outcome.error.message)

    async def _refresh_description(self, order: AgentWorkOrder) -> None:
        try:
            await self._description.refresh(order)
        except ShopfloorError as exc:
            logger.warning("pull_request_not_refreshed", error=exc.message)

    async def close(self) -> None:
        """Called when the server stops: agents die, runs stay as they are and go on at the next start."""
        self._stops.request_all()
        for run_id in self._stops.runs:
            await self._stops.wait_until_ended(run_id, 5.0)

    async def _load(self, run_id: RunId) -> tuple[AgentWorkOrder, Run]:
        def read(tx: Any) -> tuple[AgentWorkOrder, Run]:
            run = tx.runs.get(run_id)
            return tx.orders.get(run.agent_work_order_id), run

        return await self._store.read(read)

    async def _work(self, order: AgentWorkOrder, run: Run, turn: Turn) -> None:
        if await self._turns.skip_withdrawn(run, turn):
            return
        bench = self._benches.get(run.run_id)
        if bench is None:
            order = await self._issues.begin(order)
            bench = self._benches[run.run_id] = await self._furnish(order)
        await self._turns.take(bench, order, run, turn)

    async def _furnish(self, order: AgentWorkOrder) -> Workbench:
        order_id = order.agent_work_order_id

        async def make() -> Workbench:
            """Of the order as it is now: the try before may have cut its branch."""
            return await self._workbenches.make(await self._store.read(lambda tx: tx.orders.get(order_id)))

        return await self._patience.with_retries(order_id, "start the agent", make)

    async def _save_unfinished(self, order: AgentWorkOrder, run: Run, turn: Turn) -> None:
        """First the agent dies, then what it left is committed: the other way round it could still write."""
        try:
            bench = self._benches.get(run.run_id) or await self._workbenches.revisit(order)
            if bench is None:
                return
            await bench.close_agent()
            events = await self._delivery.save_unfinished(bench, order, run.run_id, turn.phase, bench.agent.co_author)
            if events:
                await self._journal.append(order.agent_work_order_id, *events)
        except ShopfloorError as exc:
            logger.warning("unfinished_work_not_committed", error=exc.message)

    async def _abandon(self, run_id: RunId) -> None:
        await self._close_bench(run_id)
        self._stops.forget(run_id)

    async def _close_bench(self, run_id: RunId) -> None:
        if bench := self._benches.pop(run_id, None):
            await bench.close_agent()


def _now() -> datetime:
    return datetime.now(UTC)
