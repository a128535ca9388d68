"""Where forges report what happened: the signature alone says who is speaking."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request

from shopfloor.api import wire
from shopfloor.api.services import Services

_Identifier = Annotated[str, Header(min_length=1, max_length=100)]


def webhook_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/webhooks", tags=["webhooks"])
    reception = services.webhooks

    @router.post("/github", status_code=202)
    async def receive_github_webhook(
        request: Request,
        x_github_event: _Identifier,
        x_github_delivery: _Identifier,
        x_hub_signature_256: Annotated[str | None, Header(max_length=200)] = None,
    ) -> wire.WebhookReceipt:
        """Takes a signed delivery down and answers; what follows from it comes later. A delivery counts once."""
        content = await request.body()
        status = await reception.receive(content, x_hub_signature_256, x_github_delivery, x_github_event)
        return wire.WebhookReceipt(delivery_id=x_github_delivery, status=status)

    @router.get("/deliveries")
    async def list_webhook_deliveries(
        limit: Annotated[int, Query(ge=1, le=200)] = 50, offset: Annotated[int, Query(ge=0)] = 0
    ) -> wire.WebhookDeliveriesResponse:
        """What was received lately and what came of it, the newest first."""
        deliveries, total = await reception.list(limit=limit, offset=offset)
        return wire.WebhookDeliveriesResponse(
            deliveries=[wire.WebhookDeliveryModel.model_validate(each, from_attributes=True) for each in deliveries],
            total_count=total,
            has_more=offset + len(deliveries) < total,
        )

    return router
