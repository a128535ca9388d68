"""What agents asked leave for, and what people said."""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, select, update

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.redaction import Redactor
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.rows import changed_row, insert_row, one_row
from shopfloor.state_manager.tables import permissions as table


class PermissionStatus(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Permission:
    agent_work_order_id: AgentWorkOrderId
    request: PermissionRequest
    status: PermissionStatus
    answer: str | None
    """The id of the option that was chosen."""
    created_at: datetime
    answered_at: datetime | None

    @property
    def permission_id(self) -> str:
        return self.request.permission_id


class PermissionReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, permission_id: str) -> Permission:
        return _permission(one_row(self._connection, table, permission_id, what="permission request"))

    def list(self, agent_work_order_id: AgentWorkOrderId, status: PermissionStatus | None = None) -> list[Permission]:
        statement = select(table).where(table.c.agent_work_order_id == agent_work_order_id)
        if status is not None:
            statement = statement.where(table.c.status == status)
        rows = self._connection.execute(statement.order_by(table.c.created_at, table.c.permission_id))
        return [_permission(row) for row in rows]


class Permissions(PermissionReader):
    def __init__(self, connection: Connection, clock: Clock, redactor: Redactor) -> None:
        super().__init__(connection)
        self._clock = clock
        self._redactor = redactor

    def open(self, agent_work_order_id: AgentWorkOrderId, request: PermissionRequest) -> Permission:
        values = {
            "permission_id": request.permission_id,
            "agent_work_order_id": agent_work_order_id,
            "request": self._redactor.json(asdict(request)),
            "status": PermissionStatus.OPEN,
            "created_at": self._clock(),
        }
        insert_row(self._connection, table, values)
        return self.get(request.permission_id)

    def answer(self, permission_id: str, option_id: str | None) -> Permission:
        """WrongMove if it was answered or has expired."""
        fields = {"status": PermissionStatus.ANSWERED, "answer": option_id, "answered_at": self._clock()}
        row = changed_row(
            self._connection,
            table,
            permission_id,
            fields,
            what="permission request",
            expect_status=(PermissionStatus.OPEN,),
        )
        return _permission(row)

    def expire(self, agent_work_order_id: AgentWorkOrderId) -> int:
        """Closes what is still open of an order whose turn is over; returns how many that were."""
        open_ones = (table.c.agent_work_order_id == agent_work_order_id) & (table.c.status == PermissionStatus.OPEN)
        return self._connection.execute(update(table).where(open_ones).values(status=PermissionStatus.EXPIRED)).rowcount


def _permission(row: Row[Any]) -> Permission:
    request = dict(row.request)
    request["options"] = tuple(PermissionOption(**option) for option in request["options"])
    return Permission(
        agent_work_order_id=AgentWorkOrderId(row.agent_work_order_id),
        request=PermissionRequest(**request),
        status=PermissionStatus(row.status),
        answer=row.answer,
        created_at=row.created_at,
        answered_at=row.answered_at,
    )
