"""Following the journal: no gap, no double, whatever happens at the same time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

import pytest
from tests.support.work_orders import an_order

from shopfloor.domain.events import CONVERSATION, Event, EventType, LiveDelta, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import NotFound, SlowSubscriber
from shopfloor.event_journal.follower import Heartbeat
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store

SAID, STARTED, ENDED = EventType.AGENT_MESSAGE, EventType.WORKFLOW_PHASE_STARTED, EventType.AGENT_WORK_ORDER_COMPLETED
Stream = AsyncGenerator[Event | LiveDelta | Heartbeat, None]
T = TypeVar("T")


@pytest.fixture
async def order_id(store: Store) -> AgentWorkOrderId:
    order = an_order()
    await store.write(lambda tx: tx.orders.insert(order))
    return order.agent_work_order_id


async def until_end(stream: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
    async for item in stream:
        yield item
        if isinstance(item, Event) and item.type is ENDED:
            return


async def events_until_end(stream: Stream) -> list[Event]:
    async with aclosing(stream):
        return [item async for item in until_end(stream) if isinstance(item, Event)]


async def take(stream: Stream, count: int) -> list[Event | LiveDelta | Heartbeat]:
    return [await anext(stream) for _ in range(count)]


async def test_followers_that_join_at_any_time_miss_nothing_and_see_nothing_twice(
    store: Store, journal: Journal, order_id: AgentWorkOrderId
) -> None:
    async def write(number: int) -> None:
        for step in range(20):
            await journal.append(order_id, NewEvent(SAID, {"by": number, "step": step}))

    writers = [asyncio.create_task(write(number)) for number in range(10)]
    followers = []
    for number in range(12):
        newest = (await store.read(lambda reader: reader.orders.get(order_id))).last_event_seq
        after = newest * (number % 3) // 2
        followers.append((after, asyncio.create_task(events_until_end(journal.follow(order_id, after=after)))))
    await asyncio.gather(*writers)
    await journal.append(order_id, NewEvent(ENDED))
    for after, follower in followers:
        assert [event.seq for event in await follower] == list(range(after + 1, 202))


async def test_a_follower_resumes_after_the_last_event_it_saw(journal: Journal, order_id: AgentWorkOrderId) -> None:
    await journal.append(order_id, *(NewEvent(SAID, {"n": n}) for n in range(450)))
    seen: list[int] = []
    for _ in range(6):
        async with aclosing(journal.follow(order_id, after=seen[-1] if seen else 0)) as stream:
            seen += [item.seq for item in await take(stream, 75) if isinstance(item, Event)]
    assert seen == list(range(1, 451))


async def test_a_follower_that_claims_to_have_seen_the_future_gets_what_comes_next(
    store: Store, hub: JournalHub, order_id: AgentWorkOrderId
) -> None:
    journal = Journal(store, hub, heartbeat_seconds=0.01)
    await journal.append(order_id, NewEvent(SAID))
    async with aclosing(journal.follow(order_id, after=999)) as stream:
        assert isinstance(await anext(stream), Heartbeat)
        await journal.append(order_id, NewEvent(ENDED))
        assert [event.seq for event in await events_until_end(stream)] == [2]


async def test_who_joins_in_the_middle_of_a_message_gets_its_text_so_far_then_the_rest(
    journal: Journal, hub: JournalHub, order_id: AgentWorkOrderId
) -> None:
    await journal.append(order_id, NewEvent(STARTED))
    hub.publish_delta(LiveDelta(order_id, "agent_message_delta", "m1", 0, "Hello "))
    hub.publish_delta(LiveDelta(order_id, "agent_message_delta", "m1", 6, "wor"))
    async with aclosing(journal.follow(order_id)) as stream:
        first, second = await take(stream, 2)
        assert isinstance(first, Event)
        assert second == LiveDelta(order_id, "agent_message_open", "m1", 0, "Hello wor")
        more = LiveDelta(order_id, "agent_message_delta", "m1", 9, "ld")
        hub.publish_delta(more)
        assert await take(stream, 1) == [more]


async def test_text_streamed_while_a_follower_joins_reaches_it_whole(
    journal: Journal, hub: JournalHub, order_id: AgentWorkOrderId
) -> None:
    await journal.append(order_id, *(NewEvent(SAID) for _ in range(250)))
    stop = False

    async def speak() -> int:
        said = 0
        while not stop:
            hub.publish_delta(LiveDelta(order_id, "agent_message_delta", "m1", said, "x"))
            said += 1
            await asyncio.sleep(0.0005)
        return said

    speaker = asyncio.create_task(speak())
    for _ in range(5):
        heard = 0
        async with aclosing(journal.follow(order_id, after=240)) as stream:
            async for item in stream:
                if isinstance(item, LiveDelta):
                    assert item.offset == heard
                    heard += len(item.text)
                    if item.type == "agent_message_delta" and heard > 50:
                        break
    stop = True
    await speaker


async def test_a_quiet_order_sends_heartbeats(store: Store, hub: JournalHub, order_id: AgentWorkOrderId) -> None:
    journal = Journal(store, hub, heartbeat_seconds=0.01)
    async with aclosing(journal.follow(order_id)) as stream:
        assert all(isinstance(item, Heartbeat) for item in await take(stream, 2))
    async with aclosing(journal.follow_all()) as everything:
        assert isinstance(await anext(everything), Heartbeat)


async def test_what_another_process_wrote_is_seen_too(
    store: Store, hub: JournalHub, database_url: str, order_id: AgentWorkOrderId
) -> None:
    journal = Journal(store, hub, heartbeat_seconds=0.02)
    elsewhere = Database(database_url)
    other = Store(elsewhere, JournalHub())
    async with aclosing(journal.follow(order_id)) as stream:
        assert isinstance(await anext(stream), Heartbeat)
        await other.write(lambda tx: tx.journal.append(order_id, [NewEvent(SAID), NewEvent(SAID)]))
        await journal.append(order_id, NewEvent(ENDED))
        events = [event.seq for event in await events_until_end(stream)]
    await elsewhere.close()
    assert events == [1, 2, 3]


async def test_an_unknown_or_deleted_order_is_not_found(
    store: Store, hub: JournalHub, order_id: AgentWorkOrderId
) -> None:
    journal = Journal(store, hub, heartbeat_seconds=0.01)
    with pytest.raises(NotFound):
        await anext(journal.follow(AgentWorkOrderId("wo-x")))
    async with aclosing(journal.follow(order_id)) as stream:
        await anext(stream)
        await store.write(lambda tx: tx.orders.delete(order_id))
        with pytest.raises(NotFound):
            await take(stream, 3)


async def test_a_follower_that_does_not_read_is_cut_off_and_can_come_back(database: Database) -> None:
    hub = JournalHub(max_items=50)
    store = Store(database, hub)
    journal = Journal(store, hub, heartbeat_seconds=0.01)
    order = an_order()
    order_id = order.agent_work_order_id
    await store.write(lambda tx: tx.orders.insert(order))
    await journal.append(order_id, NewEvent(STARTED))
    async with aclosing(journal.follow(order_id)) as stream:
        await anext(stream)
        assert isinstance(await anext(stream), Heartbeat)
        await journal.append(order_id, *(NewEvent(SAID) for _ in range(60)), NewEvent(ENDED))
        with pytest.raises(SlowSubscriber):
            await take(stream, 80)
    again = await events_until_end(journal.follow(order_id, after=1))
    assert [event.seq for event in again] == list(range(2, 63))


async def test_the_hubs_end_is_the_followers_end(journal: Journal, hub: JournalHub, order_id: AgentWorkOrderId) -> None:
    async def drain(stream: AsyncGenerator[object, None]) -> None:
        async for _ in stream:
            pass

    following = [asyncio.create_task(drain(journal.follow(order_id))), asyncio.create_task(drain(journal.follow_all()))]
    await asyncio.sleep(0)
    hub.close()
    await asyncio.gather(*following)


async def test_everything_is_followed_coarsely_and_without_gap(store: Store, journal: Journal) -> None:
    orders = [an_order() for _ in range(5)]
    for order in orders:
        await store.write(lambda tx, order=order: tx.orders.insert(order))  # type: ignore[misc]

    async def write(order_id: AgentWorkOrderId) -> None:
        for _ in range(15):
            await journal.append(order_id, NewEvent(SAID), NewEvent(STARTED), NewEvent(SAID))

    async def read(after: int) -> list[Event]:
        events: list[Event] = []
        async with aclosing(journal.follow_all(after_position=after)) as stream:
            while len(events) < 75:
                item = await anext(stream)
                if isinstance(item, Event):
                    events.append(item)
        return events

    writers = [asyncio.create_task(write(order.agent_work_order_id)) for order in orders]
    readers = []
    for _ in range(4):
        readers.append(asyncio.create_task(read(0)))
        await asyncio.sleep(0.005)
    await asyncio.gather(*writers)
    for reader in readers:
        events = await reader
        positions = [event.position for event in events]
        assert positions == sorted(set(positions))
        assert not {event.type for event in events} & CONVERSATION
        assert [event.position for event in await read(0)] == positions


async def test_following_all_from_now_on_leaves_out_the_past(
    store: Store, hub: JournalHub, order_id: AgentWorkOrderId
) -> None:
    journal = Journal(store, hub, heartbeat_seconds=0.01)
    await journal.append(order_id, NewEvent(STARTED))
    async with aclosing(journal.follow_all()) as stream:
        assert isinstance(await anext(stream), Heartbeat)
        await journal.append(order_id, NewEvent(ENDED))
        items = [item async for item in until_end(stream) if isinstance(item, Event)]
    assert [item.type for item in items] == [ENDED]
