"""`shopfloor usage`: tokens and cost, as far as the agents report them."""

from typing import Any

import click

from shopfloor.cli.desk import Desk, FloorCommand
from shopfloor.cli.orders import find_order_id
from shopfloor.cli.projects import optional_project_id
from shopfloor.cli.table import Cell, Column, print_table
from shopfloor.cli.terminal import Terminal
from shopfloor.domain.turn_usage import UsageGroup

_UNKNOWN = "?"


@click.command("usage", cls=FloorCommand)
@click.option("--by", "group_by", type=click.Choice([str(group) for group in UsageGroup]), default="agent")
@click.option("--project", metavar="PROJECT", help="Of this project only: its id or name.")
@click.option("--order", metavar="ID", help="Of this work order only.")
@click.option("--since", metavar="TIME", help="From then on, such as 2026-01-31T00:00:00Z.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
def usage(desk: Desk, group_by: str, project: str | None, order: str | None, since: str | None, limit: int) -> None:
    """Show what was used: tokens and cost by agent, model, project, order or turn.

    What the agents report; "?" is not known, "~" is an estimate, "+" more turns than are counted.

    \b
    Examples:
      shopfloor usage --by model
      shopfloor usage --by turn --order last
    """
    with desk.floor() as floor:
        filters = {
            "project_id": optional_project_id(floor, project),
            "agent_work_order_id": find_order_id(floor, order) if order else None,
        }
        given = {name: value for name, value in {**filters, "since": since}.items() if value is not None}
        page = floor.get("analytics/usage", group_by=group_by, limit=limit, **given)
    desk.show(page, lambda terminal: _print_usage(terminal, page))


def _print_usage(terminal: Terminal, page: dict[str, Any]) -> None:
    if not page["usage"]:
        terminal.line("Nothing was used yet.")
        return
    heading = str(page["group_by"]).upper()
    columns = (Column(heading, gives_way=True), Column("TURNS"), Column("IN"), Column("OUT"), Column("TOKENS"))
    rows = [_row(each, each["name"] or "none") for each in page["usage"]]
    print_table(terminal, (*columns, Column("COST")), [*rows, _row(page["total"], "total")])


def _row(each: dict[str, Any], name: str) -> list[Cell | str]:
    mark = "~" if each["source"] == "estimated" else ""
    more = "+" if each["turns_without_tokens"] else ""
    counts = [_count(each[field]) for field in ("input_tokens", "output_tokens")]
    total = _UNKNOWN if each["total_tokens"] is None else f"{mark}{each['total_tokens']:,}{more}"
    dearer = "+" if each["turns_without_cost"] else ""
    cost = _UNKNOWN if each["cost_usd"] is None else f"${each['cost_usd']:.4f}{dearer}"
    return [name, str(each["turns"]), *counts, total, cost]


def _count(number: int | None) -> str:
    return _UNKNOWN if number is None else f"{number:,}"
