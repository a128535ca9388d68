"""The YAML block at the head of a command file. Pure."""

import json
import re
from collections.abc import Mapping

import yaml

_FENCE = "---"
_PROSE_FIELD = re.compile(r"""^(description|argument-hint):[ \t]+([^\s"'|>].*?)[ \t]*$""", re.MULTILINE)
"""People write `argument-hint: [issue] [priority]` and colons in descriptions, which is text, not YAML."""


class FrontMatterError(ValueError):
    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """What the block says, and the text below it. Without a block all of it is text."""
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return {}, text
    end = next((number for number, line in enumerate(lines) if number > 0 and line.rstrip() == _FENCE), None)
    if end is None:
        raise FrontMatterError(1, "the front matter is opened by --- but never closed")
    return _parse("\n".join(lines[1:end])), "\n".join(lines[end + 1 :])


def _parse(block: str) -> Mapping[str, object]:
    quoted = _PROSE_FIELD.sub(lambda match: f"{match[1]}: {json.dumps(match[2], ensure_ascii=False)}", block)
    try:
        values = yaml.safe_load(quoted)
    except yaml.YAMLError as exc:
        mark = getattr(exc, "problem_mark", None)
        reason = getattr(exc, "problem", None) or str(exc)
        raise FrontMatterError(mark.line + 2 if mark else 2, f"the front matter is not valid YAML: {reason}") from exc
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise FrontMatterError(2, "the front matter must be `name: value` lines")
    return {str(name): value for name, value in values.items()}
