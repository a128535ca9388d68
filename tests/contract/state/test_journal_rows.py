import asyncio
from collections.abc import Sequence

import pytest
from tests.support.work_orders import an_order

from shopfloor.domain.events import CONVERSATION, Event, EventType, NewEvent, level_of
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import NotFound
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.database import Database
from shopfloor.state_manager.store import Store, Transaction

SAID = EventType.AGENT_MESSAGE
STARTED = EventType.WORKFLOW_PHASE_STARTED


async def new_order(store: Store) -> AgentWorkOrderId:
    order = an_order()
    await store.write(lambda tx: tx.orders.insert(order))
    return order.agent_work_order_id


async def append(store: Store, order_id: AgentWorkOrderId, *events: NewEvent) -> list[Event]:
    return await store.write(lambda tx: tx.journal.append(order_id, events))


async def page(store: Store, order_id: AgentWorkOrderId, after: int = 0, limit: int = 1000) -> list[Event]:
    return await store.read(lambda reader: reader.journal.page(order_id, after, limit))


async def test_events_are_numbered_from_one_and_come_back_as_they_were(store: Store) -> None:
    order_id = await new_order(store)
    payload = {"text": "ü\0\ud800🛠", "number": 2**60, "nested": {"list": [1, None, True, 0.5]}}
    first = await append(store, order_id, NewEvent(STARTED, {"phase": "planning"}), NewEvent(SAID, payload))
    second = await append(store, order_id, NewEvent(EventType.AGENT_WORK_ORDER_FAILED))
    assert [event.seq for event in first + second] == [1, 2, 3]
    assert await page(store, order_id) == first + second
    assert first[1].payload == payload
    assert [event.level for event in first + second] == ["info", "debug", "error"]
    assert (await store.read(lambda reader: reader.orders.get(order_id))).last_event_seq == 3


async def test_a_roll_back_leaves_no_hole(store: Store) -> None:
    order_id = await new_order(store)

    def fail(tx: Transaction) -> None:
        tx.journal.append(order_id, [NewEvent(SAID)])
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.write(fail)
    assert [event.seq for event in await append(store, order_id, NewEvent(SAID))] == [1]


async def test_twenty_writers_to_one_order_leave_no_gap(store: Store, database_url: str) -> None:
    order_id = await new_order(store)
    second = Database(database_url)
    stores = [store, Store(second, JournalHub())]

    async def write(number: int) -> None:
        for _ in range(5):
            await append(
                stores[number % 2], order_id, NewEvent(SAID, {"by": number}), NewEvent(STARTED, {"by": number})
            )

    await asyncio.gather(*(write(number) for number in range(20)))
    await second.close()
    events = await page(store, order_id)
    assert [event.seq for event in events] == list(range(1, 201))
    positions = [event.position for event in events]
    assert positions == sorted(set(positions))


async def test_what_may_be_recorded_once_is_recorded_once(store: Store) -> None:
    order_id, other = await new_order(store), await new_order(store)
    once = NewEvent(EventType.AGENT_WORK_ORDER_STARTED, once="started")
    await asyncio.gather(*(append(store, order_id, once, NewEvent(SAID)) for _ in range(10)))
    assert await append(store, order_id, once) == []
    assert len(await append(store, order_id, NewEvent(STARTED, once="a"), NewEvent(STARTED, once="a"))) == 1
    assert len(await append(store, other, once)) == 1
    events = await page(store, order_id)
    assert [event.seq for event in events] == list(range(1, 13))
    assert [event.type for event in events].count(EventType.AGENT_WORK_ORDER_STARTED) == 1


async def test_an_unknown_order_takes_no_events(store: Store) -> None:
    with pytest.raises(NotFound):
        await append(store, AgentWorkOrderId("wo-x"), NewEvent(SAID))


async def test_pages_go_on_where_the_last_one_ended(store: Store) -> None:
    order_id = await new_order(store)
    stored = await append(store, order_id, *(NewEvent(SAID if n % 2 else STARTED) for n in range(10)))
    assert await page(store, order_id, after=3, limit=4) == stored[3:7]
    assert await page(store, order_id, after=10) == []
    only = await store.read(lambda reader: reader.journal.page(order_id, 2, 2, types={STARTED}))
    assert [event.seq for event in only] == [3, 5]
    loud = await store.read(lambda reader: reader.journal.page(order_id, 0, 100, level="info"))
    assert {event.type for event in loud} == {STARTED}
    counts = await store.read(
        lambda reader: (
            reader.journal.count(order_id),
            reader.journal.count(order_id, after=7),
            reader.journal.count(order_id, types={SAID}, level="info"),
        )
    )
    assert counts == (10, 3, 0)


