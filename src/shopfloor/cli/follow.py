"""Following an order to where it settles, and what Ctrl-C and the agent's questions mean meanwhile."""

import contextlib
from enum import Enum, auto
from typing import Any

from shopfloor.cli.event_feed import EventFeed
from shopfloor.cli.exit_codes import ExitCode, exit_code_of
from shopfloor.cli.failures import Problem
from shopfloor.cli.floor import Floor
from shopfloor.cli.interrupts import Interrupts
from shopfloor.cli.permissions import ask_for_answers
from shopfloor.cli.shell import Shell
from shopfloor.cli.sse import StreamEvent
from shopfloor.cli.views import EventView
from shopfloor.domain.events import ENDING, EventType

SETTLED = frozenset({"completed", "failed", "cancelled", "paused"})
_SETTLING = ENDING | {EventType.AGENT_WORK_ORDER_PAUSED}


class Left(Enum):
    """Why following ended before the order did."""

    DETACHED = auto()
    WAITING = auto()


class Follower:
    def __init__(self, floor: Floor, shell: Shell, view: EventView, *, only_looks: bool = False) -> None:
        self._floor = floor
        self._shell = shell
        self._view = view
        self._only_looks = only_looks

    def follow(self, order: dict[str, Any], *, after: int) -> Left | None:
        """Until the order settles (None), or is left.

        The order is as it was when following began: endings up to then are history, the next one is the end.
        """
        order_id, known = order["agent_work_order_id"], int(order["last_event_seq"])
        is_settled = order["status"] in SETTLED
        feed = EventFeed(self._floor, order_id, after=after, on_lost=self._view.connection_lost)
        with contextlib.closing(feed), contextlib.closing(self._view), Interrupts() as interrupts:
            while not (is_settled and feed.last_seq >= known):
                try:
                    event = interrupts.wait_for(feed.next_event)
                    self._view.show(event)
                    if event.type in _SETTLING and event.seq is not None and event.seq > known:
                        return None
                    if self._is_question(event) and not self._answer(order_id, interrupts):
                        return Left.WAITING
                except KeyboardInterrupt:
                    feed.close()
                    if self._is_left_on_interrupt(order_id, interrupts):
                        return Left.DETACHED
        return None

    def _is_question(self, event: StreamEvent) -> bool:
        return event.type == EventType.AGENT_WORK_ORDER_WAITING and not self._only_looks

    def _answer(self, order_id: str, interrupts: Interrupts) -> bool:
        """False where an answer is wanted and nobody is there to give it."""
        open_requests = self._floor.get(f"agent-work-orders/{order_id}/permissions")["permissions"]
        if not open_requests:
            return True
        self._view.close()
        if not self._shell.is_interactive:
            return False
        ask_for_answers(self._floor, self._shell, order_id, open_requests, interrupts)
        return True

    def _is_left_on_interrupt(self, order_id: str, interrupts: Interrupts) -> bool:
        self._view.close()
        if self._only_looks:
            return True
        if self._shell.is_interactive:
            wish = self._ask_what_to_do(interrupts)
        else:
            wish = "c" if self._floor.is_embedded else "d"
        if wish == "c":
            self._shell.stderr.write("Cancelling ...\n")
            with contextlib.suppress(Problem):
                self._floor.post(f"agent-work-orders/{order_id}/cancel")
        return wish == "d"

    def _ask_what_to_do(self, interrupts: Interrupts) -> str:
        goes_on = "keep it for later" if self._floor.is_embedded else "it goes on without you"
        question = f"\n[d]etach ({goes_on}), [c]ancel the work order, or Enter to keep watching? "
        try:
            return interrupts.wait_for(lambda: self._shell.ask(question)).lower()[:1]
        except KeyboardInterrupt:
            self._shell.stderr.write("\n")
            return "c"


def exit_code_after(left: Left | None, order: dict[str, Any]) -> ExitCode:
    return ExitCode.UNFINISHED if left is not None else exit_code_of(str(order["status"]))
