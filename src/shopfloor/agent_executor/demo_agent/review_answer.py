"""A review as lines that direct the demo put it together. Apart from the rules of reviews: most turns need none."""

from __future__ import annotations

FINDINGS_BEGIN = "Address the findings of the AI review"


class Answer:
    def __init__(self) -> None:
        self.findings: list[dict[str, object]] = []
        self.verdict: str | None = None
        self.summary = ""
        self.is_said = False

    @property
    def is_directed(self) -> bool:
        return bool(self.findings or self.verdict)


def finding_of(rest: str) -> dict[str, object]:
    """`PATH:LINE SEVERITY TEXT`, with LINE or FROM-TO; `- SEVERITY TEXT` for a remark on the whole."""
    place, _, said = rest.partition(" ")
    severity, _, text = said.strip().partition(" ")
    file, _, lines = place.rpartition(":")
    line, _, end_line = lines.partition("-")
    if not file or not line.isdecimal():
        file, line, end_line = place, "", ""
    return {
        "file": None if file == "-" else file,
        "line": int(line) if line else None,
        "end_line": int(end_line) if end_line.isdecimal() else None,
        "severity": severity,
        "text": text,
    }
