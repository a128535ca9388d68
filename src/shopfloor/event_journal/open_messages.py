"""What an agent is in the middle of saying: the text that was streamed but is not yet in a final snapshot."""

from dataclasses import dataclass, field
from typing import Literal

from shopfloor.domain.events import Event, EventType, LiveDelta
from shopfloor.domain.ids import AgentWorkOrderId


@dataclass(slots=True)
class _OpenMessage:
    type: Literal["agent_message_open", "agent_thought_open"]
    offset: int
    pieces: list[str] = field(default_factory=list)

    def drop_before(self, offset: int) -> None:
        text = "".join(self.pieces)
        self.pieces = [text[max(0, offset - self.offset) :]]
        self.offset = max(offset, self.offset)


class OpenMessages:
    """Of one order. A follower that joins in the middle is given these, then the deltas that continue them."""

    def __init__(self) -> None:
        self._messages: dict[str, _OpenMessage] = {}

    def add(self, delta: LiveDelta) -> None:
        message = self._messages.get(delta.message_id)
        if message is None:
            is_thought = delta.type.startswith("agent_thought")
            message = _OpenMessage("agent_thought_open" if is_thought else "agent_message_open", delta.offset)
            self._messages[delta.message_id] = message
        message.pieces.append(delta.text)

    def settle(self, event: Event) -> None:
        """A final snapshot takes over the text it holds."""
        if event.type not in (EventType.AGENT_MESSAGE, EventType.AGENT_THOUGHT) or not event.payload.get("final"):
            return
        message_id = str(event.payload.get("message_id"))
        message = self._messages.get(message_id)
        if message is None:
            return
        if event.payload.get("continues"):
            message.drop_before(_end_of(event))
        else:
            del self._messages[message_id]

    def is_empty(self) -> bool:
        return not self._messages

    def as_deltas(self, agent_work_order_id: AgentWorkOrderId) -> list[LiveDelta]:
        return [
            LiveDelta(agent_work_order_id, message.type, message_id, message.offset, "".join(message.pieces))
            for message_id, message in self._messages.items()
        ]


def _end_of(event: Event) -> int:
    offset, text = event.payload.get("offset"), event.payload.get("text")
    return (offset if isinstance(offset, int) else 0) + len(str(text))
