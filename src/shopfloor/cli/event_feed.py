"""An order's events without gap or double, over as many connections as it takes."""

import contextlib
import time
from collections.abc import Callable, Iterator

from shopfloor.cli.failures import ServerUnreachable
from shopfloor.cli.floor import Floor
from shopfloor.cli.sse import StreamEvent

_PATIENCE_SECONDS = 60.0
_SHORTEST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.05, 1.0


class EventFeed:
    def __init__(
        self,
        floor: Floor,
        order_id: str,
        *,
        after: int,
        on_lost: Callable[[], None],
        patience_seconds: float = _PATIENCE_SECONDS,
    ) -> None:
        self._floor = floor
        self._order_id = order_id
        self._on_lost = on_lost
        self._patience_seconds = patience_seconds
        self._pause_seconds = _SHORTEST_PAUSE_SECONDS
        self._connection = contextlib.ExitStack()
        self._events: Iterator[StreamEvent] | None = None
        self._lost_at: float | None = None
        self.last_seq = after

    def next_event(self) -> StreamEvent:
        """Waits for it; raises ServerUnreachable when the connection stays lost. May be called again after an error."""
        while True:
            event = self._next_of_connection()
            if event is None:
                self._wait_for_server()
            elif event.seq is None:
                return event
            elif event.seq > self.last_seq:
                self.last_seq = event.seq
                return event

    def close(self) -> None:
        self._events = None
        self._connection.close()

    def _next_of_connection(self) -> StreamEvent | None:
        try:
            event = next(self._opened(), None)
        except ServerUnreachable:
            event = None
        except BaseException:
            self.close()
            raise
        if event is None:
            self.close()
        return event

    def _opened(self) -> Iterator[StreamEvent]:
        if self._events is None:
            connection = self._floor.client.events(self._order_id, after=self.last_seq)
            self._events = self._connection.enter_context(connection)
            self._lost_at = None
            self._pause_seconds = _SHORTEST_PAUSE_SECONDS
        return self._events

    def _wait_for_server(self) -> None:
        now = time.monotonic()
        if self._lost_at is None:
            self._lost_at = now
            self._on_lost()
        elif now - self._lost_at > self._patience_seconds:
            raise ServerUnreachable(
                "The server has gone and has not come back.",
                hint=f"The work order is kept and goes on when Shopfloor runs again: shopfloor follow {self._order_id}",
            )
        with contextlib.suppress(ServerUnreachable):
            self._floor.reconnect()
        time.sleep(self._pause_seconds)
        self._pause_seconds = min(2 * self._pause_seconds, _LONGEST_PAUSE_SECONDS)
