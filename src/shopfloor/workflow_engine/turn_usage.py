"""What a turn used is written down with the events that tell of its end."""

from collections.abc import Sequence

from shopfloor.domain.events import NewEvent
from shopfloor.domain.turn_usage import TurnUsage
from shopfloor.domain.work_order import Usage
from shopfloor.state_manager.store import Transaction


def note_usage(tx: Transaction, used: TurnUsage, events: Sequence[NewEvent]) -> None:
    order_id = used.agent_work_order_id
    tx.turn_usage.add(used)
    if used.usage != Usage():
        tx.orders.update(order_id, usage=tx.orders.get(order_id).usage.plus(used.usage))
    tx.journal.append(order_id, events)
