import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.agent_executor.json_lines import parse_line

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)


@given(JSON, st.booleans())
def test_what_is_well_formed_is_left_as_it_is(value: object, ascii_only: bool) -> None:
    assert parse_line(json.dumps({"a": value}, ensure_ascii=ascii_only).encode()) == {"a": value}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (rb'{"a": "\ud83d\ude00"}', {"a": "😀"}),
        (rb'{"a": "x\ud83d"}', {"a": "x\ufffd"}),
        (rb'{"\uDEAD": ["\u0000"]}', {"\ufffd": ["\ufffd"]}),
        (b'{"a": NaN, "b": -Infinity}', {"a": None, "b": None}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
        (b'  {"a": 1}\r', {"a": 1}),
    ],
)
def test_what_could_not_be_stored_is_replaced(line: bytes, expected: object) -> None:
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    "line", [b"", b"hello", b"[]", b"7", b'"x"', b"null", b'{"a":', b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"]
)
def test_what_is_no_object_is_none(line: bytes) -> None:
    assert parse_line(line) is None
