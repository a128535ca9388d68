"""The journal's rows: numbering, appending, paging."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, insert, select, update

from shopfloor.domain.events import CONVERSATION, Event, EventType, LogLevel, NewEvent, level_of
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import NotFound
from shopfloor.state_manager.clock import Clock
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
        self._connection.execute(_INSERT, rows)
        self.appended += stored
        return stored

    def _not_yet_recorded(
        self, by_order: Mapping[AgentWorkOrderId, Sequence[NewEvent]]
    ) -> dict[AgentWorkOrderId, list[NewEvent]]:
        named = {order_id: {event.once for event in events} - {None} for order_id, events in by_order.items()}
        names = set().union(*named.values())
        seen: set[tuple[str, str | None]] = set()
        if names:
            orders = [order_id for order_id, of_order in named.items() if of_order]
            found = self._connection.execute(_RECORDED, {"of_orders": orders, "names": list(names)})
            seen.update((row.agent_work_order_id, row.once) for row in found)
        fresh: dict[AgentWorkOrderId, list[NewEvent]] = {}
        for order_id, events in by_order.items():
            for event in events:
                if event.once is None or (order_id, event.once) not in seen:
                    fresh.setdefault(order_id, []).append(event)
                    seen.add((order_id, event.once))
        return fresh

    def _reserve_seqs(self, counts: Mapping[AgentWorkOrderId, int]) -> dict[AgentWorkOrderId, int]:
        """The first free number of each order. Its row is the counter, so a roll-back leaves no hole."""
        last = self._count_up(counts)
        unknown = [order_id for order_id in counts if order_id not in last]
        if unknown:
            raise NotFound(f"There is no work order {unknown[0]}.")
        return {order_id: last[order_id] - count + 1 for order_id, count in counts.items()}

    def _count_up(self, counts: Mapping[AgentWorkOrderId, int]) -> dict[AgentWorkOrderId, int]:
        by_order = [{"of_order": order_id, "more": count} for order_id, count in counts.items()]
        if len(by_order) == 1:
            found = self._connection.execute(_COUNT_UP_ONE, by_order[0])
        else:
            self._connection.execute(_COUNT_UP, by_order)
            found = self._connection.execute(_LAST_SEQS, {"of_orders": list(counts)})
        return {row[0]: row[1] for row in found}

    def _reserve_positions(self, count: int) -> int:
        return int(self._connection.execute(_NEXT_POSITIONS, {"more": count}).scalar_one()) - count + 1


_ORDERS = agent_work_orders.c
_INSERT = insert(table)
_RECORDED = select(table.c.agent_work_order_id, table.c.once).where(
    table.c.agent_work_order_id.in_(bindparam("of_orders", expanding=True)),
    table.c.once.in_(bindparam("names", expanding=True)),
)
_COUNT_UP = (
    update(agent_work_orders)
    .where(_ORDERS.agent_work_order_id == bindparam("of_order"))
    .values(last_event_seq=_ORDERS.last_event_seq + bindparam("more"))
)
_COUNT_UP_ONE = _COUNT_UP.returning(_ORDERS.agent_work_order_id, _ORDERS.last_event_seq)
_LAST_SEQS = select(_ORDERS.agent_work_order_id, _ORDERS.last_event_seq).where(
    _ORDERS.agent_work_order_id.in_(bindparam("of_orders", expanding=True))
)
_NEXT_POSITIONS = (
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
