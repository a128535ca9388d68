"""What a small model wrote, made fit for titles, branches, commits and pull requests. Nothing it says is trusted."""

import json
import re
import unicodedata
from collections.abc import Mapping

from shopfloor.domain.naming import LONGEST_SUBJECT, LONGEST_TITLE, one_line, shortened, slugify

LONGEST_SUMMARY = 3000
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_CONVENTIONAL = re.compile(r"(feat|fix|docs|test|refactor|chore|perf|build|ci|style)(\([\w ./-]{1,30}\))?!?: \S")
_WRAPPING = "\"'`*“”‘’ "
_CLOSING_WORD = re.compile(
    r"\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)((?:[\w.-]+/[\w.-]+)?#\d+|https?://\S+)", re.I
)


def fields_in(reply: str) -> Mapping[str, str]:
    """The texts of the JSON object in a reply, whatever stands around it; empty where there is none."""
    found = _OBJECT.search(reply)
    try:
        value = json.loads(found.group(), strict=False) if found else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(value, dict):
        return {}
    return {str(name): text for name, text in value.items() if isinstance(text, str)}


def clean_title(text: str) -> str | None:
    line = one_line(text).strip(_WRAPPING).rstrip(".")
    return shortened(line, LONGEST_TITLE) if _says_something(line) else None


def clean_slug(text: str) -> str | None:
    return slugify(text.replace("_", "-")) or None


def clean_subject(text: str) -> str | None:
    """One line in the form of conventional commits, or nothing."""
    line = one_line(text).strip(_WRAPPING).rstrip(".")
    return shortened(line, LONGEST_SUBJECT) if _CONVENTIONAL.match(line) else None


def clean_summary(text: str) -> str | None:
    """Text of some lines that pings nobody, closes no issue and hides nothing."""
    plain = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in {"Cc", "Cs", "Cf", "Zl", "Zp"})
    plain = plain.replace("<!--", "").replace("-->", "").replace("@", "@\u200b")
    plain = _CLOSING_WORD.sub(lambda match: f"{match[1]}{match[2]}`{match[3]}`", plain).strip()
    if len(plain) > LONGEST_SUMMARY:
        plain = plain[:LONGEST_SUMMARY].rsplit("\n", 1)[0].rstrip() + "\n…"
    return plain if _says_something(plain) else None


def _says_something(text: str) -> bool:
    return sum(character.isalnum() for character in text) >= 3
