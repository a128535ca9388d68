"""What a user can do with work orders. HTTP, command line and everything else call these."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.agents.offers import AgentOffers
from shopfloor.domain.admission import ORDINARY_RULES, RepositoryRules
from shopfloor.domain.ai_review import REVIEW_ENDED
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing, why_not
from shopfloor.domain.project import Project
from shopfloor.domain.runs import RunKind, RunStatus, StopKind
from shopfloor.domain.work_order import ACTIVE, AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import AgentGenerating, WrongMove
from shopfloor.preferences.preferences import Preferences
from shopfloor.sandbox_manager.sandbox_protocol import SandboxFactory
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.work_orders.creation import draw_up
from shopfloor.work_orders.requests import NewWorkOrder
from shopfloor.work_orders.stopping import wait_until_stopped
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.queueing import enqueue_run, file_order, turn_of
from shopfloor.workflow_engine.stop_board import StopBoard
from shopfloor.workflow_engine.workbench import WorkbenchMaker
from shopfloor.workflow_engine.workflow_definitions import first_turns

_CHOICES = frozenset({"model", "reasoning_effort", "mode"})
_UNDER_WAY = frozenset({AgentWorkOrderStatus.PENDING, *ACTIVE})


class WorkOrders:
    def __init__(
        self,
        *,
        store: Store,
        preferences: Preferences,
        catalogue: AgentCatalogue,
        offers: AgentOffers,
        sandboxes: SandboxFactory,
        workbenches: WorkbenchMaker,
        stops: StopBoard,
        naming: NamingDesk,
        wake_dispatcher: Callable[[], None],
        rules: RepositoryRules = ORDINARY_RULES,
    ) -> None:
        self._rules = rules
        self._store = store
        self._preferences = preferences
        self._catalogue = catalogue
        self._offers = offers
        self._sandboxes = sandboxes
        self._workbenches = workbenches
        self._stops = stops
        self._naming = naming
        self._wake = wake_dispatcher

    async def create_agent_work_order(self, request: NewWorkOrder) -> AgentWorkOrder:
        """One transaction, no git: the answer goes out at once, whatever the repository's size."""
        await self.check(request)
        order = await self._store.write(lambda tx: self.file(tx, request))
        self.begin_filed()
        if request.title is None:
            self._naming.order_filed(order)
        return order

    async def check(self, request: NewWorkOrder) -> None:
        """Raises what filing would raise, and ChoiceNotOffered, for which an agent may have to be asked."""
        project_id = request.project_id
        project = await self._store.read(lambda tx: tx.projects.get(project_id)) if project_id else None
        order = self._draw_up(request, project, _now())
        await self._offers.require(order.agent, order.choices)

    def file(self, tx: Transaction, request: NewWorkOrder) -> AgentWorkOrder:
        """As a part of somebody's transaction, who calls `begin_filed` after it."""
        now = _now()
        project = tx.projects.get(request.project_id) if request.project_id else None
        order = self._draw_up(request, project, now)
        return file_order(tx, order, first_turns(order.workflow_type), _created(order), now)

    def _draw_up(self, request: NewWorkOrder, project: Project | None, now: datetime) -> AgentWorkOrder:
        return draw_up(request, project, self._preferences.current, self._catalogue, self._sandboxes, self._rules, now)

    def begin_filed(self) -> None:
        self._wake()

    async def get(self, order_id: AgentWorkOrderId) -> AgentWorkOrder:
        return await self._store.read(lambda tx: tx.orders.get(order_id))

    async def list(self, **filters: Any) -> tuple[list[AgentWorkOrder], int]:
        return await self._store.read(lambda tx: tx.orders.list(**filters))

    async def update(self, order_id: AgentWorkOrderId, changes: Mapping[str, Any]) -> AgentWorkOrder:
        chosen = {name: value for name, value in changes.items() if name in _CHOICES}
        if chosen:
            order = await self.get(order_id)
            _refuse_while_generating(order)
            await self._offers.require(order.agent, replace(order, **chosen).choices)

        def write(tx: Transaction) -> AgentWorkOrder:
            order = tx.orders.get(order_id)
            if chosen:
                _refuse_while_generating(order)
            if changes.get("archived") and order.status in _UNDER_WAY:
                raise WrongMove("The work order is under way. Pause or cancel it before you archive it.")
            tx.journal.append(order_id, [NewEvent(EventType.AGENT_WORK_ORDER_UPDATED, _told(changes))])
            return tx.orders.update(order_id, updated_at=_now(), **changes)

        return await self._store.write(write)

    async def cancel(self, order_id: AgentWorkOrderId) -> AgentWorkOrder:
        return await self._stop(order_id, Move.CANCEL, StopKind.CANCEL)

    async def pause(self, order_id: AgentWorkOrderId) -> AgentWorkOrder:
        return await self._stop(order_id, Move.PAUSE, StopKind.PAUSE)

    async def resume(self, order_id: AgentWorkOrderId) -> AgentWorkOrder:
        return await self._go_on(order_id, RunKind.RESUME, Move.RESUME)

    async def retry(self, order_id: AgentWorkOrderId) -> AgentWorkOrder:
        return await self._go_on(order_id, RunKind.RETRY, Move.RETRY)

    async def delete(self, order_id: AgentWorkOrderId) -> None:
        """The order, its journal and its sandbox go; the branch and its pull request belong to the repository."""
        order = await self.get(order_id)
        if order.status in _UNDER_WAY:
            raise WrongMove("The work order is under way. Cancel it before you delete it.")
        reviews = await self._store.read(lambda tx: tx.ai_reviews.of_order(order_id))
        if any(review.status not in REVIEW_ENDED for review in reviews):
            raise WrongMove("An agent is reviewing the work order. Stop the review before you delete it.")
        await self._workbenches.release(order)
        await self._store.write(lambda tx: tx.orders.delete(order_id))

    async def _go_on(self, order_id: AgentWorkOrderId, kind: RunKind, move: Move) -> AgentWorkOrder:
        """A new run with the turns that the last one left."""

        def write(tx: Transaction) -> AgentWorkOrder:
            order = tx.orders.get(order_id)
            last = tx.runs.latest(order_id)
            turns = last.remaining_turns if last else first_turns(order.workflow_type)
            if not turns and (prompt := tx.prompts.next_queued(order_id)):
                turns = (turn_of(prompt),)
            return enqueue_run(tx, order, kind, turns, move, _now())

        order = await self._store.write(write)
        self._wake()
        return order

    async def _stop(self, order_id: AgentWorkOrderId, move: Move, kind: StopKind) -> AgentWorkOrder:
        """Answers when the agent is dead and the order has its new status."""
        run_id = await self._store.write(lambda tx: _request_stop(tx, order_id, move, kind))
        if run_id is not None:
            self._stops.request(run_id, kind)
            await wait_until_stopped(self._store, self._stops, run_id)
        return await self.get(order_id)


