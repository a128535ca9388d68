"""The order's state machine, as a table: every status against every move."""

import itertools

import pytest

from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing, why_not
from shopfloor.domain.work_order import AgentWorkOrderStatus as Status

ALLOWED = {
    (Status.PENDING, Move.START): Status.RUNNING,
    (Status.PENDING, Move.PAUSE): Status.PAUSED,
    (Status.PENDING, Move.CANCEL): Status.CANCELLED,
    (Status.RUNNING, Move.WAIT): Status.WAITING,
    (Status.RUNNING, Move.COMPLETE): Status.COMPLETED,
    (Status.RUNNING, Move.FAIL): Status.FAILED,
    (Status.RUNNING, Move.PAUSE): Status.PAUSED,
    (Status.RUNNING, Move.CANCEL): Status.CANCELLED,
    (Status.RUNNING, Move.PROMPT): Status.PENDING,
    (Status.WAITING, Move.CONTINUE): Status.RUNNING,
    (Status.WAITING, Move.COMPLETE): Status.COMPLETED,
    (Status.WAITING, Move.FAIL): Status.FAILED,
    (Status.WAITING, Move.PAUSE): Status.PAUSED,
    (Status.WAITING, Move.CANCEL): Status.CANCELLED,
    (Status.WAITING, Move.PROMPT): Status.PENDING,
    (Status.PAUSED, Move.RESUME): Status.PENDING,
    (Status.PAUSED, Move.CANCEL): Status.CANCELLED,
    (Status.COMPLETED, Move.PROMPT): Status.PENDING,
    (Status.FAILED, Move.PROMPT): Status.PENDING,
    (Status.FAILED, Move.RETRY): Status.PENDING,
}


@pytest.mark.parametrize(("status", "move"), list(itertools.product(Status, Move)))
def test_each_move_from_each_status(status: Status, move: Move) -> None:
    assert next_status(status, move) is ALLOWED.get((status, move))
    assert (status in statuses_allowing(move)) == ((status, move) in ALLOWED)


def test_a_cancelled_order_goes_nowhere() -> None:
    assert all(next_status(Status.CANCELLED, move) is None for move in Move)


def test_a_refusal_says_what_the_order_is_and_when_it_would_be_possible() -> None:
    reason = why_not(Status.COMPLETED, Move.RETRY)
    assert "completed" in reason
    assert "failed" in reason
