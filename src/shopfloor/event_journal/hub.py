"""Fan-out inside the process: who follows an order is told what was stored, and what is being said right now."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from shopfloor.domain.events import CONVERSATION, ENDING, Event, LiveDelta, Notice
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import SlowSubscriber
from shopfloor.event_journal.open_messages import OpenMessages

Sink = Callable[[Sequence[Event]], None]
Item = Event | LiveDelta | Notice

_SMALL = 200


def _weight(item: Item) -> int:
    """About how many characters an item keeps in memory."""
    if isinstance(item, LiveDelta):
        return len(item.text)
    if isinstance(item, Notice):
        return _SMALL
    return _SMALL + sum(len(value) for value in item.payload.values() if isinstance(value, str))


class Subscription:
    """A bounded queue for one reader. A reader that lets it run full is cut off and has to come back."""

    def __init__(
        self, hub: "JournalHub", order_id: AgentWorkOrderId | None, *, max_items: int, max_weight: int
    ) -> None:
        self.order_id = order_id
        self._hub = hub
        self._items: deque[Item] = deque()
        self._weight = 0
        self._max_items = max_items
        self._max_weight = max_weight
        self._wake = asyncio.Event()
        self._cut_off = False
        self.closed = False

    def put(self, item: Item) -> None:
        if self._cut_off:
            return
        self._items.append(item)
        self._weight += _weight(item)
        if len(self._items) > self._max_items or self._weight > self._max_weight:
            self._items.clear()
            self._cut_off = True
        self._wake.set()

    async def wait(self, timeout_seconds: float) -> bool:
        """True as soon as there is something to take, or nothing will come any more; False after the time given."""
        if not self._wake.is_set():
            try:
                async with asyncio.timeout(timeout_seconds):
                    await self._wake.wait()
            except TimeoutError:
                return False
        return True

    def take(self) -> list[Item]:
        """All that has come. Raises SlowSubscriber once something was lost."""
        if self._cut_off:
            raise SlowSubscriber("This reader fell too far behind.", hint="Connect again, naming the last event seen.")
        items = list(self._items)
        self._items.clear()
        self._weight = 0
        if not self.closed:
            self._wake.clear()
        return items

    def clear(self) -> None:
        """Forgets what has come, for a reader that is about to read it from the database; notices are not there."""
        self._cut_off = False
        for item in self.take():
            if isinstance(item, Notice):
                self.put(item)

    def close(self) -> None:
        self.closed = True
        self._wake.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hub.unsubscribe(self)


class JournalHub:
    """Used on the event loop only; the store publishes here after each commit, in the order of the commits."""

    def __init__(self, *, max_items: int = 4096, max_weight: int = 8 * 2**20) -> None:
        self._limits = {"max_items": max_items, "max_weight": max_weight}
        self._by_order: dict[AgentWorkOrderId, set[Subscription]] = {}
        self._of_all: set[Subscription] = set()
        self._open: dict[AgentWorkOrderId, OpenMessages] = {}
        self._sinks: list[Sink] = []
        self._closed = False

    def attach(self, sink: Sink) -> None:
        """`sink` is called with all that is published; it must return at once."""
        self._sinks.append(sink)

    def subscribe(self, agent_work_order_id: AgentWorkOrderId | None) -> Subscription:
        """To one order, or (None) to the coarse events of all. Use it as a context manager."""
        subscription = Subscription(self, agent_work_order_id, **self._limits)
        if agent_work_order_id is None:
            self._of_all.add(subscription)
        else:
            self._by_order.setdefault(agent_work_order_id, set()).add(subscription)
        if self._closed:
            subscription.close()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        subscription.close()
        self._of_all.discard(subscription)
        if subscription.order_id is not None and (others := self._by_order.get(subscription.order_id)) is not None:
            others.discard(subscription)
            if not others:
                del self._by_order[subscription.order_id]

    def publish(self, events: Sequence[Event]) -> None:
        for event in events:
            self._settle(event)
            for subscription in self._by_order.get(event.agent_work_order_id, ()):
                subscription.put(event)
            if event.type not in CONVERSATION:
                for subscription in self._of_all:
                    subscription.put(event)
        for sink in self._sinks:
            sink(events)

    def publish_delta(self, delta: LiveDelta) -> None:
        self._open.setdefault(delta.agent_work_order_id, OpenMessages()).add(delta)
        for subscription in self._by_order.get(delta.agent_work_order_id, ()):
            subscription.put(delta)

    def publish_notice(self, notice: Notice) -> None:
        for subscription in self._of_all:
            subscription.put(notice)

    def open_messages(self, agent_work_order_id: AgentWorkOrderId) -> list[LiveDelta]:
        """What is being said in this moment, each with all its text that no final snapshot holds yet."""
        messages = self._open.get(agent_work_order_id)
        return [] if messages is None else messages.as_deltas(agent_work_order_id)

    def close(self) -> None:
        """Ends all subscriptions, so that a server can stop though somebody still listens."""
        self._closed = True
        for subscription in [*self._of_all, *(one for some in self._by_order.values() for one in some)]:
            subscription.close()

    def _settle(self, event: Event) -> None:
        messages = self._open.get(event.agent_work_order_id)
        if messages is None:
            return
        messages.settle(event)
        if event.type in ENDING or messages.is_empty():
            del self._open[event.agent_work_order_id]
