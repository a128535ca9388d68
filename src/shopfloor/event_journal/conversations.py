"""The conversation of a work order, read from its journal."""

from shopfloor.domain.conversation import CONVERSATIONAL, Conversation, Message
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.state_manager.store import Reader, Store

_PAGE = 1000


class Conversations:
    def __init__(self, *, store: Store) -> None:
        self._store = store

    async def page(self, order_id: AgentWorkOrderId, *, after: int, limit: int) -> tuple[list[Message], int, bool]:
        """Messages that stand after that number, how many there are in all, and whether more follow."""
        messages = await self._store.read(lambda tx: read_conversation(tx, order_id).messages())
        later = [message for message in messages if message.seq > after]
        return later[:limit], len(messages), len(later) > limit


def read_conversation(tx: Reader, order_id: AgentWorkOrderId) -> Conversation:
    tx.orders.get(order_id)
    conversation, after = Conversation(), 0
    while events := tx.journal.page(order_id, after, _PAGE, types=CONVERSATIONAL):
        conversation.take_all(events)
        after = events[-1].seq
    return conversation
