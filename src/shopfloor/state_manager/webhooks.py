"""Webhook deliveries: the inbox they wait in, and the replies that were promised."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select

from shopfloor.domain.webhook import DeliveryStatus, PromisedReply, ReplyStatus, WebhookDelivery
from shopfloor.domain.work_order import PromptStatus
from shopfloor.state_manager.rows import changed_row, insert_once, values_of
from shopfloor.state_manager.tables import promised_replies, prompts
from shopfloor.state_manager.tables import webhook_deliveries as table


class WebhookReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def due(self, now: datetime, limit: int) -> list[WebhookDelivery]:
        """In the order they came."""
        waiting = select(table).where(table.c.status == DeliveryStatus.WAITING, table.c.due_at <= now)
        rows = self._connection.execute(waiting.order_by(table.c.received_at, table.c.delivery_id).limit(limit))
        return [WebhookDelivery(**row._mapping) for row in rows]

    def list(self, *, limit: int, offset: int) -> tuple[Sequence[WebhookDelivery], int]:
        """The newest first."""
        newest = select(table).order_by(table.c.received_at.desc(), table.c.delivery_id)
        rows = self._connection.execute(newest.limit(limit).offset(offset))
        total = self._connection.execute(select(func.count()).select_from(table)).scalar_one()
        return [WebhookDelivery(**row._mapping) for row in rows], total

    def is_promised(self, reply_id: str) -> bool:
        known = select(promised_replies.c.reply_id).where(promised_replies.c.reply_id == reply_id)
        return self._connection.execute(known).one_or_none() is not None

    def replies_due(self) -> Sequence[PromisedReply]:
        """Whose prompt has been answered."""
        due = (
            select(promised_replies)
            .join(prompts, prompts.c.prompt_id == promised_replies.c.prompt_id)
            .where(promised_replies.c.status == ReplyStatus.WAITING, prompts.c.status == PromptStatus.ANSWERED)
        )
        return [PromisedReply(**row._mapping) for row in self._connection.execute(due)]


class Webhooks(WebhookReader):
    def receive(self, delivery: WebhookDelivery) -> bool:
        """False where one with this id came before, whoever received it."""
        return insert_once(self._connection, table, values_of(delivery))

    def settle(self, delivery_id: str, status: DeliveryStatus, note: str) -> None:
        """Only one that still waits: two workers cannot both settle it."""
        self._change(delivery_id, status=status, note=note)

    def postpone(self, delivery_id: str, due_at: datetime, attempts: int, note: str) -> None:
        self._change(delivery_id, due_at=due_at, attempts=attempts, note=note)

    def forget(self, before: datetime) -> None:
        settled = (table.c.status != DeliveryStatus.WAITING) & (table.c.received_at < before)
        self._connection.execute(delete(table).where(settled))

    def promise(self, reply: PromisedReply) -> bool:
        """False where what is to be answered was taken up before."""
        return insert_once(self._connection, promised_replies, values_of(reply))

    def update_reply(self, reply_id: str, **fields: Any) -> None:
        changed_row(self._connection, promised_replies, reply_id, fields, what="reply", expect_status=None)

    def _change(self, delivery_id: str, **fields: Any) -> None:
        changed_row(
            self._connection, table, delivery_id, fields, what="delivery", expect_status={DeliveryStatus.WAITING}
        )
