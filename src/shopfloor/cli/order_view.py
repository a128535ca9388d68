"""A work order as people read it: a row of a list, all of it, and what it came to."""

from typing import Any

from shopfloor.cli.table import Cell, Column, print_facts, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, counted, duration, lasting_link, lines_changed, one_line, parse_time, printable

Order = dict[str, Any]
_COLORS = {
    "pending": None,
    "running": "cyan",
    "waiting": "yellow",
    "paused": "yellow",
    "completed": "green",
    "failed": "red",
    "cancelled": "magenta",
}
_COLUMNS = (
    Column("ID"),
    Column("STATUS"),
    Column("TITLE", gives_way=True),
    Column("REPOSITORY", gives_way=True),
    Column("AGENT"),
    Column("PR"),
    Column("CHANGES"),
    Column("CREATED"),
)


def print_order_list(terminal: Terminal, orders: list[Order]) -> None:
    print_table(terminal, _COLUMNS, [_row(order) for order in orders])


def _row(order: Order) -> list[Cell | str]:
    number = order["pull_request_number"]
    return [
        order["agent_work_order_id"],
        Cell(_status_in_short(order), _COLORS.get(order["status"])),
        order["title"],
        repository_name(order["repository_url"]),
        order["agent"],
        f"#{number}" if number else "",
        lines_changed(order["git_lines_added"], order["git_lines_removed"]) if order["git_commit_count"] else "",
        Cell(age(parse_time(order["created_at"])), dim=True),
    ]


def _status_in_short(order: Order) -> str:
    if order["status"] == "running" and order["current_phase"]:
        return f"running ({order['current_phase']})"
    if order["status"] == "pending" and order["queue_position"]:
        return f"pending (#{order['queue_position']})"
    return str(order["status"])


def repository_name(url: str) -> str:
    return url.rstrip("/").removesuffix("/.git").rsplit("/", 1)[-1].removesuffix(".git") or url


def short_workflow(name: str) -> str:
    return name.removeprefix("agent_workflow_")


def styled_status(terminal: Terminal, order: Order) -> str:
    return terminal.style(order["status"], fg=_COLORS.get(order["status"]), bold=True)


def print_order(terminal: Terminal, order: Order, *, has_link: bool) -> None:
    terminal.line(f"{terminal.style(order['agent_work_order_id'], bold=True)}  {styled_status(terminal, order)}")
    terminal.line(one_line(order["title"]))
    print_facts(terminal, _facts(order, has_link))
    prompt = (order["initial_prompt"] or "").strip()
    if prompt and one_line(prompt) != one_line(order["title"]):
        terminal.line()
        terminal.stream_text(prompt + "\n")


def _facts(order: Order, has_link: bool) -> list[tuple[str, str]]:
    return [
        ("error", error_text(order)),
        ("queue", f"position {order['queue_position']}" if order["queue_position"] else ""),
        ("phase", order["current_phase"] or ""),
        ("repository", printable(order["repository_url"])),
        ("base", _base(order)),
        ("branch", order["git_branch_name"] or ""),
        ("changes", changes_text(order)),
        ("pull request", pull_request_text(order, has_link=has_link)),
        ("workflow", short_workflow(order["workflow_type"])),
        ("agent", order["agent"] + (f" with {order['model']}" if order["model"] else "")),
        ("sandbox", order["sandbox_type"]),
        ("issue", f"#{order['github_issue_number']}" if order["github_issue_number"] else ""),
        ("usage", _usage(order["usage"])),
        ("runs", str(order["run_count"]) if order["run_count"] > 1 else ""),
        ("created", age(parse_time(order["created_at"]))),
        ("took", took_text(order)),
    ]


def _base(order: Order) -> str:
    if not order["base_branch"]:
        return ""
    return f"{order['base_branch']} at {order['base_sha'][:8]}" if order["base_sha"] else order["base_branch"]


def changes_text(order: Order) -> str:
    if not order["git_commit_count"]:
        return ""
    commits = counted(order["git_commit_count"], "commit")
    files = counted(order["git_files_changed"], "file")
    return f"{commits}, {files}, {lines_changed(order['git_lines_added'], order['git_lines_removed'])}"


def pull_request_text(order: Order, *, has_link: bool) -> str:
    if not order["pull_request_number"]:
        return ""
    link = lasting_link(order["github_pull_request_url"], floor_lasts=has_link)
    return f"#{order['pull_request_number']}  {link}".rstrip()


def error_text(order: Order) -> str:
    error = order["error"]
    if not error:
        return ""
    lines = [f"{printable(error['message'])} ({error['category']})", printable(error.get("hint") or "")]
    return "\n".join(line for line in lines if line)


def took_text(order: Order) -> str:
    """Of the first run only: later ones come whenever somebody asks for more."""
    start, end = order["execution_started_at"], order["execution_completed_at"]
    return (
        duration((parse_time(end) - parse_time(start)).total_seconds())
        if start and end and order["run_count"] == 1
        else ""
    )


def _usage(usage: dict[str, Any]) -> str:
    parts = [f"{usage['total_tokens']:,} tokens"] if usage.get("total_tokens") else []
    parts += [f"${usage['cost_usd']:.2f}"] if usage.get("cost_usd") else []
    return ", ".join(parts)
