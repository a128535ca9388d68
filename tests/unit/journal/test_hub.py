import asyncio
from collections.abc import Mapping

import pytest
from tests.support.work_orders import NOON

from shopfloor.domain.events import BoardNotice, Event, EventType, LiveDelta, level_of
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.errors import SlowSubscriber
from shopfloor.event_journal.hub import JournalHub

ORDER, OTHER = AgentWorkOrderId("wo-1"), AgentWorkOrderId("wo-2")


def event(
    seq: int,
    kind: EventType = EventType.AGENT_MESSAGE,
    order: AgentWorkOrderId = ORDER,
    payload: Mapping[str, object] | None = None,
) -> Event:
    return Event(order, seq, seq, NOON, kind, level_of(kind), payload or {})


def delta(offset: int, text: str, message_id: str = "m1") -> LiveDelta:
    return LiveDelta(ORDER, "agent_message_delta", message_id, offset, text)


def snapshot(seq: int, text: str, *, offset: int = 0, **more: object) -> Event:
    return event(seq, payload={"message_id": "m1", "offset": offset, "text": text, **more})


async def test_what_is_never_stored_is_not_forgotten_for_what_is_read() -> None:
    hub, notice = JournalHub(), BoardNotice(ProjectId("p"), TaskId("t"))
    with hub.subscribe(None) as subscription:
        hub.publish_notice(notice)
        hub.publish([event(1, EventType.AGENT_WORK_ORDER_STARTED)])
        subscription.clear()
        assert await subscription.wait(1)
        assert subscription.take() == [notice]


async def test_a_subscriber_gets_what_is_said_of_its_order_in_order() -> None:
    hub = JournalHub()
    with hub.subscribe(ORDER) as subscription:
        hub.publish([event(1), event(1, order=OTHER)])
        hub.publish_delta(delta(0, "a"))
        hub.publish([event(2)])
        assert await subscription.wait(1)
        assert subscription.take() == [event(1), delta(0, "a"), event(2)]
        assert subscription.take() == []
        assert not await subscription.wait(0)


async def test_a_subscriber_to_everything_gets_the_coarse_events() -> None:
    hub = JournalHub()
    created = event(1, EventType.AGENT_WORK_ORDER_CREATED, OTHER)
    with hub.subscribe(None) as subscription:
        hub.publish([event(1), created])
        hub.publish_delta(delta(0, "a"))
        assert subscription.take() == [created]


async def test_a_waiting_subscriber_is_woken() -> None:
    hub = JournalHub()
    with hub.subscribe(ORDER) as subscription:
        waiting = asyncio.create_task(subscription.wait(60))
        await asyncio.sleep(0)
        hub.publish([event(1)])
        assert await waiting


@pytest.mark.parametrize("size", [1, 1000])
async def test_a_slow_subscriber_is_cut_off_and_the_others_are_not(size: int) -> None:
    hub = JournalHub(max_items=100, max_weight=20_000)
    with hub.subscribe(ORDER) as slow, hub.subscribe(ORDER) as quick:
        for number in range(101):
            hub.publish_delta(delta(number * size, "x" * size))
            quick.take()
        assert await slow.wait(0)
        with pytest.raises(SlowSubscriber):
            slow.take()
        hub.publish([event(1)])
        assert quick.take() == [event(1)]


async def test_after_the_end_nothing_is_queued_for_a_subscriber() -> None:
    hub = JournalHub()
    with hub.subscribe(ORDER) as subscription:
        pass
    hub.publish([event(1)])
    assert subscription.take() == []


async def test_closing_ends_all_subscriptions() -> None:
    hub = JournalHub()
    with hub.subscribe(ORDER) as one, hub.subscribe(None) as two:
        waiting = [asyncio.create_task(subscription.wait(60)) for subscription in (one, two)]
        hub.close()
        assert await asyncio.gather(*waiting) == [True, True]
        assert one.closed
        assert two.closed
    with hub.subscribe(ORDER) as late:
        assert late.closed


def test_open_messages_hold_the_text_so_far() -> None:
    hub = JournalHub()
    hub.publish_delta(delta(0, "Hello "))
    hub.publish_delta(delta(6, "world"))
    assert hub.open_messages(ORDER) == [LiveDelta(ORDER, "agent_message_open", "m1", 0, "Hello world")]
    assert hub.open_messages(OTHER) == []
    hub.publish([snapshot(1, "Hello", final=False)])
    assert len(hub.open_messages(ORDER)) == 1
    hub.publish([snapshot(2, "Hello world", final=True)])
    assert hub.open_messages(ORDER) == []


def test_a_part_that_was_kept_is_no_longer_open() -> None:
    hub = JournalHub()
    hub.publish_delta(delta(0, "12345"))
    hub.publish_delta(delta(5, "678"))
    hub.publish([snapshot(1, "12345", final=True, continues=True)])
    assert hub.open_messages(ORDER) == [LiveDelta(ORDER, "agent_message_open", "m1", 5, "678")]
    hub.publish([snapshot(2, "678", offset=5, final=True)])
    assert hub.open_messages(ORDER) == []


def test_nothing_is_open_after_the_end_of_an_order() -> None:
    hub = JournalHub()
    hub.publish_delta(delta(0, "cut sh"))
    hub.publish([event(1, EventType.AGENT_WORK_ORDER_FAILED)])
    assert hub.open_messages(ORDER) == []
