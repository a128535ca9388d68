"""Writing to a person: colour only where it is wanted, signs only where they can be shown, one passing line."""

import shutil
from dataclasses import dataclass
from typing import TextIO

import click

from shopfloor.cli.text import printable, shorten

_ERASE_LINE = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Signs:
    ok: str
    failed: str
    phase: str
    warning: str
    item: str
    dash: str


_UNICODE = Signs(ok="✓", failed="✗", phase="●", warning="!", item="·", dash="–")
_ASCII = Signs(ok="ok", failed="FAILED", phase="*", warning="!", item="-", dash="-")


class Terminal:
    """One stream. Without a terminal behind it: no colour, no passing lines, nothing cut to a width."""

    def __init__(
        self, stream: TextIO, *, is_tty: bool, is_live: bool, color: bool, signs: Signs, width: int | None
    ) -> None:
        self._stream = stream
        self.is_tty = is_tty
        self.is_live = is_live
        self._color = color
        self.signs = signs
        self.width = width
        self._passing = False
        self._column_is_zero = True

    @staticmethod
    def on(stream: TextIO, *, wants_color: bool, term: str) -> "Terminal":
        is_tty = stream.isatty()
        capable = is_tty and term != "dumb"
        return Terminal(
            stream,
            is_tty=is_tty,
            is_live=capable,
            color=capable and wants_color,
            signs=_UNICODE if _can_show(stream, "✓✗●–") else _ASCII,
            width=shutil.get_terminal_size().columns if is_tty else None,
        )

    def style(self, text: str, *, fg: str | None = None, bold: bool | None = None, dim: bool | None = None) -> str:
        return click.style(text, fg=fg, bold=bold, dim=dim) if self._color else text

    @property
    def is_mid_line(self) -> bool:
        return not self._column_is_zero

    def line(self, text: str = "") -> None:
        """A whole line, on a line of its own."""
        self.end_line()
        self._write(text + "\n")

    def stream_text(self, text: str, *, indent: str = "  ", dim: bool = False) -> None:
        """Text as it comes, in pieces, indented."""
        for piece in printable(text).splitlines(keepends=True):
            content = piece.rstrip("\n")
            if content:
                self._clear_passing()
                lead = indent if self._column_is_zero else ""
                self._write(lead + (self.style(content, dim=True) if dim else content))
                self._column_is_zero = False
            if piece.endswith("\n"):
                self._clear_passing()
                self._write("\n")
                self._column_is_zero = True
        self._stream.flush()

    def end_line(self) -> None:
        self._clear_passing()
        if not self._column_is_zero:
            self._write("\n")
            self._column_is_zero = True

    def passing(self, text: str) -> None:
        """A line that the next output replaces; shown on terminals only."""
        if not self.is_live or self.is_mid_line:
            return
        self._clear_passing()
        self._stream.write(self.style(shorten(text, (self.width or 80) - 1), dim=True))
        self._stream.flush()
        self._passing = True

    def _clear_passing(self) -> None:
        if self._passing:
            self._stream.write(_ERASE_LINE)
            self._passing = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        if text.endswith("\n"):
            self._stream.flush()


def _can_show(stream: TextIO, signs: str) -> bool:
    try:
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
