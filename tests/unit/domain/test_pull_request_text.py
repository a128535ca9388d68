from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.pull_request_text import marked, refreshed, without_markers


def test_our_part_is_replaced_and_what_stands_around_it_stays() -> None:
    body = f"Before.\n\n{marked('One')}\n\nAfter."
    changed = refreshed(body, "Two")
    assert changed == f"Before.\n\n{marked('Two')}\n\nAfter."
    assert refreshed(body.replace("\n", "\r\n"), "Two") == changed
    assert refreshed(body, "One\n") is None


def test_what_a_person_changed_is_left_alone() -> None:
    assert refreshed(marked("One").replace("One", "One, by me"), "Two") is None
    assert refreshed("All hers.", "Two") is None
    assert refreshed("", "Two") is None


def test_readers_see_no_markers() -> None:
    assert without_markers(f"a\n{marked('One')}\nb") == "a\nOne\nb"


@given(st.text(), st.text(), st.text(), st.text())
def test_whatever_the_words(before: str, one: str, two: str, after: str) -> None:
    if "shopfloor:" in before + one + two + after:
        return
    changed = refreshed(f"{before}{marked(one)}{after}", two)
    assert changed is None or marked(two) in changed
