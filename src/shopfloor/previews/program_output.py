"""What a served program prints: plain lines without secrets, and the addresses among them."""

import codecs
from collections.abc import Callable, Sequence

from shopfloor.domain.preview import PrintedAddress, plain_text, printed_addresses
from shopfloor.visits.scrollback import Scrollback

_LONGEST_LINE = 8 * 1024
_MOST_ADDRESSES = 20


class ProgramOutput:
    def __init__(self, redact: Callable[[str], str]) -> None:
        self.scrollback = Scrollback()
        self._redact = redact
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._addresses: dict[PrintedAddress, None] = {}

    @property
    def addresses(self) -> Sequence[PrintedAddress]:
        return list(self._addresses)

    def feed(self, chunk: bytes) -> None:
        *lines, self._begun = (self._begun + self._decoder.decode(chunk)).split("\n")
        if len(self._begun) > _LONGEST_LINE:
            lines.append(self._begun)
            self._begun = ""
        self._add("".join(f"{line.rstrip(chr(13))}\n" for line in lines))

    def end(self) -> None:
        self._add(f"{self._begun}\n" if self._begun else "")
        self._begun = ""
        self.scrollback.end()

    def _add(self, text: str) -> None:
        if not text:
            return
        plain = plain_text(text)
        if len(self._addresses) < _MOST_ADDRESSES:
            self._addresses.update(dict.fromkeys(printed_addresses(plain)))
        self.scrollback.add(self._redact(plain).encode("utf-8", "replace"))
