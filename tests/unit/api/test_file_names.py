import os

from hypothesis import given
from hypothesis import strategies as st

from shopfloor.api.file_names import name_as_text, name_from_text


@given(st.binary(min_size=1) | st.text(st.characters(codec="utf-8"), min_size=1).map(str.encode))
def test_every_name_is_text_and_finds_its_way_back(raw: bytes) -> None:
    name = os.fsdecode(raw)
    text = name_as_text(name)
    text.encode("utf-8")
    assert os.fsencode(name_from_text(text)) == raw
    assert name_from_text(text) == name


def test_what_is_text_stays_as_it_is() -> None:
    assert name_as_text("ünï/😀.txt") == name_from_text("ünï/😀.txt") == "ünï/😀.txt"
    assert name_as_text(os.fsdecode(b"a\xff")) == "a\uefff"
    assert os.fsencode(name_from_text(name_as_text("\uef90"))) == "\uef90".encode()