async def test_logs_are_paged_from_a_level_on(store: Store) -> None:
    order_id = await new_order(store)
    types = [SAID, STARTED, EventType.GIT_WORK_RESCUED, EventType.AGENT_COMMAND_FAILED, STARTED]
    stored = await append(store, order_id, *map(NewEvent, types))
    entries, total = await store.read(lambda reader: reader.journal.logs(order_id, "info", 2, 1))
    assert (entries, total) == (stored[2:4], 4)
    entries, total = await store.read(lambda reader: reader.journal.logs(order_id, "warning", 100, 0))
    assert (entries, total) == (stored[2:4], 2)


async def test_positions_order_the_events_of_all_orders(store: Store) -> None:
    first, second = await new_order(store), await new_order(store)
    stored = [
        *(await append(store, first, NewEvent(STARTED))),
        *(await append(store, second, NewEvent(STARTED), NewEvent(SAID))),
        *(await append(store, first, NewEvent(STARTED))),
    ]
    after = await store.read(lambda reader: reader.journal.events_after_position(stored[0].position, 10, False))
    assert after == stored[1:]
    coarse = await store.read(lambda reader: reader.journal.events_after_position(0, 10))
    assert coarse == [event for event in stored if event.type not in CONVERSATION]
    assert await store.read(lambda reader: reader.journal.last_position()) == stored[-1].position


async def test_positions_are_not_used_again_after_a_deletion(store: Store) -> None:
    gone, kept = await new_order(store), await new_order(store)
    (last,) = await append(store, gone, NewEvent(STARTED))
    await store.write(lambda tx: tx.orders.delete(gone))
    (next_one,) = await append(store, kept, NewEvent(STARTED))
    assert next_one.position > last.position


async def test_secrets_are_neither_stored_nor_told(database: Database) -> None:
    hub = JournalHub()
    told: list[Event] = []
    hub.attach(told.extend)
    store = Store(database, hub, redactor=Redactor(["correct horse"]))
    order_id = await new_order(store)
    await append(store, order_id, NewEvent(STARTED, {"command": "echo correct horse", "GITHUB_TOKEN": "abc"}))
    expected = {"command": "echo [redacted]", "GITHUB_TOKEN": "[redacted]"}
    assert [event.payload for event in told] == [expected]
    assert [event.payload for event in await page(store, order_id)] == [expected]


async def test_events_are_told_in_order_after_the_commit_and_before_the_write_returns(
    store: Store, hub: JournalHub
) -> None:
    order_id = await new_order(store)
    told: list[Event] = []
    hub.attach(told.extend)

    async def write() -> None:
        stored = await append(store, order_id, NewEvent(SAID), NewEvent(SAID))
        assert told[-1].seq >= stored[-1].seq

    await asyncio.gather(*(write() for _ in range(25)))
    assert [event.seq for event in told] == list(range(1, 51))


async def test_events_of_a_cancelled_caller_are_told_if_they_were_stored(store: Store, hub: JournalHub) -> None:
    order_id = await new_order(store)
    told: list[Event] = []
    hub.attach(told.extend)
    for delay in range(20):
        caller = asyncio.create_task(append(store, order_id, NewEvent(SAID, {"delay": delay})))
        for _ in range(delay):
            await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait([caller])
    await append(store, order_id, NewEvent(STARTED))
    assert told == await page(store, order_id)


async def test_appends_that_fail_do_not_harm_those_beside_them(store: Store, journal: Journal) -> None:
    order_id = await new_order(store)
    targets: Sequence[AgentWorkOrderId] = [order_id, AgentWorkOrderId("wo-x"), order_id]
    outcomes = await asyncio.gather(
        *(journal.append(target, NewEvent(SAID)) for target in [*targets, *targets]), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), NotFound, type(None)] * 2
    assert [event.seq for event in await page(store, order_id)] == [1, 2, 3, 4]


@pytest.mark.parametrize("event_type", list(EventType))
def test_every_event_type_fits_its_column_and_has_a_level(event_type: EventType) -> None:
    assert len(event_type) <= 40
    assert level_of(event_type) in ("debug", "info", "warning", "error")
