"""What the demo agent finds in a change, and how it repairs what was found: a few plain rules over added lines."""

from __future__ import annotations

import json
import re

from . import workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .review_answer import Answer
    from .turn import Turn

_DIFF = re.compile(r"^(`{3,})diff\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_OPEN_TASK = re.compile(r"[ \t]*(?:#|//|--|/\*|<!--)?[ \t]*\b(?:TODO|FIXME|XXX)\b.*$")
_DEBUGGING = re.compile(r"\b(?:breakpoint\(\)|pdb\.set_trace\(\)|console\.log\()")
_RULES = (
    (re.compile(r"^(?:<{7}|>{7})(?: |$)"), "blocker", "A merge conflict is still in the file."),
    (
        re.compile(r"""(?i)\b(?:password|api_?key|secret)\b\s*[:=]\s*["'][^"']{4,}["']"""),
        "blocker",
        "A secret stands in the code. Read it from the environment.",
    ),
    (_OPEN_TASK, "major", "Something is left open here. Finish it, or take the note out."),
    (re.compile(r"\bexcept\s*:"), "major", "Every error is swallowed here, also the ones nobody thought of."),
    (re.compile(r"\b(?:eval|exec)\("), "major", "Text is run as code here."),
    (_DEBUGGING, "minor", "This was left from debugging."),
    (re.compile(r"[ \t]+$"), "note", "The line ends with blanks."),
    (re.compile(r"^.{141}"), "note", "The line is longer than 140 characters."),
)
_FINDING = re.compile(r"^\d+\. `(.+?):(\d+)(?:-\d+)?` \(", re.MULTILINE)
_OURS = "specs/"


def review(turn: Turn, answer: Answer) -> None:
    turn.think("I read the change line by line.")
    findings = answer.findings if answer.is_directed else list(_findings_in(turn.text))
    wants = any(finding["severity"] in ("blocker", "major") for finding in findings)
    verdict = answer.verdict or ("changes_wanted" if wants else "pass")
    number = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    summary = answer.summary or (f"I read every added line: {number}." if findings else "I found nothing to object to.")
    block = json.dumps({"verdict": verdict, "summary": summary, "findings": findings}, indent=1)
    turn.say(f"{summary}\n\n```json\n{block}\n```")


def repair(turn: Turn) -> None:
    """Puts right what it can of the findings it was told."""
    outcomes = []
    for path, line in sorted({(found[1], int(found[2])) for found in _FINDING.finditer(turn.text)}, reverse=True):
        turn.checkpoint()
        outcomes.append(_repair_line(turn, path, line))
    turn.say("\n".join(f"- {outcome}" for outcome in outcomes) or "I found nothing that I could put right.")


def _repair_line(turn: Turn, path: str, number: int) -> str:
    text = workspace.read(turn.session.cwd, path)
    lines = [] if text is None else text.split("\n")
    if not 0 < number <= len(lines):
        return f"`{path}:{number}` is not there."
    repaired = "" if _DEBUGGING.search(lines[number - 1]) else _OPEN_TASK.sub("", lines[number - 1]).rstrip()
    if repaired == lines[number - 1]:
        return f"`{path}:{number}` stays as it is: there is no model behind me that would know better."
    lines[number - 1 : number] = [repaired] if repaired.strip() else []
    done = workspace.write(turn, path, "\n".join(lines))
    return f"`{path}:{number}` is put right." if done else f"`{path}:{number}` could not be written."


def _findings_in(prompt: str) -> Iterator[dict[str, object]]:
    found = _DIFF.search(prompt)
    for path, number, line in _added_lines(found[2] if found else ""):
        for pattern, severity, text in _RULES:
            if pattern.search(line):
                yield {"file": path, "line": number, "severity": severity, "text": text}
                break


def _added_lines(diff: str) -> Iterator[tuple[str, int, str]]:
    path, number = "", 0
    for line in diff.split("\n"):
        if line.startswith("+++ "):
            path = line[4:].removeprefix("b/").strip()
        elif match := _HUNK.match(line):
            number = int(match[1])
        elif line.startswith("+") and number:
            if not path.startswith(_OURS):
                yield path, number, line[1:]
            number += 1
        elif line.startswith(" "):
            number += 1
        elif line.startswith("diff --git "):
            number = 0
