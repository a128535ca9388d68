"""One message of an agent while it is being said: redacted, in parts of bounded size."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from shopfloor.domain.redaction import Redactor, StreamRedactor

PART_SIZE = 65_536
Kind = Literal["message", "thought"]


@dataclass(frozen=True, slots=True)
class Said:
    """Text that may be told, and where in the message it stands (counted in characters)."""

    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A part of a message as it stands. `final`: it stays so. `continues`: another part follows."""

    message_id: str
    part: int
    offset: int
    text: str
    final: bool
    continues: bool = False

    def payload(self) -> dict[str, Any]:
        fields = {
            "message_id": self.message_id,
            "part": self.part,
            "offset": self.offset,
            "text": self.text,
            "final": self.final,
        }
        return {**fields, "continues": True} if self.continues else fields


class MessageStream:
    """Chunks go in; what may be told comes out, as text to send now and as snapshots to keep."""

    def __init__(self, message_id: str, kind: Kind, redactor: Redactor) -> None:
        self.message_id = message_id
        self.kind: Kind = kind
        self._redactor = StreamRedactor(redactor)
        self._chunks: list[str] = []
        self.pending = 0
        self._part = 1
        self._part_offset = 0
        self._pieces: list[str] = []
        self._part_length = 0
        self.beginning = ""
        """The text of the first part, once it is complete or the message is finished."""

    @property
    def part_length(self) -> int:
        return self._part_length

    def add(self, chunk: str) -> None:
        self._chunks.append(chunk)
        self.pending += len(chunk)

    def flow(self) -> Iterator[Said | Snapshot]:
        """What can be told by now, with a final snapshot of each part that became full."""
        text = self._redactor.feed("".join(self._chunks))
        self._chunks.clear()
        self.pending = 0
        yield from self._tell(text)

    def finish(self) -> Iterator[Said | Snapshot]:
        yield from self.flow()
        yield from self._tell(self._redactor.finish())
        if self._part_length:
            yield self.snapshot(final=True)

    def snapshot(self, *, final: bool = False, continues: bool = False) -> Snapshot:
        text = "".join(self._pieces)
        self._pieces = [text]
        if final and self._part == 1:
            self.beginning = text
        return Snapshot(self.message_id, self._part, self._part_offset, text, final, continues)

    def _tell(self, text: str) -> Iterator[Said | Snapshot]:
        while text:
            if self._part_length == PART_SIZE:
                yield self._next_part()
            now, text = text[: PART_SIZE - self._part_length], text[PART_SIZE - self._part_length :]
            offset = self._part_offset + self._part_length
            self._pieces.append(now)
            self._part_length += len(now)
            yield Said(offset, now)

    def _next_part(self) -> Snapshot:
        full = self.snapshot(final=True, continues=True)
        self._part += 1
        self._part_offset += self._part_length
        self._pieces, self._part_length = [], 0
        return full
