"""The order's state machine, pure. Every change of status in the database goes by this table."""

from enum import StrEnum

from shopfloor.domain.work_order import AgentWorkOrderStatus as Status


class Move(StrEnum):
    START = "start"
    WAIT = "wait"
    CONTINUE = "continue"
    COMPLETE = "complete"
    FAIL = "fail"
    PAUSE = "pause"
    CANCEL = "cancel"
    RESUME = "resume"
    RETRY = "retry"
    PROMPT = "prompt"
    """A prompt that starts a run of its own; while an order is under way it is queued instead."""


_TABLE: dict[Move, dict[Status, Status]] = {
    Move.START: {Status.PENDING: Status.RUNNING},
    Move.WAIT: {Status.RUNNING: Status.WAITING},
    Move.CONTINUE: {Status.WAITING: Status.RUNNING},
    Move.COMPLETE: {Status.RUNNING: Status.COMPLETED, Status.WAITING: Status.COMPLETED},
    Move.FAIL: {Status.RUNNING: Status.FAILED, Status.WAITING: Status.FAILED},
    Move.PAUSE: {Status.PENDING: Status.PAUSED, Status.RUNNING: Status.PAUSED, Status.WAITING: Status.PAUSED},
    Move.CANCEL: {
        Status.PENDING: Status.CANCELLED,
        Status.RUNNING: Status.CANCELLED,
        Status.WAITING: Status.CANCELLED,
        Status.PAUSED: Status.CANCELLED,
    },
    Move.RESUME: {Status.PAUSED: Status.PENDING},
    Move.RETRY: {Status.FAILED: Status.PENDING},
    Move.PROMPT: {
        Status.COMPLETED: Status.PENDING,
        Status.FAILED: Status.PENDING,
        Status.RUNNING: Status.PENDING,
        Status.WAITING: Status.PENDING,
    },
}

_REASONS: dict[Status, str] = {
    Status.PENDING: "it is waiting in the queue",
    Status.RUNNING: "it is running",
    Status.WAITING: "it is waiting for an answer",
    Status.PAUSED: "it is paused",
    Status.COMPLETED: "it is completed",
    Status.FAILED: "it has failed",
    Status.CANCELLED: "it was cancelled",
}


def next_status(status: Status, move: Move) -> Status | None:
    """The status after the move, or None where the move is not allowed."""
    return _TABLE[move].get(status)


def statuses_allowing(move: Move) -> frozenset[Status]:
    return frozenset(_TABLE[move])


def why_not(status: Status, move: Move) -> str:
    allowed = ", ".join(sorted(_TABLE[move]))
    return f"The work order cannot be moved by `{move}`: {_REASONS[status]}. Possible when it is: {allowed}."
