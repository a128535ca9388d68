"""`shopfloor permissions`: what an order's agent asks leave for, and what it may do without asking."""

from typing import Any

import click

from shopfloor.cli.choices import PERMISSION_POLICY
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.orders import find_order_id, optional_order_argument
from shopfloor.cli.permissions import options_text
from shopfloor.cli.terminal import Terminal
from shopfloor.cli.text import age, one_line, parse_time


@click.command("permissions", cls=FloorCommand)
@optional_order_argument
@click.option("--all", "include_closed", is_flag=True, help="Answered and expired ones, too.")
@click.option("--policy", type=PERMISSION_POLICY, help="From now on: what happens when the agent asks.")
def permissions(desk: Desk, order: str, include_closed: bool, policy: str | None) -> None:
    """Show what the agent asks leave for. Without ID: of the newest work order.

    \b
    Policies:
      allow_all    everything (the default: it works in a sandbox)
      allow_edits  files inside its workspace; commands are asked
      ask          everything is asked
      deny         nothing

    \b
    Examples:
      shopfloor permissions wo-abc12345
      shopfloor permissions wo-abc12345 --policy allow_edits
      shopfloor answer wo-abc12345 always
    """
    with desk.floor() as floor:
        path = f"agent-work-orders/{find_order_id(floor, order)}"
        if policy is not None:
            floor.patch(path, {"permission_policy": policy})
        page = floor.get(f"{path}/permissions", include_closed=include_closed)
    desk.show(page, lambda terminal: _print_requests(terminal, page["permissions"]))


def _print_requests(terminal: Terminal, requests: list[dict[str, Any]]) -> None:
    if not requests:
        terminal.line("The agent asks nothing at the moment.")
    for request in requests:
        terminal.line(f"{request['permission_id']}  {one_line(request['title'])}  ({request['tool_kind']})")
        terminal.line(terminal.style(f"  {_state(request)}", dim=True))


def _state(request: dict[str, Any]) -> str:
    if request["status"] == "open":
        return f"{options_text(request)}  asked {age(parse_time(request['created_at']))}"
    said = f"{request['answer']} by {request['answered_by']}" if request["answer"] else "not answered in time"
    return f"{request['status']}: {said}"
