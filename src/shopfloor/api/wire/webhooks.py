"""Webhooks on the wire."""

from datetime import datetime
from typing import Literal

from shopfloor.api.wire.base import Response
from shopfloor.domain.webhook import DeliveryStatus


class WebhookReceipt(Response):
    delivery_id: str
    status: Literal["accepted", "ignored", "duplicate"]


class WebhookDeliveryModel(Response):
    delivery_id: str
    event: str
    status: DeliveryStatus
    note: str
    attempts: int
    received_at: datetime


class WebhookDeliveriesResponse(Response):
    deliveries: list[WebhookDeliveryModel]
    total_count: int
    has_more: bool
