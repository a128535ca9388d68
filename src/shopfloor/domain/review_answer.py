"""Reads a reviewer's answer, text of a stranger: its form is strict, sizes are bounded, places must exist. Pure."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from shopfloor.domain.ai_review import Finding, ReviewAnswer, Severity, Side, Verdict

MOST_FINDINGS = 100
LONGEST_TEXT = 4_000
LONGEST_SUMMARY = 4_000
_LONGEST_PATH = 1_000
_LARGEST_LINE = 10_000_000
_FENCED = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*(?:json)?[ \t]*\n(.*?)^[ \t]*\1[`~]*[ \t]*$", re.DOTALL | re.MULTILINE | re.I
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

LengthOf = Callable[[str, Side], int | None]
"""How many lines a file has on that side; None where it is not there."""


class UnreadableAnswer(ValueError):
    """Says what is wrong, for the agent to put it right."""


def read_answer(text: str) -> ReviewAnswer:
    """The last JSON object of the answer that has a verdict."""
    problem = "there is no JSON object in it"
    for candidate in _candidates(text):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            problem = "its JSON cannot be read" if "{" in candidate else problem
            continue
        if isinstance(value, dict) and "verdict" in value:
            return _answer(value)
        problem = "its JSON object has no `verdict`"
    raise UnreadableAnswer(problem)


def placed(answer: ReviewAnswer, length_of: LengthOf, workspace_path: str = "") -> ReviewAnswer:
    """With every finding at a place that exists. What is said of no known file becomes a remark on the whole."""
    return replace(answer, findings=tuple(_placed(one, length_of, workspace_path) for one in answer.findings))


def _candidates(text: str) -> Iterator[str]:
    yield from reversed([found[2] for found in _FENCED.finditer(text)])
    begin, end = text.find("{"), text.rfind("}")
    if 0 <= begin < end:
        yield text[begin : end + 1]


def _answer(value: Mapping[str, Any]) -> ReviewAnswer:
    verdict = _one_of(value["verdict"], Verdict, "verdict")
    findings = value.get("findings", [])
    if not isinstance(findings, list):
        raise UnreadableAnswer("`findings` must be a list")
    read = tuple(_finding(one, number) for number, one in enumerate(findings[:MOST_FINDINGS], 1))
    if any(finding.severity is Severity.BLOCKER for finding in read):
        verdict = Verdict.CHANGES_WANTED
    return ReviewAnswer(verdict, _text(value.get("summary", ""), "summary", LONGEST_SUMMARY), read)


def _finding(value: Any, number: int) -> Finding:
    where = f"findings[{number}]"
    if not isinstance(value, dict):
        raise UnreadableAnswer(f"{where} must be an object")
    text = _text(value.get("text", ""), f"{where}.text", LONGEST_TEXT)
    if not text:
        raise UnreadableAnswer(f"{where}.text is missing")
    line = _line(value.get("line"), f"{where}.line")
    end_line = _line(value.get("end_line"), f"{where}.end_line")
    return Finding(
        severity=_one_of(value.get("severity"), Severity, f"{where}.severity"),
        text=text,
        file=_text(value.get("file") or "", f"{where}.file", _LONGEST_PATH) or None,
        line=line if line is not None else end_line,
        end_line=end_line,
        side=_one_of(value.get("side") or Side.NEW.value, Side, f"{where}.side"),
    )


def _one_of(value: Any, kind: Any, where: str) -> Any:
    said = value.strip().lower() if isinstance(value, str) else value
    found = next((member for member in kind if member.value == said), None)
    if found is None:
        raise UnreadableAnswer(f"`{where}` must be one of {', '.join(member.value for member in kind)}")
    return found


def _text(value: Any, where: str, longest: int) -> str:
    if not isinstance(value, str):
        raise UnreadableAnswer(f"`{where}` must be text")
    cleaned = _CONTROL.sub("", value.replace("\r\n", "\n")).strip()
    return cleaned if len(cleaned) <= longest else cleaned[: longest - 1].rstrip() + "…"


def _line(value: Any, where: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnreadableAnswer(f"`{where}` must be a number or null")
    return max(1, min(value, _LARGEST_LINE))


def _placed(finding: Finding, length_of: LengthOf, workspace_path: str) -> Finding:
    if finding.file is None:
        return replace(finding, line=None, end_line=None)
    for path in _spellings(finding.file, workspace_path):
        for side in (finding.side, Side.NEW, Side.OLD):
            if (length := length_of(path, side)) is not None:
                return _clamped(replace(finding, file=path, side=side), length)
    said = finding.file if finding.line is None else f"{finding.file}:{finding.line}"
    text = f"{said}: {finding.text}"[:LONGEST_TEXT]
    return replace(finding, file=None, line=None, end_line=None, text=text)


def _spellings(path: str, workspace_path: str) -> Iterator[str]:
    """As it is, or as agents also write it: absolute, with ./ before it, or as diffs do."""
    if workspace_path and path.startswith(f"{workspace_path}/"):
        path = path.removeprefix(f"{workspace_path}/")
    path = path.removeprefix("./")
    yield path
    if path.startswith(("a/", "b/")):
        yield path[2:]


def _clamped(finding: Finding, length: int) -> Finding:
    if finding.line is None or length == 0:
        return replace(finding, line=None, end_line=None)
    line = min(finding.line, length)
    end_line = None if finding.end_line is None else max(line, min(finding.end_line, length))
    return replace(finding, line=line, end_line=end_line if end_line != line else None)
