"""What run, prompt, retry, resume and follow share: watch an order to its end and tell the outcome."""

import json
from typing import Any

import click

from shopfloor.cli.desk import Desk
from shopfloor.cli.floor import Floor
from shopfloor.cli.follow import Follower, exit_code_after
from shopfloor.cli.orders import order_of
from shopfloor.cli.outcome import print_outcome
from shopfloor.cli.views import EventView, JsonLines, LiveView


def follow_to_the_end(desk: Desk, floor: Floor, order: dict[str, Any], *, after: int, verbose: bool) -> int:
    """The exit code. The order is as it stands now; events up to `after` are not shown."""
    view: EventView = JsonLines(desk.shell.stdout) if desk.as_json else LiveView(desk.out, verbose=verbose)
    left = Follower(floor, desk.shell, view).follow(order, after=after)
    response = floor.get(f"agent-work-orders/{order['agent_work_order_id']}")
    if desk.as_json:
        desk.shell.stdout.write(json.dumps(response) + "\n")
    else:
        print_outcome(desk.out, order_of(response), left, is_embedded=floor.is_embedded)
    return exit_code_after(left, order_of(response))


def leave_with(exit_code: int) -> None:
    click.get_current_context().exit(exit_code)
