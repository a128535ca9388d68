"""Server-sent events, as they come over the wire."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """Durable events have a number; text that is being streamed has none."""

    type: str
    seq: int | None
    data: dict[str, Any]


def parse_events(chunks: Iterable[bytes]) -> Iterator[StreamEvent]:
    fields: dict[str, list[str]] = {}
    for line in _lines(chunks):
        if line:
            name, _, value = line.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        if "data" in fields:
            yield _event(fields)
        fields = {}


def _event(fields: dict[str, list[str]]) -> StreamEvent:
    number = fields.get("id", [""])[-1]
    data = json.loads("\n".join(fields["data"]))
    return StreamEvent(fields.get("event", ["message"])[-1], int(number) if number.isdigit() else None, data)


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """Only line feeds end a line: texts may hold the other characters that Python would split at."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r").decode("utf-8", "replace")
