"""Deliveries are written down and answered at once; what they mean is worked out afterwards, also after a crash."""

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import structlog

from shopfloor.background_loop import BackgroundLoop
from shopfloor.domain.webhook import DeliveryStatus, Happening, WebhookDelivery
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.errors import ShopfloorError, WrongMove
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.webhooks.clerk import Clerk
from shopfloor.webhooks.decision import Decision

logger = structlog.get_logger(__name__)

_BATCH = 20
_LOOK_AGAIN_SECONDS = 15.0
_ATTEMPTS = 8
_FIRST_DELAY_SECONDS = 5.0
_KEPT_DAYS = 30
"""Longer than a forge offers to send a delivery again."""


class WebhookInbox:
    def __init__(self, *, store: Store, clerk: Clerk) -> None:
        self._store = store
        self._clerk = clerk
        self._loop = BackgroundLoop("webhook_inbox", self._work_on_what_is_due, every_seconds=_LOOK_AGAIN_SECONDS)

    async def receive(self, delivery_id: str, event: str, happening: Happening | None) -> bool:
        """False where it came before. Written down when this returns."""
        now = _now()
        status = DeliveryStatus.IGNORED if happening is None else DeliveryStatus.WAITING
        note = "Nothing that a rule could be about." if happening is None else ""
        delivery = WebhookDelivery(delivery_id, event, now, status, happening, due_at=now, note=note)
        is_new = await self._store.write(lambda tx: tx.webhooks.receive(delivery))
        self._loop.wake()
        return is_new

    async def list(self, *, limit: int, offset: int) -> tuple[Sequence[WebhookDelivery], int]:
        return await self._store.read(lambda tx: tx.webhooks.list(limit=limit, offset=offset))

    async def start(self) -> None:
        await self._store.write(lambda tx: tx.webhooks.forget(_now() - timedelta(days=_KEPT_DAYS)))
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    async def _work_on_what_is_due(self) -> None:
        while deliveries := await self._store.read(lambda tx: tx.webhooks.due(_now(), _BATCH)):
            for delivery in deliveries:
                await self._work_on(delivery)

    async def _work_on(self, delivery: WebhookDelivery) -> None:
        """One that we cannot cope with keeps no other waiting."""
        assert delivery.happening is not None
        try:
            decision = await self._clerk.decide(delivery.happening)
            await self._store.write(lambda tx: _settle(tx, delivery, decision))
            decision.afterwards()
            logger.info("webhook_settled", delivery_id=delivery.delivery_id, status=decision.status, note=decision.note)
        except ShopfloorError as error:
            await self._set_aside(delivery, error)
        except Exception as error:
            logger.exception("webhook_failed", delivery_id=delivery.delivery_id)
            failure = ShopfloorError(f"Shopfloor itself failed: {error!r}", category=ErrorCategory.TRANSIENT)
            await self._set_aside(delivery, failure)

    async def _set_aside(self, delivery: WebhookDelivery, error: ShopfloorError) -> None:
        """What passes by itself is tried again, later and later; the rest is given up."""
        attempts = delivery.attempts + 1
        give_up = error.category is not ErrorCategory.TRANSIENT or attempts >= _ATTEMPTS
        logger.warning("webhook_not_settled", delivery_id=delivery.delivery_id, error=error.message, give_up=give_up)

        def write(tx: Transaction) -> None:
            if give_up:
                tx.webhooks.settle(delivery.delivery_id, DeliveryStatus.FAILED, error.message)
            else:
                due_at = _now() + timedelta(seconds=_FIRST_DELAY_SECONDS * 2 ** (attempts - 1))
                tx.webhooks.postpone(delivery.delivery_id, due_at, attempts, error.message)

        with contextlib.suppress(WrongMove):  # another worker has settled it
            await self._store.write(write)


def _settle(tx: Transaction, delivery: WebhookDelivery, decision: Decision) -> None:
    """First the delivery, so that of two workers one writes and the other does nothing at all."""
    tx.webhooks.settle(delivery.delivery_id, decision.status, decision.note)
    decision.write(tx)


def _now() -> datetime:
    return datetime.now(UTC)
