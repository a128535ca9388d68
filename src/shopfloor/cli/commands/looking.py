"""Commands that look at work orders: list, show, follow, logs."""

from typing import Any

import click

from shopfloor.cli.choices import STATUS
from shopfloor.cli.commands.following import follow_to_the_end, leave_with
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.exit_codes import EXIT_CODES_HELP
from shopfloor.cli.floor import Floor
from shopfloor.cli.follow import Follower
from shopfloor.cli.log_view import LogView, print_log_entries
from shopfloor.cli.order_view import print_order, print_order_list
from shopfloor.cli.orders import find_order_id, get_order, optional_order_argument, order_of
from shopfloor.cli.projects import optional_project_id
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.views import JsonLines

_MOST_PER_PAGE = 1000
_LEVELS = click.Choice(["debug", "info", "warning", "error"])


@click.command("list", cls=FloorCommand)
@click.option("--status", type=STATUS, multiple=True, help="Only these; may be given more than once.")
@click.option("--project", metavar="PROJECT", help="Only those of this project: its id or name.")
@click.option("--agent", metavar="NAME", help="Only those of this agent.")
@click.option("--search", metavar="TEXT", help="Only those with this in title, prompt, branch or id.")
@click.option("--limit", type=click.IntRange(1, 500), default=20, show_default=True, help="How many at most.")
def list_orders(
    desk: Desk, status: tuple[str, ...], project: str | None, agent: str | None, search: str | None, limit: int
) -> None:
    """List work orders, newest first.

    \b
    Examples:
      shopfloor list
      shopfloor list --status running --status pending
      shopfloor list --search login --json
    """
    with desk.floor() as floor:
        page = floor.get(
            "agent-work-orders",
            status=list(status) or None,
            project_id=optional_project_id(floor, project),
            agent=agent,
            q=search,
            limit=limit,
        )
    desk.show(
        page, lambda terminal: _print_page(terminal, page, is_filtered=bool(status or project or agent or search))
    )


def _print_page(terminal: Terminal, page: dict[str, Any], *, is_filtered: bool) -> None:
    orders = page["agent_work_orders"]
    if not orders:
        terminal.line(
            "No work order fits." if is_filtered else 'No work orders yet. Try: shopfloor run "Add a greeting"'
        )
        return
    print_order_list(terminal, orders)
    if page["has_more"]:
        terminal.line(terminal.style(f"{len(orders)} of {page['total_count']}; more with --limit", dim=True))


@click.command("show", cls=FloorCommand)
@optional_order_argument
def show(desk: Desk, order: str) -> None:
    """Show a work order. Without ID: the newest one.

    Ids may be abbreviated, here and everywhere: wo-ab3, ab3, or `last`.
    """
    with desk.floor() as floor:
        response = floor.get(f"agent-work-orders/{find_order_id(floor, order)}")
    desk.show(response, lambda terminal: print_order(terminal, order_of(response), has_link=not floor.is_embedded))


@click.command("follow", cls=FloorCommand, epilog=EXIT_CODES_HELP)
@optional_order_argument
@click.option("-v", "--verbose", is_flag=True, help="Show the agent's thoughts and its tools' output, too.")
def follow(desk: Desk, order: str, verbose: bool) -> None:
    """Watch a work order from its beginning to its end. Without ID: the newest one.

    With no server running, an order that is not finished is carried on here.
    """
    with desk.floor(with_worker=True) as floor:
        exit_code = follow_to_the_end(desk, floor, get_order(floor, order), after=0, verbose=verbose)
    leave_with(exit_code)


@click.command("logs", cls=FloorCommand)
@optional_order_argument
@click.option("-f", "--follow", "follows", is_flag=True, help="Go on as entries come, until the order is done.")
@click.option("--level", type=_LEVELS, default="info", show_default=True, help="This level and those above.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=200, show_default=True, help="The last so many.")
def logs(desk: Desk, order: str, follows: bool, level: str, limit: int) -> None:
    """Show a work order's log. Without ID: the newest one.

    Level debug has the agent's messages and tool calls, too.

    \b
    Examples:
      shopfloor logs wo-abc12345 -f
      shopfloor logs --level warning
      shopfloor logs last --level debug --json
    """
    with desk.floor() as floor:
        if follows:
            _follow_log(desk, floor, order, level, limit)
            return
        page = _last_entries(floor, find_order_id(floor, order), level, limit)
    desk.show(page, lambda terminal: print_log_entries(terminal, page["log_entries"]))


def _follow_log(desk: Desk, floor: Floor, order: str, level: str, limit: int) -> None:
    found = get_order(floor, order)
    view = JsonLines(desk.shell.stdout) if desk.as_json else LogView(desk.out, level)
    Follower(floor, desk.shell, view, only_looks=True).follow(found, after=max(0, found["last_event_seq"] - limit))


def _last_entries(floor: Floor, order_id: str, level: str, limit: int) -> dict[str, Any]:
    path = f"agent-work-orders/{order_id}/logs"
    page: dict[str, Any] = floor.get(path, level=level, limit=1)
    offset = max(0, page["total_count"] - limit)
    entries: list[Any] = []
    while len(entries) < limit:
        size = min(_MOST_PER_PAGE, limit - len(entries))
        page = floor.get(path, level=level, limit=size, offset=offset + len(entries))
        entries += page["log_entries"]
        if not page["has_more"]:
            break
    return page | {"log_entries": entries, "has_more": offset > 0}
