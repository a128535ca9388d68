"""Clients that follow orders over SSE through every death of the server, and remember all they were told."""

import asyncio
import threading
from collections.abc import Collection
from concurrent.futures import Future
from typing import Any

import httpx
from tests.support.client import StreamedEvent, parse_stream

_COME_BACK_SECONDS = 0.05
_LEAVE_SECONDS = 2.0


class Audience:
    """In a thread of its own. `seen` holds, for each order, the durable events by their number."""

    def __init__(self, url: str) -> None:
        self.seen: dict[str, dict[int, dict[str, Any]]] = {}
        self.complaints: list[str] = []
        self._http = httpx.AsyncClient(
            base_url=f"{url}/api", timeout=httpx.Timeout(30.0, read=None), limits=httpx.Limits(max_connections=None)
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="audience")
        self._following: list[Future[None]] = []
        self._leaving = False
        self._awaited: tuple[Collection[str], threading.Event] | None = None

    def __enter__(self) -> "Audience":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._leave(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def follow(self, order_id: str) -> None:
        self.seen[order_id] = {}
        self._following.append(asyncio.run_coroutine_threadsafe(self._follow(order_id), self._loop))

    def await_any(self, event_types: Collection[str], seconds: float) -> bool:
        """True as soon as somebody is told of such an event, from now on."""
        told = threading.Event()
        self._awaited = (event_types, told)
        return told.wait(seconds)

    async def _leave(self) -> None:
        self._leaving = True
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            _, listening = await asyncio.wait(others, timeout=_LEAVE_SECONDS)
            for task in listening:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        await self._http.aclose()

    async def _follow(self, order_id: str) -> None:
        while not self._leaving:
            try:
                await self._listen(order_id)
            except httpx.TransportError:
                await asyncio.sleep(_COME_BACK_SECONDS)

    async def _listen(self, order_id: str) -> None:
        last = max(self.seen[order_id], default=0)
        headers = {"last-event-id": str(last)} if last else {}
        async with self._http.stream("GET", f"/agent-work-orders/{order_id}/events", headers=headers) as response:
            if response.status_code != 200:
                self.complaints.append(f"{order_id}: {response.status_code} where a stream was")
            lines: list[str] = []
            async for line in response.aiter_lines():
                lines.append(line)
                if not line:
                    for event in parse_stream(iter(lines)):
                        self._hear(order_id, event)
                    lines.clear()

    def _hear(self, order_id: str, event: StreamedEvent) -> None:
        if event.id is None:
            return
        seen = self.seen[order_id]
        if event.id != len(seen) + 1:
            self.complaints.append(f"{order_id}: event {event.id} came after {len(seen)}")
        seen[event.id] = event.data
        if self._awaited and event.type in self._awaited[0]:
            self._awaited[1].set()
