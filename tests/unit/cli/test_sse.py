import json

from hypothesis import given
from hypothesis import strategies as st

from shopfloor.cli.sse import StreamEvent, parse_events


def test_durable_events_have_a_number_and_deltas_have_none() -> None:
    durable = b': heartbeat\n\nid: 7\nevent: git_push_completed\ndata: {"a":1}\n\n'
    streamed = b'event: agent_message_delta\ndata: {"text":"x"}\n\n'
    assert list(parse_events([durable + streamed])) == [
        StreamEvent("git_push_completed", 7, {"a": 1}),
        StreamEvent("agent_message_delta", None, {"text": "x"}),
    ]


def test_an_event_that_was_cut_off_is_not_delivered() -> None:
    assert list(parse_events([b'id: 1\nevent: a\ndata: {"x":1}\n\nid: 2\nevent: b\ndata: {"x"'])) == [
        StreamEvent("a", 1, {"x": 1})
    ]


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]))), size=st.integers(1, 7))
def test_texts_arrive_as_they_were_sent_however_the_bytes_are_cut(texts: list[str], size: int) -> None:
    wire = b"".join(
        f"event: agent_message_delta\ndata: {json.dumps({'text': text}, ensure_ascii=False)}\n\n".encode()
        for text in texts
    )
    chunks = [wire[start : start + size] for start in range(0, len(wire), size)]
    assert [event.data["text"] for event in parse_events(chunks)] == texts
