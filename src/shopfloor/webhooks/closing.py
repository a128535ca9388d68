"""A pull request was closed or merged on its forge: its order's sandbox goes, its task is done."""

from collections.abc import Callable

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.task import TaskStatus
from shopfloor.domain.work_order import ENDED, AgentWorkOrder
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.webhooks.decision import Decision, done
from shopfloor.workflow_engine.workbench import WorkbenchMaker

_REVIEWED = frozenset({TaskStatus.AI_REVIEW, TaskStatus.HUMAN_REVIEW})


class Closing:
    def __init__(
        self,
        *,
        store: Store,
        workbenches: WorkbenchMaker,
        card_changed: Callable[[ProjectId, TaskId], None],
    ) -> None:
        self._store = store
        self._workbenches = workbenches
        self._card_changed = card_changed

    async def close(self, order: AgentWorkOrder, *, is_merged: bool) -> Decision:
        """An order that is under way keeps its sandbox: it gives it back at its end."""
        if order.status in ENDED:
            await self._workbenches.release(order)
        task = await self._store.read(lambda tx: tx.tasks.of_order(order.agent_work_order_id))

        def tell() -> None:
            if task is not None:
                self._card_changed(task.project_id, task.task_id)

        what = "merged" if is_merged else "closed"
        return done(f"Pull request #{order.pull_request_number} {what}.", lambda tx: _record(tx, order, what), tell)


def _record(tx: Transaction, order: AgentWorkOrder, what: str) -> None:
    order_id, is_merged = order.agent_work_order_id, what == "merged"
    if not (is_merged and tx.journal.count(order_id, types={EventType.PULL_REQUEST_MERGED})):
        event_type = EventType.PULL_REQUEST_MERGED if is_merged else EventType.PULL_REQUEST_UPDATED
        facts = {"pull_request_number": order.pull_request_number, "state": what}
        tx.journal.append(order_id, [NewEvent(event_type, facts)])
    if is_merged:
        _finish_task(tx, order_id)


def _finish_task(tx: Transaction, order_id: AgentWorkOrderId) -> None:
    task = tx.tasks.of_order(order_id)
    if task is not None and task.status in _REVIEWED:
        top = tx.tasks.place_at_top(task.project_id, TaskStatus.DONE)
        tx.tasks.update(task.task_id, expect_status=_REVIEWED, status=TaskStatus.DONE, position=top, error=None)
