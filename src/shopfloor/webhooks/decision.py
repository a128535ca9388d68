"""What is to come of a happening: written in the same transaction that settles its delivery, so once."""

from collections.abc import Callable
from dataclasses import dataclass

from shopfloor.domain.webhook import DeliveryStatus
from shopfloor.state_manager.store import Transaction


def _nothing(*_: Transaction) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Decision:
    status: DeliveryStatus
    note: str
    write: Callable[[Transaction], None] = _nothing
    afterwards: Callable[[], None] = _nothing
    """When it is written."""


def both(first: Decision, second: Decision) -> Decision:
    """Written together. What the first says of it is said; where it comes to nothing, what the second says."""
    if first.status is DeliveryStatus.IGNORED:
        return second if second.status is not DeliveryStatus.IGNORED else first

    def write(tx: Transaction) -> None:
        first.write(tx)
        second.write(tx)

    def afterwards() -> None:
        first.afterwards()
        second.afterwards()

    return Decision(first.status, first.note, write, afterwards)


def ignored(why: str) -> Decision:
    return Decision(DeliveryStatus.IGNORED, why)


def refused(why: str) -> Decision:
    return Decision(DeliveryStatus.REFUSED, why)


def done(what: str, write: Callable[[Transaction], None], afterwards: Callable[[], None] = _nothing) -> Decision:
    return Decision(DeliveryStatus.DONE, what, write, afterwards)
