"""What an agent's session had cost when it last told: agents count on from there when it is taken up again."""

from shopfloor.domain.events import EventType
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import AgentWorkflowPhase
from shopfloor.state_manager.store import Reader

_MOST_REPORTS = 500


def session_cost(tx: Reader, order_id: AgentWorkOrderId, agent_session_id: str) -> float | None:
    """None where it is not known. Reviews of the order are sessions of their own."""
    begun = tx.journal.newest(order_id, 1, {EventType.AGENT_SESSION_STARTED})
    if not begun or begun[0].payload.get("agent_session_id") != agent_session_id:
        return None
    for event in tx.journal.newest(order_id, _MOST_REPORTS, {EventType.AGENT_USAGE}, after=begun[0].seq):
        cost = event.payload.get("session_cost_usd")
        if event.payload.get("phase") != AgentWorkflowPhase.REVIEWING and isinstance(cost, int | float):
            return float(cost)
    return None
