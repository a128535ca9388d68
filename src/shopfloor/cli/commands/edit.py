"""`shopfloor edit`: title, model, limits of a work order; archive it."""

from typing import Any

import click

from shopfloor.cli.choice_options import choice_options, with_limits
from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.orders import find_order_id, order_argument, order_of
from shopfloor.cli.text import one_line

_NOTHING = "none"
_CHOICES = ("model", "reasoning_effort", "mode")


@click.command("edit", cls=FloorCommand)
@order_argument
@click.option("--title", metavar="TEXT", help="What to call it.")
@choice_options
@click.option("--archive/--unarchive", "archived", default=None, help="Put it out of sight, or take it back.")
def edit(desk: Desk, order: str, **values: Any) -> None:
    """Change a work order: title, model, limits; archive it.

    Model, effort and mode change between turns, not while the agent works; "none" leaves them to the agent again.

    \b
    Examples:
      shopfloor edit last --model anthropic/claude-sonnet
      shopfloor edit wo-abc12345 --max-cost 2.50
      shopfloor edit wo-abc12345 --archive
    """
    changes = with_limits(values)
    if not changes:
        raise click.UsageError("Nothing to change: see `shopfloor edit --help`.")
    for name in _CHOICES:
        if changes.get(name) == _NOTHING:
            changes[name] = None
    with desk.floor() as floor:
        response = floor.patch(f"agent-work-orders/{find_order_id(floor, order)}", changes)
    changed = order_of(response)
    desk.show(response, lambda out: out.line(f"{changed['agent_work_order_id']}  {one_line(changed['title'])}"))
