"""Replay and live as one stream: subscribe, then read, then tell apart by number.

While it replays, a follower throws away what the hub queued before each read: that is in the database by then. So a
long replay needs no long queue.
"""

from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from datetime import datetime

from shopfloor.domain.events import Event, LiveDelta, Notice
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.event_journal.hub import Item, JournalHub, Subscription
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.store import Reader, Store

_PAGE = 200


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened for a while: the connection is alive."""

    at: datetime


class OrderFollower:
    def __init__(
        self,
        store: Store,
        hub: JournalHub,
        agent_work_order_id: AgentWorkOrderId,
        clock: Clock,
        heartbeat_seconds: float,
    ) -> None:
        self._store = store
        self._hub = hub
        self._order_id = agent_work_order_id
        self._clock = clock
        self._heartbeat_seconds = heartbeat_seconds
        self._last = 0

    async def follow(self, after: int) -> AsyncGenerator[Event | LiveDelta | Heartbeat, None]:
        with self._hub.subscribe(self._order_id) as subscription:
            self._last = min(after, await self._newest())
            while page := await self._page(subscription):
                for event in page:
                    yield event
            missed: list[Item] = [item for item in subscription.take() if isinstance(item, Event)]
            missed += self._hub.open_messages(self._order_id)
            for item in missed:
                async for each in self._in_sequence(item):
                    yield each
            while not subscription.closed:
                async for each_or_beat in self._next(subscription):
                    yield each_or_beat

    async def _next(self, subscription: Subscription) -> AsyncGenerator[Event | LiveDelta | Heartbeat, None]:
        if await subscription.wait(self._heartbeat_seconds):
            for item in subscription.take():
                async for each in self._in_sequence(item):
                    yield each
        else:
            for event in await self._page():
                yield event
            yield Heartbeat(self._clock())

    async def _in_sequence(self, item: Item) -> AsyncGenerator[Event | LiveDelta, None]:
        """The item if it is new. What another process wrote before it is read from the database."""
        if isinstance(item, LiveDelta):
            yield item
            return
        if isinstance(item, Notice):
            return
        while item.seq > self._last + 1:
            for event in await self._page():
                yield event
        if item.seq == self._last + 1:
            self._last = item.seq
            yield item

    async def _newest(self) -> int:
        return (await self._store.read(lambda reader: reader.orders.get(self._order_id))).last_event_seq

    async def _page(self, subscription: Subscription | None = None) -> list[Event]:
        after = self._last
        if subscription is not None:
            subscription.clear()

        def read(reader: Reader) -> list[Event]:
            page = reader.journal.page(self._order_id, after, _PAGE)
            if not page:
                reader.orders.get(self._order_id)  # an order that was deleted has no more to tell: NotFound
            return page

        page = await self._store.read(read)
        self._last = page[-1].seq if page else after
        return page


class AllFollower:
    """The coarse events of all orders. Positions follow the order of commits, so the last one seen says it all.

    Begins with a heartbeat: from then on nothing is missed, so what is read after it is up to date.
    """

    def __init__(self, store: Store, hub: JournalHub, clock: Clock, heartbeat_seconds: float) -> None:
        self._store = store
        self._hub = hub
        self._clock = clock
        self._heartbeat_seconds = heartbeat_seconds
        self._last = 0

    async def follow(self, after_position: int | None) -> AsyncGenerator[Event | Notice | Heartbeat, None]:
        with self._hub.subscribe(None) as subscription:
            newest = await self._store.read(lambda reader: reader.journal.last_position())
            self._last = newest if after_position is None else min(after_position, newest)
            yield Heartbeat(self._clock())
            while page := await self._page(subscription):
                for event in page:
                    yield event
            while not subscription.closed:
                if await subscription.wait(self._heartbeat_seconds):
                    for item in self._new(subscription.take()):
                        yield item
                    continue
                for event in await self._page():
                    yield event
                yield Heartbeat(self._clock())

    def _new(self, items: Iterable[Item]) -> Iterable[Event | Notice]:
        for item in items:
            if isinstance(item, Notice):
                yield item
            elif isinstance(item, Event) and item.position > self._last:
                self._last = item.position
                yield item

    async def _page(self, subscription: Subscription | None = None) -> list[Event]:
        after = self._last
        if subscription is not None:
            subscription.clear()
        page = await self._store.read(lambda reader: reader.journal.events_after_position(after, _PAGE))
        self._last = page[-1].position if page else after
        return page
