"""How far a run and its order have come, as the database has it in this moment."""

from typing import NamedTuple

from shopfloor.domain.ids import RunId
from shopfloor.domain.runs import Run
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.state_manager.store import Reader, Transaction


class Standing(NamedTuple):
    order: AgentWorkOrder
    run: Run


def standing_of(tx: Reader | Transaction, run_id: RunId) -> Standing:
    run = tx.runs.get(run_id)
    return Standing(tx.orders.get(run.agent_work_order_id), run)
