"""The journal's rows: numbering, appending, paging."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, insert, select, update

from shopfloor.domain.events import CONVERSATION, Event, EventType, LogLevel, NewEvent, level_of
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import NotFound
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.tables import agent_work_orders, journal_position
from shopfloor.state_manager.tables import journal_events as table

_LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)
"""From the least to the most severe; a row's severity is the index in here."""

_COLUMNS = (
    table.c.agent_work_order_id,
    table.c.seq,
    table.c.position,
    table.c.at,
    table.c.type,
    table.c.severity,
    table.c.payload,
)


class JournalReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def page(
        self,
        agent_work_order_id: AgentWorkOrderId,
        after: int,
        limit: int,
        types: Collection[EventType] | None = None,
        level: LogLevel | None = None,
    ) -> list[Event]:
        """Events with a number greater than `after`, oldest first."""
        conditions = _conditions(agent_work_order_id, after, types, level)
        return self._events(select(*_COLUMNS).where(*conditions).order_by(table.c.seq).limit(limit))

    def newest(
        self, agent_work_order_id: AgentWorkOrderId, limit: int, types: Collection[EventType], after: int = 0
    ) -> list[Event]:
        """The newest first."""
        conditions = _conditions(agent_work_order_id, after, types, None)
        return self._events(select(*_COLUMNS).where(*conditions).order_by(table.c.seq.desc()).limit(limit))

    def recorded(self, agent_work_order_id: AgentWorkOrderId, once: str) -> Event | None:
        """The event that was recorded once under this name."""
        found = select(*_COLUMNS).where(table.c.agent_work_order_id == agent_work_order_id, table.c.once == once)
        return next(iter(self._events(found)), None)

    def count(
        self,
        agent_work_order_id: AgentWorkOrderId,
        after: int = 0,
        types: Collection[EventType] | None = None,
        level: LogLevel | None = None,
    ) -> int:
        conditions = _conditions(agent_work_order_id, after, types, level)
        return self._connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()

    def logs(
        self, agent_work_order_id: AgentWorkOrderId, level: LogLevel, limit: int, offset: int
    ) -> tuple[list[Event], int]:
        """A page of the events at least that severe, and how many there are."""
        conditions = _conditions(agent_work_order_id, 0, None, level)
        page = select(*_COLUMNS).where(*conditions).order_by(table.c.seq).limit(limit).offset(offset)
        return self._events(page), self.count(agent_work_order_id, level=level)

    def events_after_position(self, position: int, limit: int, coarse_only: bool = True) -> list[Event]:
        statement = select(*_COLUMNS).where(table.c.position > position).order_by(table.c.position).limit(limit)
        return self._events(statement.where(table.c.coarse) if coarse_only else statement)

    def last_position(self) -> int:
        return int(self._connection.execute(select(journal_position.c.last_position)).scalar_one())

    def _events(self, statement: Any) -> list[Event]:
        return [_event(row) for row in self._connection.execute(statement)]


def _event(row: Row[Any]) -> Event:
    return Event(row.agent_work_order_id, row.seq, row.position, row.at, row.type, _LEVELS[row.severity], row.payload)


def _conditions(
    agent_work_order_id: AgentWorkOrderId,
    after: int,
    types: Collection[EventType] | None,
    level: LogLevel | None,
) -> list[ColumnElement[bool]]:
    conditions = [table.c.agent_work_order_id == agent_work_order_id, table.c.seq > after]
    if types is not None:
        conditions.append(table.c.type.in_(types))
    if level is not None:
        conditions.append(table.c.severity >= _LEVELS.index(level))
    return conditions


