"""Finding the order that is meant: ids may be abbreviated, and `last` is the newest one."""

import re
from collections.abc import Callable
from typing import Any

import click

from shopfloor.cli.exit_codes import ExitCode
from shopfloor.cli.failures import CommandFailed
from shopfloor.cli.floor import Floor

LAST = "last"
_WHOLE_ID = re.compile(r"wo-[a-z0-9]{8}")
_MOST_CANDIDATES = 50

AnyFunction = Callable[..., Any]


def order_argument(command: AnyFunction) -> AnyFunction:
    return click.argument("order", metavar="ID")(command)


def optional_order_argument(command: AnyFunction) -> AnyFunction:
    return click.argument("order", metavar="[ID]", default=LAST)(command)


def find_order_id(floor: Floor, text: str) -> str:
    text = text.strip().lower()
    if _WHOLE_ID.fullmatch(text):
        return text
    if text == LAST:
        return _newest(floor)
    if not re.fullmatch(r"[a-z0-9-]{1,64}", text):
        raise CommandFailed(
            f"{text!r} is not a work order's id.", hint="Ids look like wo-abc12345.", exit_code=ExitCode.USAGE
        )
    return _the_one_like(floor, text)


def get_order(floor: Floor, text: str) -> dict[str, Any]:
    return order_of(floor.get(f"agent-work-orders/{find_order_id(floor, text)}"))


def order_of(response: dict[str, Any]) -> dict[str, Any]:
    order: dict[str, Any] = response["agent_work_order"]
    return order


def _newest(floor: Floor) -> str:
    orders = floor.get("agent-work-orders", limit=1)["agent_work_orders"]
    if not orders:
        raise CommandFailed("There is no work order yet.", hint='File one: shopfloor run "..." --repo PATH')
    return str(orders[0]["agent_work_order_id"])


def _the_one_like(floor: Floor, text: str) -> str:
    found = floor.get("agent-work-orders", q=text, limit=_MOST_CANDIDATES)["agent_work_orders"]
    ids = [str(order["agent_work_order_id"]) for order in found]
    fitting = [order_id for order_id in ids if order_id.startswith((text, f"wo-{text}")) or order_id.endswith(text)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise CommandFailed(f"{text} may be any of: {', '.join(fitting[:8])}.", exit_code=ExitCode.USAGE)
    raise CommandFailed(f"There is no work order {text}.", hint="`shopfloor list` shows what there is.")
