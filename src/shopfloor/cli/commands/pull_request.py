"""`shopfloor pr`: look at an order's pull request, describe it, mark it ready, merge it."""

from typing import Any

import click

from shopfloor.cli.default_group import DefaultGroup
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.floor import Floor
from shopfloor.cli.orders import find_order_id, optional_order_argument, order_argument
from shopfloor.cli.table import print_facts
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, one_line, parse_time

_STATE_COLORS = {"open": "green", "merged": "magenta", "closed": "red"}


@click.group("pr", cls=DefaultGroup, short_help="Look at a pull request, mark it ready, merge it.")
def pull_request() -> None:
    """Look at a work order's pull request, describe it, mark it ready, merge it.

    \b
    Examples:
      shopfloor pr wo-abc12345
      shopfloor pr ready wo-abc12345
      shopfloor pr merge wo-abc12345 --method squash
      shopfloor pr edit wo-abc12345 --title "Add login"
    """


@pull_request.command("show", cls=FloorCommand)
@optional_order_argument
def show(desk: Desk, order: str) -> None:
    """Show the pull request. Without ID: of the newest work order."""
    with desk.floor() as floor:
        found = floor.get(_path(floor, order))
    desk.show(found, lambda terminal: _print_whole(terminal, found, has_link=not floor.is_embedded))


@pull_request.command("ready", cls=FloorCommand)
@order_argument
def ready(desk: Desk, order: str) -> None:
    """Take the pull request out of draft."""
    with desk.floor() as floor:
        found = floor.post(f"{_path(floor, order)}/ready")
    desk.show(found, lambda terminal: _print_heading(terminal, found))


@pull_request.command("merge", cls=FloorCommand)
@order_argument
@click.option("--method", type=click.Choice(["merge", "squash"]), default="merge", show_default=True)
def merge(desk: Desk, order: str, method: str) -> None:
    """Merge the pull request. A draft is marked ready first; on a conflict nothing is moved."""
    with desk.floor() as floor:
        path = _path(floor, order)
        if floor.get(path)["is_draft"]:
            floor.post(f"{path}/ready")
        found = floor.post(f"{path}/merge", {"method": method})
    desk.show(found, lambda terminal: _print_heading(terminal, found))


@pull_request.command("edit", cls=FloorCommand)
@order_argument
@click.option("--title", metavar="TEXT", help="The new title.")
@click.option("--body", metavar="TEXT", help='The new description; "-" reads it from standard input.')
def edit(desk: Desk, order: str, title: str | None, body: str | None) -> None:
    """Change title or description."""
    if title is None and body is None:
        raise click.UsageError("Nothing to change: give --title or --body.")
    changes = {"title": title, "body": desk.shell.stdin.read() if body == "-" else body}
    with desk.floor() as floor:
        found = floor.patch(_path(floor, order), {name: value for name, value in changes.items() if value is not None})
    desk.show(found, lambda terminal: _print_heading(terminal, found))


def _path(floor: Floor, order: str) -> str:
    return f"agent-work-orders/{find_order_id(floor, order)}/pull-request"


def _print_heading(terminal: Terminal, found: dict[str, Any]) -> None:
    state = "draft" if found["is_draft"] and found["state"] == "open" else found["state"]
    styled = terminal.style(state, fg=_STATE_COLORS.get(state), bold=True)
    terminal.line(f"#{found['pull_request_number']}  {styled}  {one_line(found['pull_request_title'])}")


def _print_whole(terminal: Terminal, found: dict[str, Any], *, has_link: bool) -> None:
    _print_heading(terminal, found)
    print_facts(
        terminal,
        [
            ("link", found["pull_request_url"] if has_link else ""),
            ("branch", f"{found['head_branch']} into {found['base_branch']}"),
            ("updated", age(parse_time(found["updated_at"]))),
            ("merged as", (found["merge_commit_sha"] or "")[:8]),
        ],
    )
    if found["pull_request_body"].strip():
        terminal.line()
        terminal.stream_text(found["pull_request_body"].rstrip() + "\n")
