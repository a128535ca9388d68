"""Orders that other commands filed on the server inside this one: leaving would stop their agents in mid-turn."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from shopfloor.cli.floor import Floor
from shopfloor.cli.text import parse_time

_UNDER_WAY = ["pending", "running"]
_LOOK_SECONDS = 0.5


def wait_for_guests(floor: Floor, say: Callable[[str], None], *, sleep: Callable[[float], None] = time.sleep) -> None:
    """Until none is under way, or Ctrl-C: then they are kept, and go on when Shopfloor runs again."""
    if not floor.is_embedded or not (guests := _guests(floor, floor.opened_at)):
        return
    say(f"Other commands' work orders are being carried out here: {', '.join(guests)}.")
    say("Waiting for them; Ctrl-C leaves them for later.")
    try:
        while _guests(floor, floor.opened_at):
            sleep(_LOOK_SECONDS)
    except KeyboardInterrupt:
        say("Left. They go on when Shopfloor runs again.")


def _guests(floor: Floor, since: datetime) -> list[str]:
    orders: list[dict[str, Any]] = floor.get("agent-work-orders", status=_UNDER_WAY, limit=500)["agent_work_orders"]
    return [order["agent_work_order_id"] for order in orders if parse_time(order["created_at"]) >= since]
