"""Listens to what happens to all orders, so that waiting for one costs the server nothing more."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from benchmarks.client import EventStream

COMPLETED = "agent_work_order_completed"
_BAD_ENDS = frozenset({"agent_work_order_failed", "agent_work_order_cancelled"})


class Feed:
    def __init__(self, url: str) -> None:
        self._stream = EventStream(url, "/events")
        self._times: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._listen, name="feed", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stream.close()
        self._thread.join(5)

    def wait_for(self, order_ids: Iterable[str], event_type: str = COMPLETED, *, seconds: float) -> dict[str, float]:
        """When each of them first had that event. Raises where one ended badly or takes too long."""
        missing, found, deadline = set(order_ids), {}, time.monotonic() + seconds
        with self._changed:
            while True:
                for order_id in [each for each in missing if event_type in self._times[each]]:
                    found[order_id] = self._times[order_id][event_type]
                    missing.remove(order_id)
                if not missing:
                    return found
                self._refuse_bad_ends(missing)
                if not self._changed.wait(deadline - time.monotonic()):
                    raise TimeoutError(f"{len(missing)} orders without {event_type} after {seconds:g} s")

    def _refuse_bad_ends(self, order_ids: Iterable[str]) -> None:
        for order_id in order_ids:
            if bad := _BAD_ENDS & self._times[order_id].keys():
                raise RuntimeError(f"{order_id}: {', '.join(bad)}")

    def _listen(self) -> None:
        try:
            for heard in self._stream:
                with self._changed:
                    self._times[heard.data["agent_work_order_id"]].setdefault(heard.type, heard.at)
                    self._changed.notify_all()
        except (OSError, ValueError):
            return


@contextmanager
def listening(url: str) -> Iterator[Feed]:
    feed = Feed(url)
    try:
        yield feed
    finally:
        feed.close()