def _now() -> datetime:
    return datetime.now(UTC)


def _told(changes: Mapping[str, Any]) -> dict[str, Any]:
    limits = changes.get("limits")
    return {**changes, "limits": asdict(limits)} if limits is not None else dict(changes)


def _refuse_while_generating(order: AgentWorkOrder) -> None:
    if order.status in ACTIVE:
        raise AgentGenerating(
            "Model, effort and mode cannot change while the agent is working.",
            hint="Wait until it is done, or pause it first.",
        )


def _created(order: AgentWorkOrder) -> NewEvent:
    return NewEvent(
        EventType.AGENT_WORK_ORDER_CREATED,
        {
            "title": order.title,
            "repository_url": order.repository_url,
            "workflow_type": order.workflow_type.value,
            "sandbox_type": order.sandbox_type.value,
            "agent": order.agent,
            "model": order.model,
            "reasoning_effort": order.reasoning_effort,
            "mode": order.mode,
            "github_issue_number": order.github_issue_number,
            "initial_prompt": order.initial_prompt,
            "status": order.status.value,
        },
    )


def _request_stop(tx: Transaction, order_id: AgentWorkOrderId, move: Move, kind: StopKind) -> RunId | None:
    """The id of the run that must obey, or None where none is running and the order has its new status already."""
    order = tx.orders.get(order_id)
    status = next_status(order.status, move)
    if status is None:
        raise WrongMove(why_not(order.status, move))
    run = tx.runs.latest(order_id)
    asked = NewEvent(EventType.AGENT_WORK_ORDER_STOP_REQUESTED, {"kind": kind.value})
    if run is not None and run.status is RunStatus.RUNNING:
        tx.runs.update(run.run_id, stop_requested=kind)
        tx.journal.append(order_id, [asked])
        return run.run_id
    _end_at_once(tx, order, status, move, kind)
    return None


def _end_at_once(
    tx: Transaction, order: AgentWorkOrder, status: AgentWorkOrderStatus, move: Move, kind: StopKind
) -> None:
    order_id, now = order.agent_work_order_id, _now()
    run = tx.runs.latest(order_id)
    cancelled = kind is StopKind.CANCEL
    if run is not None and run.status is RunStatus.QUEUED:
        ended = RunStatus.CANCELLED if cancelled else RunStatus.PAUSED
        tx.runs.update(run.run_id, expect_status={RunStatus.QUEUED}, status=ended, ended_at=now)
    tx.orders.update(
        order_id,
        expect_status=statuses_allowing(move),
        status=status,
        updated_at=now,
        execution_completed_at=now if cancelled else None,
    )
    event_type = EventType.AGENT_WORK_ORDER_CANCELLED if cancelled else EventType.AGENT_WORK_ORDER_PAUSED
    tx.journal.append(order_id, [NewEvent(event_type, {"status": status.value})])
