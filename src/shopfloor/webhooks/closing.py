"""A pull request was closed, merged or turned on its forge. With the merge its task is done; its sandbox goes."""

from collections.abc import Callable

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.pull_request import PullRequestStanding, PullRequestState
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

        what = PullRequestStanding.MERGED if is_merged else PullRequestStanding.CLOSED
        return done(f"Pull request #{order.pull_request_number} {what}.", lambda tx: _record(tx, order, what), tell)

    def turn(self, order: AgentWorkOrder, *, is_draft: bool) -> Decision:
        what = PullRequestStanding.DRAFT if is_draft else PullRequestStanding.OPEN
        return done(f"Pull request #{order.pull_request_number} is {what}.", lambda tx: _record(tx, order, what))


def _record(tx: Transaction, order: AgentWorkOrder, what: PullRequestStanding) -> None:
    """What we did ourselves is told back to us, and is no news."""
    order_id = order.agent_work_order_id
    is_merged, is_draft = what is PullRequestStanding.MERGED, what is PullRequestStanding.DRAFT
    if tx.orders.get(order_id).pull_request_state is not what:
        event_type = EventType.PULL_REQUEST_MERGED if is_merged else EventType.PULL_REQUEST_UPDATED
        state = PullRequestState.OPEN if is_draft else PullRequestState(what.value)
        facts = {"pull_request_number": order.pull_request_number, "state": state.value, "is_draft": is_draft}
        tx.orders.update(order_id, pull_request_state=what)
        tx.journal.append(order_id, [NewEvent(event_type, facts)])
    if is_merged:
        _finish_task(tx, order_id)


def _finish_task(tx: Transaction, order_id: AgentWorkOrderId) -> None:
    task = tx.tasks.of_order(order_id)
    if task is not None and task.status in _REVIEWED:
        top = tx.tasks.place_at_top(task.project_id, TaskStatus.DONE)
        tx.tasks.update(task.task_id, expect_status=_REVIEWED, status=TaskStatus.DONE, position=top, error=None)
