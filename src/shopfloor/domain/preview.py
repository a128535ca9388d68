"""Finding out where a development server is reached: from what it prints and where it listens."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_PRINTED = re.compile(
    r"\b(https?)://(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1?\]|[\w.-]+):(\d{2,5})\b", re.IGNORECASE
)
_MOST_PRINTED = 20


@dataclass(frozen=True, slots=True)
class PrintedAddress:
    scheme: str
    port: int


class _Listening(Protocol):
    @property
    def port(self) -> int: ...


L = TypeVar("L", bound=_Listening)


def plain_text(text: str) -> str:
    """Without colours and cursor movements. A line that was drawn over and over becomes several."""
    unified = _ESCAPE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", unified)


def printed_addresses(text: str) -> list[PrintedAddress]:
    """In the order of their first appearance."""
    found = dict.fromkeys(
        PrintedAddress(match[1].lower(), int(match[2])) for match in _PRINTED.finditer(text) if int(match[2]) < 2**16
    )
    return list(found)[:_MOST_PRINTED]


def chosen_address(
    listening: Sequence[L], *, wanted: int | None, offered: int | None, printed: Sequence[PrintedAddress]
) -> tuple[L, str] | None:
    """The address to show, and its scheme: the port that was set, the one it was offered, one it printed, the lowest.

    What is set is set: until that port is listened to there is nothing to show.
    """
    by_port: dict[int, L] = {}
    for address in listening:
        by_port.setdefault(address.port, address)
    schemes = {address.port: address.scheme for address in reversed(printed)}
    if wanted is not None:
        candidates = [wanted]
    else:
        candidates = [*([offered] if offered else []), *(address.port for address in printed), *sorted(by_port)]
    port = next((port for port in candidates if port in by_port), None)
    return None if port is None else (by_port[port], schemes.get(port, "http"))
