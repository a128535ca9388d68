"""The board's rules: every pair of columns, every mix of attempts, every place for a card."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.board import GAP, Effect, effect_of_move, followed, moves_by_hand, place_between
from shopfloor.domain.task import TaskStatus as Column
from shopfloor.domain.work_order import ENDED
from shopfloor.domain.work_order import AgentWorkOrderStatus as OrderStatus
from shopfloor.errors import WrongMove

ALLOWED = {
    (Column.TODO, Column.IN_PROGRESS): Effect.EXECUTE,
    (Column.TODO, Column.HUMAN_REVIEW): Effect.NONE,
    (Column.TODO, Column.DONE): Effect.NONE,
    (Column.IN_PROGRESS, Column.TODO): Effect.STOP,
    (Column.AI_REVIEW, Column.TODO): Effect.NONE,
    (Column.AI_REVIEW, Column.HUMAN_REVIEW): Effect.NONE,
    (Column.HUMAN_REVIEW, Column.TODO): Effect.NONE,
    (Column.HUMAN_REVIEW, Column.AI_REVIEW): Effect.REVIEW,
    (Column.HUMAN_REVIEW, Column.DONE): Effect.APPROVE,
    (Column.DONE, Column.TODO): Effect.NONE,
    (Column.DONE, Column.HUMAN_REVIEW): Effect.NONE,
}


@pytest.mark.parametrize(("source", "target"), list(product(Column, Column)))
def test_every_move_by_hand_is_allowed_or_refused_with_a_reason(source: Column, target: Column) -> None:
    if source is target:
        assert effect_of_move(source, target) is Effect.NONE
    elif (source, target) in ALLOWED:
        assert effect_of_move(source, target) is ALLOWED[source, target]
    else:
        with pytest.raises(WrongMove, match=f"from {source} to {target}. .+") as refused:
            effect_of_move(source, target)
        assert str(moves_by_hand()[source][target]) in refused.value.message


@pytest.mark.parametrize(
    ("column", "stop_requested", "attempts", "expected"),
    [
        (Column.IN_PROGRESS, False, ["completed"], Column.AI_REVIEW),
        (Column.IN_PROGRESS, False, ["failed"], Column.TODO),
        (Column.IN_PROGRESS, False, ["cancelled"], Column.TODO),
        (Column.IN_PROGRESS, False, ["failed", "completed"], Column.AI_REVIEW),
        (Column.IN_PROGRESS, False, ["running", "completed"], None),
        (Column.IN_PROGRESS, False, ["paused"], None),
        (Column.IN_PROGRESS, True, ["completed", "cancelled"], Column.TODO),
        (Column.IN_PROGRESS, True, ["running"], None),
        (Column.TODO, False, ["pending"], Column.IN_PROGRESS),
        (Column.TODO, True, ["running"], None),
        (Column.AI_REVIEW, False, ["running"], Column.IN_PROGRESS),
        (Column.HUMAN_REVIEW, False, ["pending"], Column.IN_PROGRESS),
        (Column.DONE, False, ["running"], None),
        (Column.DONE, False, ["completed"], None),
        (Column.TODO, False, [], None),
    ],
)
def test_a_card_follows_its_attempts(
    column: Column, stop_requested: bool, attempts: list[str], expected: Column | None
) -> None:
    statuses = [OrderStatus(each) for each in attempts]
    assert followed(column, stop_requested=stop_requested, attempts=statuses) is expected


@given(st.sampled_from(Column), st.booleans(), st.lists(st.sampled_from(OrderStatus), max_size=4))
def test_following_comes_to_rest(column: Column, stop_requested: bool, attempts: list[OrderStatus]) -> None:
    """Where a card was brought, it stays; nobody but a person calls a task done or reviewed."""
    brought = followed(column, stop_requested=stop_requested, attempts=attempts)
    if brought is None:
        return
    assert followed(brought, stop_requested=False, attempts=attempts) is None
    assert brought not in (Column.HUMAN_REVIEW, Column.DONE)
    if brought is not Column.IN_PROGRESS:
        assert all(status in ENDED for status in attempts)


@given(st.lists(st.integers(min_value=0, max_value=30), max_size=60))
def test_cards_land_where_they_are_put(places: list[int]) -> None:
    positions: list[int] = []
    for wanted in places:
        index = min(wanted, len(positions))
        above = positions[index - 1] if index else None
        below = positions[index] if index < len(positions) else None
        place = place_between(above, below)
        if place is None:
            positions = [number * GAP for number in range(1, len(positions) + 1)]
            place = place_between(positions[index - 1], positions[index])
            assert place is not None
        positions.insert(index, place)
        assert all(one < other for one, other in pairwise(positions))
