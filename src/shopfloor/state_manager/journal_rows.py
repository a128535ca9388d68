"""The journal's rows: numbering, appending, paging."""

from collections.abc import Collection, Sequence
from typing import Any, get_args

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

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
        return self._connection.execute(select(journal_position.c.last_position)).scalar_one()

    def _events(self, statement: Any) -> list[Event]:
        return [_event(row) for row in self._connection.execute(statement)]


def _event(row: Row[Any]) -> Event:
    order_id, seq, position, at, event_type, severity, payload = row
    return Event(order_id, seq, position, at, event_type, _LEVELS[severity], payload)


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
        fresh = self._not_yet_recorded(agent_work_order_id, events)
        if not fresh:
            return []
        seq = self._reserve_seqs(agent_work_order_id, len(fresh))
        position = self._reserve_positions(len(fresh))
        at = self._clock()
        stored = []
        for index, new in enumerate(fresh):
            payload: Any = self._redactor.json(new.payload)
            kind = EventType(new.type)
            number, place = seq + index, position + index
            stored.append(Event(agent_work_order_id, number, place, at, kind, level_of(kind), payload))
        rows = [_row(event, new.once) for event, new in zip(stored, fresh, strict=True)]
        self._connection.execute(insert(table), rows)
        self.appended += stored
        return stored

    def _not_yet_recorded(self, agent_work_order_id: AgentWorkOrderId, events: Sequence[NewEvent]) -> list[NewEvent]:
        names = {event.once for event in events if event.once is not None}
        if not names:
            return list(events)
        mine = table.c.agent_work_order_id == agent_work_order_id
        statement = select(table.c.once).where(mine, table.c.once.in_(names))
        seen = set(self._connection.execute(statement).scalars())
        fresh = []
        for event in events:
            if event.once is None or event.once not in seen:
                fresh.append(event)
                seen.add(event.once)
        return fresh

    def _reserve_seqs(self, agent_work_order_id: AgentWorkOrderId, count: int) -> int:
        """The first of `count` numbers. The order's row is the counter, so a roll-back leaves no hole."""
        orders = agent_work_orders
        statement = (
            update(orders)
            .where(orders.c.agent_work_order_id == agent_work_order_id)
            .values(last_event_seq=orders.c.last_event_seq + count)
            .returning(orders.c.last_event_seq)
        )
        last = self._connection.execute(statement).scalar_one_or_none()
        if last is None:
            raise NotFound(f"There is no work order {agent_work_order_id}.")
        return int(last) - count + 1

    def _reserve_positions(self, count: int) -> int:
        last = journal_position.c.last_position
        statement = update(journal_position).values(last_position=last + count).returning(last)
        return int(self._connection.execute(statement).scalar_one()) - count + 1


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