class JournalRows(JournalReader):
    def __init__(self, connection: Connection, clock: Clock, redactor: Redactor) -> None:
        super().__init__(connection)
        self._clock = clock
        self._redactor = redactor
        self.appended: list[Event] = []
        """What this transaction adds, to be announced once it is committed."""

    def append(self, agent_work_order_id: AgentWorkOrderId, events: Sequence[NewEvent]) -> list[Event]:
        """Numbers and stores the events; those recorded `once` before are left out and use no number."""
        return self.append_all({agent_work_order_id: events})

    def append_all(self, by_order: Mapping[AgentWorkOrderId, Sequence[NewEvent]]) -> list[Event]:
        """The events of many orders in as few statements as those of one."""
        fresh = self._not_yet_recorded(by_order)
        if not fresh:
            return []
        count = sum(len(events) for events in fresh.values())
        first_seq = self._reserve_seqs({order_id: len(events) for order_id, events in fresh.items()})
        position = self._reserve_positions(count)
        at = self._clock()
        stored: list[Event] = []
        rows = []
        for order_id, events in fresh.items():
            for seq, new in enumerate(events, first_seq[order_id]):
                payload: Any = self._redactor.json(new.payload)
                kind = EventType(new.type)
                event = Event(order_id, seq, position + len(stored), at, kind, level_of(kind), payload)
                stored.append(event)
                rows.append(_row(event, new.once))
        _INSERT.run(self._connection, *rows)
        self.appended += stored
        return stored

    def _not_yet_recorded(
        self, by_order: Mapping[AgentWorkOrderId, Sequence[NewEvent]]
    ) -> dict[AgentWorkOrderId, list[NewEvent]]:
        fresh = {order_id: self._without_recorded(order_id, events) for order_id, events in by_order.items()}
        return {order_id: events for order_id, events in fresh.items() if events}

    def _without_recorded(self, order_id: AgentWorkOrderId, events: Sequence[NewEvent]) -> list[NewEvent]:
        names = {event.once for event in events if event.once is not None}
        seen = {name for name in names if _RECORDED.rows(self._connection, {"of_order": order_id, "name": name})}
        fresh: list[NewEvent] = []
        for event in events:
            if event.once not in seen:
                fresh.append(event)
            if event.once is not None:
                seen.add(event.once)
        return fresh

    def _reserve_seqs(self, counts: Mapping[AgentWorkOrderId, int]) -> dict[AgentWorkOrderId, int]:
        """The first free number of each order. Its row is the counter, so a roll-back leaves no hole."""
        return {order_id: self._count_up(order_id, count) - count + 1 for order_id, count in counts.items()}

    def _count_up(self, order_id: AgentWorkOrderId, count: int) -> int:
        found = _COUNT_UP.rows(self._connection, {"of_order": order_id, "more": count})
        if not found:
            raise NotFound(f"There is no work order {order_id}.")
        return int(found[0][0])

    def _reserve_positions(self, count: int) -> int:
        ((last,),) = _NEXT_POSITIONS.rows(self._connection, {"more": count})
        return int(last) - count + 1


_ORDERS = agent_work_orders.c
_INSERT = Prepared(insert(table))
_RECORDED = Prepared(
    select(table.c.once).where(table.c.agent_work_order_id == bindparam("of_order"), table.c.once == bindparam("name"))
)
_COUNT_UP = Prepared(
    update(agent_work_orders)
    .where(_ORDERS.agent_work_order_id == bindparam("of_order"))
    .values(last_event_seq=_ORDERS.last_event_seq + bindparam("more"))
    .returning(_ORDERS.last_event_seq)
)
_NEXT_POSITIONS = Prepared(
    update(journal_position)
    .values(last_position=journal_position.c.last_position + bindparam("more"))
    .returning(journal_position.c.last_position)
)


def _row(event: Event, once: str | None) -> dict[str, Any]:
    return {
        "position": event.position,
        "agent_work_order_id": event.agent_work_order_id,
        "seq": event.seq,
        "at": event.at,
        "type": event.type,
        "severity": _LEVELS.index(event.level),
        "coarse": event.type not in CONVERSATION,
        "payload": event.payload,
        "once": once,
    }
