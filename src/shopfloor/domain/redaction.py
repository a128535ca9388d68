"""Takes secrets out of text before it is stored or sent, also when a secret arrives in pieces."""

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from shopfloor.domain.secret_shapes import SHAPES, SecretShape

Json = object
Span = tuple[int, int]

REDACTED = "[redacted]"
_SHORTEST_LITERAL = 4
_DEEPEST = 64
_MOST_NAMES = 1000
_LONGEST_NAME = 100
_SECRET_NAME = re.compile(
    r"(?i)(?:^|[_\-.])(?:password|passwd|secret|token|authorization|api[_-]?key|private[_-]?key|access[_-]?key)$"
)


class Redactor:
    """Knows how secrets look, and the literal ones it is given; short literals are ignored, they match anything."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self.literals: tuple[str, ...] = ()
        self._literal: re.Pattern[str] | None = None
        self._names: dict[str, tuple[str, bool]] = {}
        """Of what was said before: the name as it may be shown, and whether it tells of a secret."""
        self.learn(*secrets)

    def learn(self, *secrets: str) -> None:
        """Further literal secrets. None is ever forgotten: what was secret once may still stand in some text."""
        new = {secret for secret in secrets if len(secret) >= _SHORTEST_LITERAL}
        if new <= set(self.literals):
            return
        self.literals = tuple(sorted({*self.literals, *new}, key=len, reverse=True))
        self._literal = re.compile("|".join(map(re.escape, self.literals)))
        self._names.clear()

    def text(self, text: str) -> str:
        return render(text, self.spans(text), 0, len(text))

    def json(self, value: Json) -> Json:
        """A plain JSON value, with the secrets in its strings (and under telling names) taken out."""
        return self._json(value, _DEEPEST)

    def spans(self, text: str) -> list[Span]:
        """Where the secrets are, in order and apart from each other."""
        found: list[Span] = []
        if self._literal is not None:
            found += (match.span() for match in self._literal.finditer(text))
        lowered = text.lower()
        for shape in SHAPES:
            for trigger in shape.triggers:
                if trigger in lowered:
                    found += (match.span(match.lastindex or 0) for match in shape.whole.finditer(text))
                    break
        return _merged(found) if found else found

    def safe_end(self, text: str) -> int:
        """The place before which nothing can become part of a secret any more, however the text goes on."""
        last_line = text.rfind("\n") + 1
        last_word = max(last_line, text.rfind(" ") + 1, text.rfind("\t") + 1)
        starts = {"text": 0, "line": last_line, "word": max(0, last_word - 1)}
        begun = [begin for literal in self.literals for begin in _literal_begin(literal, text)]
        for shape in SHAPES:
            start = starts[shape.reach]
            begun += [start + begin for begin in _begin(shape, text[start:])]
        return min(begun, default=len(text))

    def _json(self, value: Json, depth: int) -> Json:
        if isinstance(value, str):
            return self.text(str(value))
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        if depth == 0:
            return "[too deep]"
        if isinstance(value, Mapping):
            return dict(self._item(str(key), item, depth - 1) for key, item in value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return [self._json(item, depth - 1) for item in value]
        return self._json(_plain(value), depth - 1)

    def _item(self, name: str, value: Json, depth: int) -> tuple[str, Json]:
        shown, tells_of_secret = self._names.get(name) or self._learn_name(name)
        if tells_of_secret and isinstance(value, str) and value:
            return shown, REDACTED
        return shown, self._json(value, depth)

    def _learn_name(self, name: str) -> tuple[str, bool]:
        known = self.text(name), _SECRET_NAME.search(name) is not None
        if len(self._names) < _MOST_NAMES and len(name) <= _LONGEST_NAME:
            self._names[name] = known
        return known


def _plain(value: object) -> Json:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def render(text: str, spans: Iterable[Span], start: int, end: int) -> str:
    """The text from `start` to `end` with each span replaced."""
    pieces: list[str] = []
    for span_start, span_end in spans:
        if span_end <= start or span_start >= end:
            continue
        pieces += (text[start:span_start], REDACTED)
        start = span_end
    pieces.append(text[start:end])
    return "".join(pieces)


class StreamRedactor:
    """Redacts text that comes in chunks: the pieces it gives out, joined, are the whole text redacted.

    It holds back the end of the text as long as that could be the beginning of a secret, and no longer.
    """

    LONGEST_HOLD = 32_768
    CONTEXT = 512

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._buffer = ""
        self._given = 0
        self._swallowing = False

    @property
    def remembered(self) -> int:
        """How many characters it keeps: bounded, whatever comes."""
        return len(self._buffer)

    def feed(self, chunk: str) -> str:
        if self._swallowing:
            chunk = self._after_word(chunk)
        self._buffer += chunk
        cut = self._safe_cut()
        if len(self._buffer) - cut > self.LONGEST_HOLD:
            return self._give_up_holding()
        return self._release(cut)

    def finish(self) -> str:
        rest = self._release(len(self._buffer))
        self._buffer, self._given, self._swallowing = "", 0, False
        return rest

    def _release(self, cut: int) -> str:
        if cut <= self._given:
            return ""
        spans = self._redactor.spans(self._buffer)
        cut = min([cut, *(start for start, end in spans if start < cut < end)])
        released = render(self._buffer, spans, self._given, cut)
        self._given = max(self._given, cut)
        self._forget()
        return released

    def _give_up_holding(self) -> str:
        """A secret longer than any we know is still secret: what follows of its word is dropped."""
        spans = self._redactor.spans(self._buffer)
        self._swallowing = bool(spans) and spans[-1][1] == len(self._buffer)
        return self._release(len(self._buffer))

    def _after_word(self, chunk: str) -> str:
        space = re.search(r"\s", chunk)
        if space is None:
            return ""
        self._swallowing = False
        return chunk[space.start() :]

    def _forget(self) -> None:
        """Keeps only what the next words may need to be understood, from a blank on."""
        if self._given <= 4 * self.CONTEXT:
            return
        keep = self._given - self.CONTEXT
        blank = max(self._buffer.rfind(" ", 0, keep), self._buffer.rfind("\n", 0, keep))
        keep = blank if blank > self._given - 4 * self.CONTEXT else keep
        self._buffer = self._buffer[keep:]
        self._given -= keep

    def _safe_cut(self) -> int:
        window = max(0, self._given - self.CONTEXT)
        return max(self._given, window + self._redactor.safe_end(self._buffer[window:]))


def _begin(shape: SecretShape, tail: str) -> list[int]:
    lowered = tail.lower() if shape.reach == "line" else ""
    if lowered and not any(trigger in lowered for trigger in shape.triggers):
        return []
    match = shape.beginning.search(tail)
    return [match.start(match.lastindex or 0)] if match else []


def _literal_begin(literal: str, text: str) -> list[int]:
    """Where a literal secret may have begun without having ended."""
    place = text.find(literal[0], max(0, len(text) - len(literal) + 1))
    while place >= 0:
        if literal.startswith(text[place:]):
            return [place]
        place = text.find(literal[0], place + 1)
    return []
