"""What run, prompt, retry, resume and follow share: watch an order to its end and tell the outcome."""

import json
from typing import Any

import click

from shopfloor.cli.desk import Desk
from shopfloor.cli.failures import Problem
from shopfloor.cli.floor import Floor
from shopfloor.cli.follow import Follower, exit_code_after
from shopfloor.cli.guests import wait_for_guests
from shopfloor.cli.orders import order_of
from shopfloor.cli.outcome import print_outcome
from shopfloor.cli.views import EventView, JsonLines, LiveView


def follow_to_the_end(desk: Desk, floor: Floor, order: dict[str, Any], *, after: int, verbose: bool) -> int:
    """The exit code. The order is as it stands now; events up to `after` are not shown."""
    view: EventView = JsonLines(desk.shell.stdout)
    if not desk.as_json:
        view = LiveView(desk.out, verbose=verbose, has_links=not floor.is_embedded)
    left = Follower(floor, desk.shell, view).follow(order, after=after)
    response = floor.get(f"agent-work-orders/{order['agent_work_order_id']}")
    if desk.as_json:
        desk.shell.stdout.write(json.dumps(response) + "\n")
    else:
        pull_request = _pull_request(floor, order_of(response))
        print_outcome(desk.out, order_of(response), left, pull_request, is_embedded=floor.is_embedded)
    if left is None:
        wait_for_guests(floor, desk.err.line)
    return exit_code_after(left, order_of(response))


def _pull_request(floor: Floor, order: dict[str, Any]) -> dict[str, Any] | None:
    if not order["pull_request_number"]:
        return None
    try:
        found: dict[str, Any] = floor.get(f"agent-work-orders/{order['agent_work_order_id']}/pull-request")
    except Problem:
        return None
    return found


def leave_with(exit_code: int) -> None:
    click.get_current_context().exit(exit_code)
