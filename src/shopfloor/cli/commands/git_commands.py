"""Commands that show what an order left in git: diff, commits."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.diff_view import print_diff, print_diff_stat
from shopfloor.cli.orders import find_order_id, optional_order_argument
from shopfloor.cli.table import Cell, Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, lines_changed, parse_time

_COMMIT_COLUMNS = (
    Column("COMMIT"),
    Column("PHASE"),
    Column("SUBJECT", gives_way=True),
    Column("CHANGES"),
    Column("WHEN"),
)


@click.command("diff", cls=FloorCommand)
@optional_order_argument
@click.option("--stat", is_flag=True, help="One line a file.")
@click.option("--commit", metavar="SHA", help="Only what this commit changes.")
@click.option("-w", "--ignore-whitespace", is_flag=True, help="Leave out changes of white space only.")
@click.option(
    "-U", "--context", type=click.IntRange(0, 100), default=3, show_default=True, help="Lines around a change."
)
def diff(desk: Desk, order: str, stat: bool, commit: str | None, ignore_whitespace: bool, context: int) -> None:
    """Show what a work order changes against its base. Without ID: the newest one.

    \b
    Examples:
      shopfloor diff
      shopfloor diff wo-abc12345 --stat
      shopfloor diff wo-abc12345 > change.patch
    """
    with desk.floor() as floor:
        path = f"agent-work-orders/{find_order_id(floor, order)}/diff"
        found = floor.get(path, sha=commit, ignore_whitespace=ignore_whitespace, context=context)
    desk.show(found, lambda terminal: _print(terminal, desk.err, found, stat=stat))


def _print(terminal: Terminal, remarks: Terminal, found: dict[str, Any], *, stat: bool) -> None:
    if not found["files"]:
        remarks.line("Nothing is changed (yet).")
    elif stat:
        print_diff_stat(terminal, found)
    else:
        print_diff(terminal, remarks, found)


@click.command("commits", cls=FloorCommand)
@optional_order_argument
def commits(desk: Desk, order: str) -> None:
    """List a work order's commits, oldest first. Without ID: the newest order."""
    with desk.floor() as floor:
        page = floor.get(f"agent-work-orders/{find_order_id(floor, order)}/commits")
    desk.show(page, lambda terminal: _print_commits(terminal, page["commits"]))


def _print_commits(terminal: Terminal, found: list[dict[str, Any]]) -> None:
    if not found:
        terminal.line("No commits yet.")
        return
    print_table(
        terminal,
        _COMMIT_COLUMNS,
        [
            [
                Cell(commit["sha"][:8], "yellow"),
                commit["phase"] or "",
                commit["subject"],
                lines_changed(commit["lines_added"], commit["lines_removed"]),
                Cell(age(parse_time(commit["authored_at"])), dim=True),
            ]
            for commit in found
        ],
    )
