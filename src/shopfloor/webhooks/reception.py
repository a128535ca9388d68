"""Where deliveries come in: admitted by their signature, read, written down."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from shopfloor.domain.webhook import Happening, WebhookDelivery
from shopfloor.errors import InvalidInput
from shopfloor.webhooks.doorkeeper import Doorkeeper
from shopfloor.webhooks.github_payload import read_happening
from shopfloor.webhooks.inbox import WebhookInbox

Receipt = Literal["accepted", "ignored", "duplicate"]


class Reception:
    def __init__(self, *, doorkeeper: Doorkeeper, inbox: WebhookInbox) -> None:
        self._doorkeeper = doorkeeper
        self._inbox = inbox

    async def start(self) -> None:
        await self._inbox.start()

    async def stop(self) -> None:
        await self._inbox.stop()

    async def receive(self, content: bytes, signature: str | None, delivery_id: str, event: str) -> Receipt:
        """Safe to be answered when this returns: what follows from it outlives us."""
        await self._doorkeeper.admit(content, signature)
        happening = _read(event, content)
        if not await self._inbox.receive(delivery_id, event, happening):
            return "duplicate"
        return "ignored" if happening is None else "accepted"

    async def list(self, *, limit: int, offset: int) -> tuple[Sequence[WebhookDelivery], int]:
        return await self._inbox.list(limit=limit, offset=offset)


def _read(event: str, content: bytes) -> Happening | None:
    try:
        return read_happening(event, _payload(content))
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        hint = "GitHub must send it as application/json."
        raise InvalidInput("This is not a webhook of GitHub's in JSON.", field="body", hint=hint) from exc


def _payload(content: bytes) -> Mapping[str, Any]:
    payload = json.loads(content)
    if not isinstance(payload, dict):
        raise TypeError("not an object")
    return payload
