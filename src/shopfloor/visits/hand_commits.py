"""What a person changed in the sandbox of an order that rests, into a commit of hers and out."""

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import ACTIVE, AgentWorkOrderStatus
from shopfloor.errors import WrongMove
from shopfloor.event_journal.journal import Journal
from shopfloor.git_operations.commits import Commit
from shopfloor.state_manager.store import Store
from shopfloor.visits.visits import Visits
from shopfloor.workflow_engine.delivery import Delivery, committed
from shopfloor.workflow_engine.workbench import WorkbenchMaker


class HandCommits:
    def __init__(
        self, *, store: Store, journal: Journal, visits: Visits, workbenches: WorkbenchMaker, delivery: Delivery
    ) -> None:
        self._store = store
        self._journal = journal
        self._visits = visits
        self._workbenches = workbenches
        self._delivery = delivery

    async def commit(self, order_id: AgentWorkOrderId, subject: str | None) -> Commit | None:
        """None where nothing was changed. While an agent works, it is done for her before the agent's next turn."""
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        if order.status in ACTIVE or order.status is AgentWorkOrderStatus.PENDING:
            raise WrongMove("The agent is at work: your changes are committed before its next turn.")
        await (await self._visits.sandbox(order_id)).note_visit()
        bench = await self._workbenches.revisit(order)
        commit = await self._delivery.commit_by_hand(bench, subject) if bench else None
        if bench is None or commit is None:
            return None
        events = await self._delivery.publish(bench, order, commit.sha, [committed(bench, commit, None)])
        await self._journal.append(order_id, *events)
        return commit
