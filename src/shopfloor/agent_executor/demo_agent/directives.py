"""The lines in a request that direct the demo agent. Pure."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r"^[ \t>*-]*demo(?:\((\w+)\))?:[ \t]*([\w-]+)[ \t]*(.*?)[ \t\r]*$", re.IGNORECASE)
_QUOTED = re.compile(r"""^(?:"([^"]*)"|'([^']*)')(?:[ \t]+(.*))?$""", re.DOTALL)
_PHASES = {
    "plan": "planning",
    "planning": "planning",
    "build": "implementing",
    "implement": "implementing",
    "implementing": "implementing",
    "test": "testing",
    "validate": "testing",
    "testing": "testing",
    "review": "reviewing",
    "reviewing": "reviewing",
}


class Directive:
    __slots__ = ("phase", "rest", "verb")

    def __init__(self, phase: str | None, verb: str, rest: str) -> None:
        self.phase = phase
        self.verb = verb
        self.rest = rest


def parse_directives(request: str) -> Iterator[Directive]:
    for line in request.split("\n"):
        match = _LINE.match(line)
        if match:
            named = match[1]
            yield Directive(_PHASES.get(named.lower(), named) if named else None, match[2].lower(), match[3])


def directives_for(request: str, phase: str, *, is_follow_up: bool) -> list[Directive]:
    """Those that act in this turn: of the phase that is named, else whenever something is built."""
    unnamed_act = (is_follow_up or phase not in ("planning", "testing")) and phase != "reviewing"
    return [d for d in parse_directives(request) if d.phase == phase or (d.phase is None and unnamed_act)]


def without_directives(request: str) -> str:
    return "\n".join(line for line in request.split("\n") if not _LINE.match(line)).strip()


def split_path(rest: str) -> tuple[str, str]:
    """A path, quoted or not, and the text behind it."""
    quoted = _QUOTED.match(rest)
    if quoted:
        return quoted[1] if quoted[1] is not None else quoted[2], quoted[3] or ""
    path, _, text = rest.partition(" ")
    return path, text
