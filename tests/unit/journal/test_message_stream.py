from hypothesis import given, settings
from hypothesis import strategies as st

from shopfloor.domain.redaction import Redactor
from shopfloor.event_journal.capped import Capped
from shopfloor.event_journal.message_stream import PART_SIZE, MessageStream, Said, Snapshot

REDACTOR = Redactor(["hunter2"])


def a_stream() -> MessageStream:
    return MessageStream("m1", "message", REDACTOR)


def test_what_is_told_is_what_is_kept() -> None:
    stream = a_stream()
    stream.add("Hello ")
    stream.add("hunt")
    told = list(stream.flow())
    assert told == [Said(0, "Hello ")]
    assert stream.snapshot() == Snapshot("m1", 1, 0, "Hello ", final=False)
    stream.add("er2!")
    assert list(stream.finish()) == [Said(6, "[redacted]!"), Snapshot("m1", 1, 0, "Hello [redacted]!", final=True)]
    assert stream.beginning == "Hello [redacted]!"


def test_an_empty_message_leaves_no_snapshot() -> None:
    stream = a_stream()
    stream.add("")
    assert list(stream.finish()) == []


@settings(max_examples=12, deadline=None)
@given(sizes=st.lists(st.integers(0, 3 * PART_SIZE), min_size=1, max_size=6))
def test_a_long_message_is_kept_in_parts_that_join(sizes: list[int]) -> None:
    stream = a_stream()
    text = "".join(chr(97 + number) * size for number, size in enumerate(sizes))
    items = []
    for number, size in enumerate(sizes):
        stream.add(chr(97 + number) * size)
        items += list(stream.flow())
    items += list(stream.finish())
    said = [item for item in items if isinstance(item, Said)]
    parts = [item for item in items if isinstance(item, Snapshot)]
    assert "".join(item.text for item in said) == text
    assert "".join(part.text for part in parts) == text
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert all(part.final and len(part.text) <= PART_SIZE for part in parts)
    assert [part.continues for part in parts] == [True] * (len(parts) - 1) + [False] * bool(parts)
    assert all(text[part.offset :].startswith(part.text) for part in parts)
    assert all(text[item.offset :].startswith(item.text) for item in said)


def test_a_small_value_is_kept_whole() -> None:
    value = {"a": [1, "two", {"three": None}], "b": ("x",)}
    capped = Capped(value, 1000, REDACTOR)
    assert (capped.value, capped.truncated) == ({"a": [1, "two", {"three": None}], "b": ["x"]}, False)


def test_a_large_value_is_cut_and_marked() -> None:
    values: list[object] = ["x" * 5000, ["x" * 400] * 50, {str(n): n for n in range(5000)}, [[]] * 5000]
    for value in values:
        capped = Capped(value, 1000, REDACTOR)
        assert capped.truncated
        assert len(str(capped.value)) < 2000


def test_a_cut_never_leaves_half_a_secret() -> None:
    for room in range(990, 1010):
        capped = Capped("." * 985 + " hunter2 " + "." * 500, room + 16, REDACTOR)
        assert "hunt" not in str(REDACTOR.json(capped.value))


def test_a_deep_value_ends() -> None:
    deep: list[object] = []
    for _ in range(900):
        deep = [deep]
    assert Capped(deep, 10**6, REDACTOR).truncated
