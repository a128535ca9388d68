import asyncio
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import pytest
from tests.support.work_orders import an_order

from shopfloor.domain.agent_updates import AgentUpdate, PlanUpdate, RawUpdate, TextChunk, ToolCallUpdate, UsageUpdate
from shopfloor.domain.events import Event, EventType, LiveDelta, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkflowPhase, Usage
from shopfloor.errors import NotFound
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.turn_recorder import TurnRecorder
from shopfloor.state_manager.store import Store

SECRET = "correct horse battery"


@pytest.fixture
async def order_id(store: Store) -> AgentWorkOrderId:
    order = an_order()
    await store.write(lambda tx: tx.orders.insert(order))
    return order.agent_work_order_id


@pytest.fixture
def new_recorder(journal: Journal, hub: JournalHub, order_id: AgentWorkOrderId) -> Callable[[], TurnRecorder]:
    phase = AgentWorkflowPhase.IMPLEMENTING
    return lambda: TurnRecorder(journal, hub, order_id, RunId("r1"), phase, Redactor([SECRET]))


@pytest.fixture
def recorder(new_recorder: Callable[[], TurnRecorder]) -> TurnRecorder:
    return new_recorder()


async def stored(store: Store, order_id: AgentWorkOrderId) -> list[Event]:
    return await store.read(lambda reader: reader.journal.page(order_id, 0, 100_000))


async def record(recorder: TurnRecorder, *updates: AgentUpdate) -> None:
    for update in updates:
        await recorder.record(update)


def finals(events: list[Event]) -> list[tuple[str, object]]:
    return [(event.type.value, event.payload["text"]) for event in events if event.payload.get("final")]


def said(text: str) -> TextChunk:
    return TextChunk("message", text)


@asynccontextmanager
async def listening(journal: Journal, order_id: AgentWorkOrderId) -> AsyncIterator[list[Event | LiveDelta]]:
    """Collects what a client would get, until the order's end."""
    heard: list[Event | LiveDelta] = []

    async def listen() -> None:
        async with aclosing(journal.follow(order_id)) as stream:
            async for item in stream:
                if isinstance(item, Event | LiveDelta):
                    heard.append(item)
                if isinstance(item, Event) and item.type is EventType.AGENT_WORK_ORDER_COMPLETED:
                    return

    listener = asyncio.create_task(listen())
    await journal.append(order_id, NewEvent(EventType.AGENT_WORK_ORDER_STARTED))
    while not heard:
        await asyncio.sleep(0.005)
    yield heard
    await journal.append(order_id, NewEvent(EventType.AGENT_WORK_ORDER_COMPLETED))
    await listener


