"""One HTTP request to a served program and its answer, both passed on as they come."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx
from starlette.types import Receive, Scope, Send

from shopfloor.preview_proxy.headers import request_headers, response_headers
from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.previews.served_program import ServedProgram
from shopfloor.previews.target import Target

_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 120.0
"""A first page may have to be compiled. What streams afterwards may stream for ever."""

_WITHOUT_BODY = frozenset({204, 304})


class NoAnswer(Exception):
    """The program did not answer, or not with HTTP."""


def trusting_context() -> ssl.SSLContext:
    """A development server signs its certificate itself, and it is known by its socket."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class HttpProxy:
    def __init__(self, *, key: str | None, context: ssl.SSLContext) -> None:
        self._key = key
        self._context = context

    async def pass_on(
        self, scope: Scope, receive: Receive, send: Send, program: ServedProgram, target: Target, origin: PreviewOrigin
    ) -> None:
        """Raises NoAnswer as long as nothing was sent. A connection for each request: none outlives its look-up."""
        client = _Client(receive, has_body=_has_body(scope))
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=0)
        transport = httpx.AsyncHTTPTransport(
            verify=self._context, trust_env=False, limits=limits, uds=target.socket_path
        )
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(program.connection())
            stack.push_async_callback(transport.aclose)
            request = self._request(scope, client, target, origin)
            answer = asyncio.ensure_future(_answer(transport, request))
            await _first_of(answer, client, program)
            if answer.cancelled():
                raise NoAnswer("it has ended")
            response = answer.result()
            client.wants_no_more()
            stack.push_async_callback(response.aclose)
            passing = asyncio.ensure_future(_pass_back(response, send, origin, target))
            await _first_of(passing, client, program)
            if not passing.cancelled():
                passing.result()

    def _request(self, scope: Scope, client: "_Client", target: Target, origin: PreviewOrigin) -> httpx.Request:
        headers = request_headers(list(scope["headers"]), origin, target, self._key)
        way = scope.get("raw_path") or scope["path"].encode()
        query = scope["query_string"]
        extensions: dict[str, Any] = {
            "target": way + (b"?" + query if query else b""),
            "timeout": {"connect": _CONNECT_SECONDS, "read": None, "write": None, "pool": _CONNECT_SECONDS},
        }
        address = f"[{target.host}]" if ":" in target.host else target.host
        return httpx.Request(
            scope["method"],
            f"{target.scheme}://{address}" + (f":{target.port}" if target.port else ""),
            headers=headers,
            content=client.body() if client.has_body else None,
            extensions=extensions,
        )


class _Client:
    """The browser's side: its body first, then nothing until it goes."""

    def __init__(self, receive: Receive, *, has_body: bool) -> None:
        self.has_body = has_body
        self._receive = receive
        self._is_read = asyncio.Event()
        if not has_body:
            self._is_read.set()

    async def body(self) -> AsyncIterator[bytes]:
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise NoAnswer("the browser has gone")
            yield message.get("body", b"")
            if not message.get("more_body"):
                self._is_read.set()
                return

    def wants_no_more(self) -> None:
        """The program has answered, whether or not it has read all of the body."""
        self._is_read.set()

    async def gone(self) -> None:
        """While the body is being read, who reads it notices."""
        await self._is_read.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass


def _has_body(scope: Scope) -> bool:
    return any(name in (b"transfer-encoding", b"content-length") for name, _ in scope["headers"])


async def _answer(transport: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await transport.handle_async_request(request)
    except TimeoutError as exc:
        raise NoAnswer(f"it did not answer within {_ANSWER_SECONDS:g} seconds") from exc
    except (httpx.HTTPError, ssl.SSLError, OSError) as exc:
        raise NoAnswer(str(exc) or type(exc).__name__) from exc


async def _pass_back(response: httpx.Response, send: Send, origin: PreviewOrigin, target: Target) -> None:
    headers = response_headers(response.headers.raw, origin, target)
    if response.status_code in _WITHOUT_BODY:
        headers = [pair for pair in headers if pair[0] != b"content-length"]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    assert isinstance(response.stream, httpx.AsyncByteStream)
    try:
        async for chunk in response.stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    except (httpx.HTTPError, ssl.SSLError, OSError):
        return  # cut off in the middle: so is the browser's connection, which tells it
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _first_of(work: "asyncio.Future[Any]", client: _Client, program: ServedProgram) -> None:
    """Until it is done, the browser has gone, or the program has ended. It is over afterwards in any case."""
    watchers = [asyncio.ensure_future(client.gone()), asyncio.ensure_future(program.gone.wait())]
    try:
        await asyncio.wait([work, *watchers], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*watchers, work):
            task.cancel()
        await asyncio.gather(*watchers, work, return_exceptions=True)
