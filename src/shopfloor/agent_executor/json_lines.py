"""Reading a line of JSON from a program that is not trusted: what comes out can always be stored and sent on."""

import json
import re
from collections.abc import Callable

Json = object

_UNSTORABLE = re.compile("[\ud800-\udfff\x00]")
_decode: Callable[[str], Json] = json.JSONDecoder(parse_constant=lambda _name: None).decode


def parse_line(line: bytes) -> dict[str, Json] | None:
    """The object in the line, if there is one. NaN becomes null, NUL and halves of surrogate pairs are replaced."""
    try:
        value = _decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    if b"\\ud" in line or b"\\uD" in line or b"\\u0000" in line:
        cleaned = _cleaned(value)
        return cleaned if isinstance(cleaned, dict) else None
    return value


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(item) for key, item in value.items()}
    return value