async def test_chunks_become_messages_and_thoughts(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await record(recorder, TextChunk("thought", "Hm"), TextChunk("thought", "m."), said("Hello "), said("world"))
    await record(recorder, ToolCallUpdate("t1", {"title": "ls", "status": "pending"}), said("Done."))
    summary = await recorder.close()
    events = await stored(store, order_id)
    assert [event.type for event in events] == ["agent_thought", "agent_message", "agent_tool_call", "agent_message"]
    assert finals(events) == [("agent_thought", "Hmm."), ("agent_message", "Hello world"), ("agent_message", "Done.")]
    assert (summary.answer_text, summary.tool_calls) == ("Done.", 1)
    assert len({event.payload.get("message_id") for event in events}) == 4
    assert {(event.payload["phase"], event.payload["run_id"]) for event in events} == {("implementing", "r1")}


async def test_updates_of_known_tool_calls_do_not_cut_a_message(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await record(recorder, ToolCallUpdate("t1", {"status": "pending"}), said("Wait"))
    await record(recorder, ToolCallUpdate("t1", {"status": "completed", "output": "ok"}), said(" for it."))
    await recorder.close()
    events = await stored(store, order_id)
    assert finals(events) == [("agent_message", "Wait for it.")]
    calls = [event.payload for event in events if event.type is EventType.AGENT_TOOL_CALL]
    assert (calls[-1]["status"], calls[-1]["output"]) == ("completed", "ok")


async def test_what_a_client_hears_live_is_what_is_stored(
    store: Store, journal: Journal, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    chunks = [f"word{number} " * (number % 7) for number in range(300)]
    async with listening(journal, order_id) as heard:
        for number, chunk in enumerate(chunks):
            await recorder.record(said(chunk))
            if number % 40 == 0:
                await asyncio.sleep(0.012)
        await recorder.close()
    deltas = [item for item in heard if isinstance(item, LiveDelta)]
    assert "".join(delta.text for delta in deltas) == "".join(chunks)
    offset = 0
    for delta in deltas:
        assert delta.offset == offset
        offset += len(delta.text)
    assert finals(await stored(store, order_id))[0] == ("agent_message", "".join(chunks))
    positions = [index for index, item in enumerate(heard) if isinstance(item, Event) and item.payload.get("final")]
    assert not any(isinstance(item, LiveDelta) for item in heard[positions[0] :])


async def test_the_first_word_is_told_at_once(
    hub: JournalHub, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    with hub.subscribe(order_id) as subscription:
        await recorder.record(said("Hello"))
        assert [item.text for item in subscription.take() if isinstance(item, LiveDelta)] == ["Hello"]
    await recorder.close()


async def test_an_open_message_is_kept_while_it_is_being_said(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await recorder.record(said("A long story"))
    while not (events := await stored(store, order_id)):
        await asyncio.sleep(0.02)
    assert (events[0].payload["text"], events[0].payload["final"]) == ("A long story", False)
    await recorder.record(said(" ends."))
    await recorder.close()
    events = await stored(store, order_id)
    assert [(event.payload["part"], event.payload["text"]) for event in events][-1] == (1, "A long story ends.")
    assert len({event.payload["message_id"] for event in events}) == 1


async def test_a_hundred_thousand_chunks_lose_nothing(
    store: Store, journal: Journal, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    async with listening(journal, order_id) as heard:
        for number in range(100_000):
            await recorder.record(said(f"{number} "))
        await recorder.close()
    expected = "".join(f"{number} " for number in range(100_000))
    parts = [str(text) for _, text in finals(await stored(store, order_id))]
    assert "".join(parts) == expected
    assert max(map(len, parts)) <= 65_536
    offset = 0
    for delta in heard:
        if isinstance(delta, LiveDelta):
            assert delta.text == expected[delta.offset : delta.offset + len(delta.text)]
            assert delta.offset == offset
            offset += len(delta.text)
    assert offset == len(expected)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_flood_needs_little_memory(recorder: TurnRecorder) -> None:
    tracemalloc.start()
    for _ in range(20_000):
        await recorder.record(said("a few words and more words, " * 10))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    await recorder.close()
    assert peak < 10 * 2**20


async def test_a_huge_chunk_is_kept_whole(store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId) -> None:
    text = "line of text\n" * 40_000
    await record(recorder, said(text))
    summary = await recorder.close()
    assert "".join(str(part) for _, part in finals(await stored(store, order_id))) == text
    assert summary.answer_text == text[:65_536]


async def test_a_secret_in_pieces_is_neither_told_nor_stored(
    store: Store, journal: Journal, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    token = "ghp_" + "a1B2" * 9
    text = f"The password is {SECRET}, the token {token}, and that is all."
    async with listening(journal, order_id) as heard:
        for character in text:
            await recorder.record(said(character))
            await asyncio.sleep(0.0015)
        await recorder.close()
    expected = "The password is [redacted], the token [redacted], and that is all."
    assert "".join(item.text for item in heard if isinstance(item, LiveDelta)) == expected
    assert finals(await stored(store, order_id)) == [("agent_message", expected)]
    for piece in ("correct", "horse", "battery", "ghp_", "a1B2"):
        assert piece not in str(heard)


async def test_tool_output_is_redacted_capped_and_coalesced(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await record(recorder, ToolCallUpdate("t1", {"title": f"echo {SECRET}", "status": "in_progress"}))
    for number in range(500):
        await recorder.record(ToolCallUpdate("t1", {"output": "x" * 1000 * number}))
    await record(recorder, ToolCallUpdate("t1", {"status": "completed"}))
    await recorder.close()
    payloads = [event.payload for event in await stored(store, order_id)]
    assert payloads[-1]["title"] == "echo [redacted]"
    assert payloads[-1]["status"] == "completed"
    assert payloads[-1]["truncated"] is True
    assert len(str(payloads[-1]["output"])) <= 65_536
    assert len(payloads) < 100


async def test_plans_usage_and_unknown_updates_are_kept(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await record(recorder, PlanUpdate(({"content": "Read", "status": "pending"},)))
    await record(recorder, RawUpdate("current_mode_update", {"mode": "x" * 100_000}))
    await record(recorder, UsageUpdate(Usage(input_tokens=5)), UsageUpdate(Usage(input_tokens=9, cost_usd=0.5)))
    await recorder.close()
    events = {event.type: event.payload for event in await stored(store, order_id)}
    assert events[EventType.AGENT_PLAN]["entries"] == [{"content": "Read", "status": "pending"}]
    assert events[EventType.AGENT_USAGE]["input_tokens"] == 9
    assert events[EventType.AGENT_UPDATE]["name"] == "current_mode_update"
    assert events[EventType.AGENT_UPDATE]["truncated"] is True
    assert events[EventType.AGENT_USAGE]["cost_usd"] == 0.5


async def test_two_turns_of_one_run_do_not_mix_their_messages(
    store: Store, new_recorder: Callable[[], TurnRecorder], order_id: AgentWorkOrderId
) -> None:
    for text in ("first try", "second try"):
        recorder = new_recorder()
        await recorder.record(said(text))
        await recorder.close()
    assert len({event.payload["message_id"] for event in await stored(store, order_id)}) == 2


async def test_closing_twice_is_closing_once(store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId) -> None:
    await recorder.record(said("once"))
    assert await recorder.close() == await recorder.close()
    assert len(await stored(store, order_id)) == 1


async def test_a_journal_that_fails_is_not_passed_over(
    store: Store, recorder: TurnRecorder, order_id: AgentWorkOrderId
) -> None:
    await store.write(lambda tx: tx.orders.delete(order_id))
    await recorder.record(said("to nobody"))
    with pytest.raises(NotFound):
        await recorder.close()
