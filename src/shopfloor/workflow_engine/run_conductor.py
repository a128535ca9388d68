"""Carries out runs, turn by turn, as often as crashes make it need to."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

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
from shopfloor.workflow_engine.standing import Standing, standing_of
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
        outcome, standing = RunOutcome.done(), await self._load(run_id)
        if standing.run.kind is RunKind.REVIEW:
            await self._reviews.carry_out(run_id)
            return
        if standing.run.kind in _GOING_ON and not standing.run.turns_done:
            outcome = await self._bring_out_the_rest(*standing)
            standing = await self._load(run_id)
        while outcome.status == "done" and standing.run.remaining_turns:
            outcome, settled = await self._take_turn(*standing, standing.run.remaining_turns[0])
            standing = settled or await self._load(run_id)
        await self._finish(run_id, outcome, standing.order)

    async def _bring_out_the_rest(self, order: AgentWorkOrder, run: Run) -> RunOutcome:
        """A retry begins with what the run before it committed and could not deliver."""
        try:
            events = await self._stops.obey(run.run_id, self._delivery.publish_rest(order))
        except RunStopped as stopped:
            return RunOutcome.stopped(stopped.kind, stopped.reason, stopped.error)
        except ShopfloorError as exc:
            return RunOutcome.failed(exc.as_work_order_error())
        if events:
            await self._journal.append(order.agent_work_order_id, *events)
        return RunOutcome.done()

    async def _take_turn(self, order: AgentWorkOrder, run: Run, turn: Turn) -> tuple[RunOutcome, Standing | None]:
        """Where it was done, also how things stand after it."""
        run_id = run.run_id
        with structlog.contextvars.bound_contextvars(agent_work_order_id=order.agent_work_order_id, run_id=run_id):
            try:
                if run.stop_requested:
                    raise RunStopped(run.stop_requested)
                return RunOutcome.done(), await self._stops.obey(run_id, self._work(order, run, turn))
            except asyncio.CancelledError:
                await asyncio.shield(self._abandon(run_id))
                raise
            except RunStopped as stopped:
                await self._save_unfinished(order, run, turn, in_a_hurry=True)
                return RunOutcome.stopped(stopped.kind, stopped.reason, stopped.error), None
            except ShopfloorError as exc:
                await self._save_unfinished(order, run, turn)
                return RunOutcome.failed(exc.as_work_order_error()), None
            except Exception as exc:
                logger.exception("turn_failed_unexpectedly", phase=turn.phase.value)
                await self._save_unfinished(order, run, turn)
                return RunOutcome.failed(unexpected_error(exc).as_work_order_error()), None

    async def give_up(self, run_id: RunId, outcome: RunOutcome) -> None:
        """Ends a run that nobody carries out any more."""
        self._stops.watch(run_id)
        order, run = await self._load(run_id)
        if run.kind is RunKind.REVIEW:
            await self._reviews.finish(run_id, outcome)
        else:
            await self._finish(run_id, outcome, order)

    async def _finish(self, run_id: RunId, outcome: RunOutcome, order: AgentWorkOrder) -> None:
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

    async def _load(self, run_id: RunId) -> Standing:
        return await self._store.read(lambda tx: standing_of(tx, run_id))

    async def _work(self, order: AgentWorkOrder, run: Run, turn: Turn) -> Standing:
        if skipped := await self._turns.skip_withdrawn(run, turn):
            return skipped
        bench = self._benches.get(run.run_id)
        if bench is None:
            order = await self._issues.begin(order)
            bench = self._benches[run.run_id] = await self._furnish(order)
        return await self._turns.take(bench, order, run, turn)

    async def _furnish(self, order: AgentWorkOrder) -> Workbench:
        order_id, is_first = order.agent_work_order_id, True

        async def make() -> Workbench:
            """Of the order as it is now: the try before may have cut its branch."""
            nonlocal is_first
            current = order if is_first else await self._store.read(lambda tx: tx.orders.get(order_id))
            is_first = False
            return await self._workbenches.make(current)

        return await self._patience.with_retries(order_id, "start the agent", make)

    async def _save_unfinished(self, order: AgentWorkOrder, run: Run, turn: Turn, *, in_a_hurry: bool = False) -> None:
        """First the agent dies, then what it left is committed: the other way round it could still write."""
        try:
            bench = self._benches.get(run.run_id) or await self._workbenches.revisit(order)
            if bench is None:
                return
            await bench.close_agent()
            await self._delivery.save_unfinished(
                bench, order, run.run_id, turn.phase, bench.agent.co_author, in_a_hurry=in_a_hurry
            )
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
