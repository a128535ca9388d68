"""Pure helpers for text on a terminal: made harmless, measured, shortened; times and counts as people say them."""

import re
import unicodedata
from datetime import UTC, datetime

_ESCAPE_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[@-Z\\-_]"
)
_NEVER_PRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def printable(text: str) -> str:
    """Without what would move the cursor, change colours or reorder characters: agents and files wrote this text."""
    return _NEVER_PRINTED.sub("", _ESCAPE_SEQUENCES.sub("", text))


def lasting_link(url: str | None, *, floor_lasts: bool) -> str:
    """Empty for a page of a server that lives as long as this command; a forge's own pages stay."""
    return url if url and (floor_lasts or "/pull-requests/" not in url) else ""


def one_line(text: str) -> str:
    return " ".join(printable(text).split())


def display_width(text: str) -> int:
    return sum(_width_of(character) for character in text)


def _width_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shorten(text: str, width: int) -> str:
    """The text in at most so many columns; what is cut off is shown by an ellipsis."""
    if display_width(text) <= width:
        return text
    kept, used = "", 1
    for character in text:
        used += _width_of(character)
        if used > width:
            break
        kept += character
    return kept.rstrip() + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    return text + " " * max(0, width - display_width(text))


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), _MINUTE)
    if minutes < _MINUTE:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def parse_time(value: str) -> datetime:
    return datetime.fromisoformat(value)


def age(then: datetime, now: datetime | None = None) -> str:
    seconds = ((now or datetime.now(UTC)) - then).total_seconds()
    if seconds < _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return f"{int(seconds // _MINUTE)} min ago"
    if seconds < _DAY:
        return f"{int(seconds // _HOUR)} h ago"
    return f"{int(seconds // _DAY)} d ago"


def lines_changed(added: int, removed: int) -> str:
    return f"+{added:,} -{removed:,}"
