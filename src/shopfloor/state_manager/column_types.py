"""Column types that hand out domain values, alike on both databases.

JSON is stored as ASCII text: Postgres refuses a NUL or a lone surrogate in any other form, and agents print both.
"""

import dataclasses
import json
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """Aware in, aware out. SQLite forgets the zone, so it is given back here."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def storable_text(value: str) -> str:
    """What neither database can hold (NUL, lone surrogates) becomes the replacement character."""
    if value.isascii():
        return value.replace("\0", "\ufffd") if "\0" in value else value
    return value.replace("\0", "\ufffd").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class FreeText(TypeDecorator[str]):
    """Text that people or agents wrote."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable_text(value)


class EnumText(TypeDecorator[StrEnum]):
    """An enum by its value. Without a CHECK, so that a new member needs no migration."""

    impl = String
    cache_ok = True

    def __init__(self, enum_class: type[StrEnum]) -> None:
        super().__init__(40)
        self.enum_class = enum_class
        self._members = {member.value: member for member in enum_class}

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else str(self.enum_class(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:
        if value is None:
            return None
        return self._members.get(value) or self.enum_class(value)


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return str(value)


def to_json(value: object) -> str:
    return json.dumps(value, default=_plain, separators=(",", ":"))


class JsonText(TypeDecorator[Any]):
    """A value as JSON text; `decode` makes the domain's value of it again."""

    impl = Text
    cache_ok = True

    def __init__(self, decode: Callable[[Any], Any] | None = None) -> None:
        super().__init__()
        self.decode = decode

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else to_json(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        plain = json.loads(value)
        return plain if self.decode is None else self.decode(plain)
