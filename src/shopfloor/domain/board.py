"""The board's rules, pure: how a card follows its attempts, what a person may move by hand, where a card lands."""

from collections.abc import Collection
from enum import StrEnum

from shopfloor.domain.task import TaskStatus as Column
from shopfloor.domain.work_order import ENDED
from shopfloor.domain.work_order import AgentWorkOrderStatus as OrderStatus
from shopfloor.errors import WrongMove

GAP = 2**20
"""Between neighbours in a fresh column: twenty cards fit between any two before the column is numbered anew."""


class Effect(StrEnum):
    """What a move by hand sets off."""

    NONE = "none"
    EXECUTE = "execute"
    STOP = "stop"
    REVIEW = "review"
    APPROVE = "approve"


_NOT_BY_ITSELF = "A task gets here when an agent has finished it. Execute it, or move it to human_review or done."
_AT_WORK = "An agent is working on it. Stop it first; that takes it back to todo."
_SEND_BACK = "Send it back with a comment, or move it to todo and execute it again."

_BY_HAND: dict[Column, dict[Column, Effect | str]] = {
    Column.TODO: {
        Column.IN_PROGRESS: Effect.EXECUTE,
        Column.AI_REVIEW: _NOT_BY_ITSELF,
        Column.HUMAN_REVIEW: Effect.NONE,
        Column.DONE: Effect.NONE,
    },
    Column.IN_PROGRESS: {
        Column.TODO: Effect.STOP,
        Column.AI_REVIEW: _AT_WORK,
        Column.HUMAN_REVIEW: _AT_WORK,
        Column.DONE: _AT_WORK,
    },
    Column.AI_REVIEW: {
        Column.TODO: Effect.NONE,
        Column.IN_PROGRESS: _SEND_BACK,
        Column.HUMAN_REVIEW: Effect.NONE,
        Column.DONE: "Nobody has looked at it yet. Move it to human_review first.",
    },
    Column.HUMAN_REVIEW: {
        Column.TODO: Effect.NONE,
        Column.IN_PROGRESS: _SEND_BACK,
        Column.AI_REVIEW: Effect.REVIEW,
        Column.DONE: Effect.APPROVE,
    },
    Column.DONE: {
        Column.TODO: Effect.NONE,
        Column.IN_PROGRESS: "It is done. Move it to todo to have it taken up again.",
        Column.AI_REVIEW: "It is done. Move it to human_review to look at it again.",
        Column.HUMAN_REVIEW: Effect.NONE,
    },
}


def effect_of_move(source: Column, target: Column) -> Effect:
    """Raises WrongMove, with the reason, where the move is not for a person to make."""
    if source is target:
        return Effect.NONE
    verdict = _BY_HAND[source][target]
    if isinstance(verdict, Effect):
        return verdict
    raise WrongMove(f"The task cannot be moved from {source} to {target}. {verdict}")


def moves_by_hand() -> dict[Column, dict[Column, Effect | str]]:
    """For clients that show where a card may be dropped before it is."""
    return {source: dict(targets) for source, targets in _BY_HAND.items()}


def followed(column: Column, *, stop_requested: bool, attempts: Collection[OrderStatus]) -> Column | None:
    """Where the card belongs now that its attempts are as they are; None where it stays."""
    if not attempts:
        return None
    if any(status not in ENDED for status in attempts):
        taken_up_again = column in (Column.TODO, Column.AI_REVIEW, Column.HUMAN_REVIEW) and not stop_requested
        return Column.IN_PROGRESS if taken_up_again else None
    if column is not Column.IN_PROGRESS:
        return None
    if not stop_requested and OrderStatus.COMPLETED in attempts:
        return Column.AI_REVIEW
    return Column.TODO


def place_between(above: int | None, below: int | None) -> int | None:
    """A position between two neighbours; None where there is no room left."""
    if above is None and below is None:
        return 0
    if above is None:
        return (below or 0) - GAP
    if below is None:
        return above + GAP
    middle = (above + below) // 2
    return middle if above < middle < below else None
