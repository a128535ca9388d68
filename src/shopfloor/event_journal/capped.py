"""Keeps what an agent sends within bounds: strings are cut, endless lists end."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from shopfloor.domain.redaction import Redactor

Json = object
T = TypeVar("T")
_COST_OF_A_NODE = 16
_DEEPEST = 32
_LOOK_BACK = 2048


class Capped:
    """Copies a JSON value up to about `budget` characters. `truncated` tells whether something was left out.

    A string is cut where no secret is cut in two: half a secret is not recognised any more, and still half told.
    """

    def __init__(self, value: Json, budget: int, redactor: Redactor) -> None:
        self._left = budget
        self._redactor = redactor
        self.truncated = False
        self.value = self._copy(value, _DEEPEST)

    def _copy(self, value: Json, depth: int) -> Json:
        self._left -= _COST_OF_A_NODE
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {
                self._text(str(key)): self._copy(item, depth - 1) for key, item in self._within(value.items(), depth)
            }
        if isinstance(value, list | tuple):
            return [self._copy(item, depth - 1) for item in self._within(value, depth)]
        return value

    def _within(self, items: Iterable[T], depth: int) -> Iterator[T]:
        for item in items:
            if self._left <= 0 or depth == 0:
                self.truncated = True
                return
            yield item

    def _text(self, text: str) -> str:
        room = max(0, self._left)
        self._left -= len(text)
        if len(text) <= room:
            return text
        self.truncated = True
        end = text[max(0, room - _LOOK_BACK) : room]
        return text[: room - len(end) + self._redactor.safe_end(end)]
