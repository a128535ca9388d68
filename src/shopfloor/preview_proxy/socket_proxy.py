"""One WebSocket between a browser and a served program. Each side is read no faster than the other takes it."""

import asyncio
import contextlib
import ssl
from typing import Any

from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from shopfloor.preview_proxy.headers import socket_request_headers
from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.previews.served_program import ServedProgram
from shopfloor.previews.target import Target

_OPEN_SECONDS = 30.0
_CLOSE_SECONDS = 2.0
_LARGEST_MESSAGE = 16 * 2**20
_GOING_AWAY, _NO_STATUS, _ABNORMAL, _INTERNAL = 1001, 1005, 1006, 1011


class SocketProxy:
    def __init__(self, *, key: str | None, context: ssl.SSLContext) -> None:
        self._key = key
        self._context = context

    async def pass_on(
        self, scope: Scope, receive: Receive, send: Send, program: ServedProgram, target: Target, origin: PreviewOrigin
    ) -> None:
        await receive()
        with program.connection():
            try:
                upstream = await self._connected(scope, target, origin)
            except (OSError, InvalidHandshake, InvalidURI, EOFError, ConnectionClosed, ValueError):
                await send({"type": "websocket.close", "code": _INTERNAL})
                return
            async with upstream:
                await send({"type": "websocket.accept", "subprotocol": upstream.subprotocol})
                await _carry(upstream, receive, send, program)

    async def _connected(self, scope: Scope, target: Target, origin: PreviewOrigin) -> ClientConnection:
        """To that address and no other: where an address is given, redirects elsewhere are not followed."""
        way = (scope.get("raw_path") or scope["path"].encode()).decode("ascii")
        query = scope["query_string"].decode("ascii")
        scheme = "wss" if target.scheme == "https" else "ws"
        address = f"{scheme}://{target.authority}{way}" + (f"?{query}" if query else "")
        options: dict[str, Any] = {
            "additional_headers": [
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, value in socket_request_headers(list(scope["headers"]), origin, target, self._key)
            ],
            "subprotocols": [Subprotocol(each) for each in scope.get("subprotocols", ())] or None,
            "user_agent_header": None,
            "compression": None,
            "open_timeout": _OPEN_SECONDS,
            "close_timeout": _CLOSE_SECONDS,
            "ping_interval": None,
            "max_size": _LARGEST_MESSAGE,
        }
        if target.socket_path:
            return await unix_connect(target.socket_path, uri=address, **options)
        if scheme == "wss":
            options["ssl"] = self._context
        return await connect(address, proxy=None, host=target.host, port=target.port, **options)


async def _carry(upstream: ClientConnection, receive: Receive, send: Send, program: ServedProgram) -> None:
    tasks = [
        asyncio.ensure_future(_up(upstream, receive, program)),
        asyncio.ensure_future(_down(upstream, send)),
        asyncio.ensure_future(program.gone.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    code, reason = _close_of(upstream)
    if not (isinstance(ends[0], bool) and ends[0]):
        with contextlib.suppress(Exception):
            await send({"type": "websocket.close", "code": code, "reason": reason})


async def _up(upstream: ClientConnection, receive: Receive, program: ServedProgram) -> bool:
    """True once the browser has closed it."""
    while True:
        message: Message = await receive()
        if message["type"] == "websocket.disconnect":
            return True
        program.used()
        data = message.get("bytes")
        with contextlib.suppress(ConnectionClosed):
            await upstream.send(message["text"] if data is None else data)


async def _down(upstream: ClientConnection, send: Send) -> None:
    async for data in upstream:
        if isinstance(data, str):
            await send({"type": "websocket.send", "text": data})
        else:
            await send({"type": "websocket.send", "bytes": data})


def _close_of(upstream: ClientConnection) -> tuple[int, str]:
    code = upstream.close_code
    if code is None or code == _ABNORMAL:
        return _GOING_AWAY, ""
    return (1000 if code == _NO_STATUS else code), (upstream.close_reason or "")
