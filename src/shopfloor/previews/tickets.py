"""Tickets to a served program: each lets one browser in, once and soon. They are seen in addresses, so they pass."""

import secrets
import time
from collections import OrderedDict

_GOOD_SECONDS = 60.0
_MOST = 1000


class Tickets:
    def __init__(self) -> None:
        self._issued: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def issue(self, label: str) -> str:
        ticket = secrets.token_urlsafe(24)
        self._issued[ticket] = (label, time.monotonic() + _GOOD_SECONDS)
        while len(self._issued) > _MOST:
            self._issued.popitem(last=False)
        return ticket

    def redeem(self, label: str, ticket: str) -> bool:
        issued_for, until = self._issued.pop(ticket, ("", 0.0))
        return issued_for == label and time.monotonic() < until
