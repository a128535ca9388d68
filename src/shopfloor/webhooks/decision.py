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


def ignored(why: str) -> Decision:
    return Decision(DeliveryStatus.IGNORED, why)


def refused(why: str) -> Decision:
    return Decision(DeliveryStatus.REFUSED, why)


def done(what: str, write: Callable[[Transaction], None], afterwards: Callable[[], None] = _nothing) -> Decision:
    return Decision(DeliveryStatus.DONE, what, write, afterwards)
