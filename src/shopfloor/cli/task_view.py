"""A task and its executions as people read them."""

from typing import Any

from shopfloor.cli.table import Column, fact_text, print_facts, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, duration, one_line, parse_time

_HISTORY = (
    *(Column("SESSION"), Column("STATUS"), Column("AGENT"), Column("STARTED"), Column("TOOK"), Column("COST")),
    Column("WORDS", gives_way=True),
)
_NOT_FACTS = frozenset({"sessions", "position"})


def print_task(terminal: Terminal, task: dict[str, Any]) -> None:
    facts = {name: value for name, value in task.items() if name not in _NOT_FACTS}
    if review := task["review"]:
        counts = ", ".join(f"{number} {severity}" for severity, number in review["finding_counts"].items())
        facts["review"] = "  ".join(part for part in (review["verdict"] or review["status"], counts) if part)
    if issue := task["issue"]:
        facts["issue"] = "  ".join(part for part in (f"#{issue['number']}", issue["state"], issue["url"]) if part)
    if error := task["error"]:
        facts["error"] = "\n".join(part for part in (error["message"], error["hint"]) if part)
    facts["sessions"] = [f"{each['session_id']} {each['status']}" for each in task["sessions"]]
    print_facts(terminal, [(name, fact_text(value)) for name, value in facts.items()])


def print_history(terminal: Terminal, sessions: list[dict[str, Any]]) -> None:
    if not sessions:
        terminal.line("The task has not been executed yet.")
        return
    print_table(terminal, _HISTORY, [_session_row(each) for each in sessions])


def _session_row(session: dict[str, Any]) -> list[str]:
    words = session["error"]["message"] if session["error"] else session["preview"] or ""
    cost = session["usage"]["cost_usd"]
    return [
        session["session_id"],
        session["status"] + (", chosen" if session["is_winner"] else ""),
        session["agent"] + (f":{session['model']}" if session["model"] else ""),
        age(parse_time(session["started_at"])) if session["started_at"] else "",
        "" if session["duration_ms"] is None else duration(session["duration_ms"] / 1000),
        "" if cost is None else f"${cost:.2f}",
        one_line(words),
    ]
