"""Asks the small model for names. Whatever happens there, nobody here waits long or fails."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.model_words import clean_slug, clean_subject, clean_summary, clean_title, fields_in
from shopfloor.domain.naming_endpoint import NamingEndpoint
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import ShopfloorError
from shopfloor.small_model import questions
from shopfloor.small_model.chat import NoAnswer, SmallModelChat

logger = structlog.get_logger(__name__)
_SECONDS = 10.0
_REST_SECONDS = 60.0
"""After a failure nobody is asked for so long: a dead server must not slow every order down."""
_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class OrderNames:
    title: str | None
    slug: str | None


class Namer:
    def __init__(
        self,
        *,
        chat: SmallModelChat,
        endpoint: Callable[[], NamingEndpoint | None],
        key: Callable[[], Awaitable[str | None]],
        redactor: Redactor,
        seconds: float = _SECONDS,
    ) -> None:
        self._chat = chat
        self._endpoint = endpoint
        self._key = key
        self._redactor = redactor
        self._seconds = seconds
        self._rests_until: tuple[NamingEndpoint, float] | None = None
        self._names: dict[AgentWorkOrderId, asyncio.Task[OrderNames | None]] = {}

    @property
    def is_ready(self) -> bool:
        return self._usable_endpoint() is not None

    def begin(self, order_id: AgentWorkOrderId, task: str) -> "asyncio.Task[OrderNames | None] | None":
        """Asks for the names of an order, once, in the background."""
        if order_id not in self._names and self.is_ready:
            while len(self._names) >= _REMEMBERED:
                self._names.pop(next(iter(self._names)))
            self._names[order_id] = asyncio.ensure_future(self._names_for(task))
        return self._names.get(order_id)

    async def slug_for(self, order_id: AgentWorkOrderId, task: str, *, seconds: float) -> str | None:
        """Words for a branch, if they are there within so many seconds."""
        asking = self.begin(order_id, task)
        if asking is None:
            return None
        await asyncio.wait([asking], timeout=seconds)
        names = asking.result() if asking.done() and not asking.cancelled() else None
        return names.slug if names is not None else None

    async def subject_for(self, title: str, answer: str, diff: str) -> str | None:
        reply = await self._ask(questions.COMMIT, questions.about_commit(title, answer, diff))
        return clean_subject(fields_in(reply).get("subject", "")) if reply else None

    async def summary_for(self, title: str, task: str, subjects: list[str], diff: str) -> str | None:
        reply = await self._ask(questions.PULL_REQUEST, questions.about_pull_request(title, task, subjects, diff))
        return clean_summary(fields_in(reply).get("summary", "")) if reply else None

    async def close(self) -> None:
        tasks = list(self._names.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._chat.close()

    async def _names_for(self, task: str) -> OrderNames | None:
        reply = await self._ask(questions.NAMES, questions.about_order(task))
        if not reply:
            return None
        fields = fields_in(reply)
        return OrderNames(clean_title(fields.get("title", "")), clean_slug(fields.get("branch", "")))

    async def _ask(self, system: str, user: str) -> str | None:
        endpoint = self._usable_endpoint()
        if endpoint is None:
            return None
        try:
            key = await self._key()
            asked = self._redactor.text(user)
            reply = await self._chat.ask(endpoint, key, system=system, user=asked, seconds=self._seconds)
        except (NoAnswer, ShopfloorError) as exc:
            self._rests_until = endpoint, time.monotonic() + _REST_SECONDS
            logger.warning("small_model_failed", base_url=endpoint.base_url, error=self._redactor.text(str(exc)))
            return None
        return self._redactor.text(reply)

    def _usable_endpoint(self) -> NamingEndpoint | None:
        endpoint = self._endpoint()
        if endpoint is not None and self._rests_until is not None:
            resting, until = self._rests_until
            if resting == endpoint and time.monotonic() < until:
                return None
        return endpoint
