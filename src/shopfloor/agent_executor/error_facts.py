"""What an agent's error says of itself, wherever it says it: in fields, in JSON inside of its text, or in words."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.work_order import ErrorCategory

_DEEPEST = 6
_LONGEST_SCANNED = 20_000
_STATUS_NAMES = frozenset({"status", "statuscode", "httpstatus", "httpstatuscode", "apierrorstatus", "errorstatus"})
_KIND_NAMES = frozenset({"type", "code", "kind", "errorkind", "errortype", "codexerrorinfo", "reason"})
_RETRY_NAMES = frozenset({"retryafter", "retryafterseconds", "retryaftersecs"})
_RETRY_MS_NAMES = frozenset({"retryafterms", "retrydelayms"})
_STATUS_IN_TEXT = re.compile(
    r"(?:\b(?:http|status|status code|api error|error code|error|code)\b[\s:=(#]*|^\s*|: |\()([45]\d\d)\b(?!\.\d)",
    re.IGNORECASE,
)
_RETRY_IN_TEXT = re.compile(
    r"(?:retry[- ]after|try again in|retry in|retrying in)\D{0,12}?(\d+(?:\.\d+)?)\s*(ms|s|m)?\b", re.IGNORECASE
)
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0}


@dataclass(frozen=True, slots=True)
class ErrorFacts:
    text: str
    """All that was said, for those who have to go by words."""
    category: ErrorCategory | None = None
    http_status: int | None = None
    kinds: frozenset[str] = frozenset()
    """The names that protocols have for errors, such as `rate_limit_error` or `ENOSPC`; in lower case."""
    retry_after_seconds: float | None = None


def facts_from(text: str, data: Json = None) -> ErrorFacts:
    fields = [*_fields_of(data, _DEEPEST)]
    for found in _json_in(text):
        fields += _fields_of(found, _DEEPEST)
    return ErrorFacts(
        text=text,
        category=_stated_category(data),
        http_status=_status_in(fields) or _status_in_text(text),
        kinds=frozenset(str(value).lower() for name, value in fields if name in _KIND_NAMES and isinstance(value, str)),
        retry_after_seconds=_retry_after_in(fields) or _retry_after_in_text(text),
    )


def _stated_category(data: Json) -> ErrorCategory | None:
    stated = data.get("category") if isinstance(data, Mapping) else None
    return next((category for category in ErrorCategory if category.value == stated), None)


def _fields_of(value: Json, depth: int) -> Iterator[tuple[str, Json]]:
    """Every field, however deep, by its name without dashes and underscores."""
    if depth == 0:
        return
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield re.sub(r"[-_ ]", "", str(name)).lower(), inner
            yield from _fields_of(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _fields_of(inner, depth - 1)
    elif isinstance(value, str):
        for found in _json_in(value):
            yield from _fields_of(found, depth - 1)


def _json_in(text: str) -> Iterator[Json]:
    """Objects within text: most agents print what the model's server answered."""
    decoder = json.JSONDecoder()
    place = text.find("{", 0, _LONGEST_SCANNED)
    while place >= 0:
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield value
        place = text.find("{", end, _LONGEST_SCANNED)


def _status_in(fields: list[tuple[str, Json]]) -> int | None:
    for name, value in fields:
        if name in _STATUS_NAMES or name == "code":
            number = int(value) if isinstance(value, str) and value.isdecimal() else value
            if isinstance(number, int) and not isinstance(number, bool) and 400 <= number < 600:
                return number
    return None


def _status_in_text(text: str) -> int | None:
    found = _STATUS_IN_TEXT.search(text[:_LONGEST_SCANNED])
    return int(found[1]) if found else None


def _retry_after_in(fields: list[tuple[str, Json]]) -> float | None:
    for name, value in fields:
        seconds = _number(value)
        if seconds is not None and name in _RETRY_NAMES:
            return seconds
        if seconds is not None and name in _RETRY_MS_NAMES:
            return seconds / 1000
    return None


def _retry_after_in_text(text: str) -> float | None:
    found = _RETRY_IN_TEXT.search(text[:_LONGEST_SCANNED])
    return float(found[1]) * _SECONDS[(found[2] or "s").lower()] if found else None


def _number(value: Json) -> float | None:
    try:
        number = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else None
    except ValueError:
        return None
    return number if number is not None and 0 < number < 1e7 else None
