"""What agents asked leave for, and what people said."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, select, update

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import PermissionAlreadyAnswered, WrongMove
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
    agent_session_id: str | None = None
    answered_by: str | None = None

    @property
    def permission_id(self) -> str:
        return self.request.permission_id

    @property
    def chosen_option(self) -> PermissionOption | None:
        return next((option for option in self.request.options if option.option_id == self.answer), None)


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
        return [_permission(row._asdict()) for row in rows]


class Permissions(PermissionReader):
    def __init__(self, connection: Connection, clock: Clock, redactor: Redactor) -> None:
        super().__init__(connection)
        self._clock = clock
        self._redactor = redactor

    def open(
        self, agent_work_order_id: AgentWorkOrderId, request: PermissionRequest, agent_session_id: str | None = None
    ) -> Permission:
        values = {
            "permission_id": request.permission_id,
            "agent_work_order_id": agent_work_order_id,
            "request": self._redactor.json(asdict(request)),
            "status": PermissionStatus.OPEN,
            "created_at": self._clock(),
            "agent_session_id": agent_session_id,
        }
        insert_row(self._connection, table, values)
        return self.get(request.permission_id)

    def answer(self, permission_id: str, option_id: str | None, *, by: str | None = None) -> Permission:
        """PermissionAlreadyAnswered if it was, or has expired: the first one counts."""
        fields = {
            "status": PermissionStatus.ANSWERED,
            "answer": option_id,
            "answered_at": self._clock(),
            "answered_by": by,
        }
        try:
            return self._change_open(permission_id, fields)
        except WrongMove as exc:
            status = self.get(permission_id).status
            what = "been answered already" if status is PermissionStatus.ANSWERED else "expired: its turn is over"
            raise PermissionAlreadyAnswered(f"The permission request has {what}.") from exc

    def expire_one(self, permission_id: str) -> Permission:
        """Closed without an answer, unless it has one."""
        try:
            return self._change_open(permission_id, {"status": PermissionStatus.EXPIRED})
        except WrongMove:
            return self.get(permission_id)

    def _change_open(self, permission_id: str, fields: dict[str, Any]) -> Permission:
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


def _permission(row: Mapping[str, Any]) -> Permission:
    request = dict(row["request"])
    request["options"] = tuple(PermissionOption(**option) for option in request["options"])
    return Permission(
        agent_work_order_id=AgentWorkOrderId(row["agent_work_order_id"]),
        request=PermissionRequest(**request),
        status=PermissionStatus(row["status"]),
        answer=row["answer"],
        created_at=row["created_at"],
        answered_at=row["answered_at"],
        agent_session_id=row["agent_session_id"],
        answered_by=row["answered_by"],
    )
