"""The journal as the services use it: append and follow."""

from collections.abc import AsyncGenerator

from shopfloor.domain.events import Event, LiveDelta, NewEvent, Notice
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.event_journal.follower import AllFollower, Heartbeat, OrderFollower
from shopfloor.event_journal.group_commit import GroupCommit
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.log_files import LogFiles
from shopfloor.state_manager.clock import Clock, utc_now
from shopfloor.state_manager.store import Store


class Journal:
    """The store redacts and numbers what is appended here; the hub tells of it."""

    def __init__(
        self,
        store: Store,
        hub: JournalHub,
        log_files: LogFiles | None = None,
        *,
        heartbeat_seconds: float = 15.0,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._hub = hub
        self._commits = GroupCommit(store)
        self._heartbeat_seconds = heartbeat_seconds
        self._clock = clock
        if log_files is not None:
            hub.attach(log_files.note)

    async def append(self, agent_work_order_id: AgentWorkOrderId, *events: NewEvent) -> None:
        """Stores the events and tells the followers; returns when both is done."""
        if events:
            await self._commits.append(agent_work_order_id, events)

    def follow(
        self, agent_work_order_id: AgentWorkOrderId, *, after: int = 0
    ) -> AsyncGenerator[Event | LiveDelta | Heartbeat, None]:
        """Everything after that number, what is being said now, then what comes: no gap and no double.

        A message's text only grows: a snapshot that holds less of it than the deltas before did is older news, not a
        change. Raises NotFound, and SlowSubscriber to a reader that does not keep up. Close it (`aclosing`).
        """
        follower = OrderFollower(self._store, self._hub, agent_work_order_id, self._clock, self._heartbeat_seconds)
        return follower.follow(after)

    def follow_all(self, *, after_position: int | None = None) -> AsyncGenerator[Event | Notice | Heartbeat, None]:
        """The coarse events of all orders: after a position, or (None) from now on."""
        return AllFollower(self._store, self._hub, self._clock, self._heartbeat_seconds).follow(after_position)

    async def close(self) -> None:
        """Waits for what is being written."""
        await self._commits.drain()
