"""A client of the server that costs as little as can be: what is measured is the server."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_PATIENCE_SECONDS = 60.0
_IDLE_SECONDS = 2.0
"""A server closes a connection that is not used for some seconds: after that long we take a new one."""


@dataclass(frozen=True, slots=True)
class Answer:
    body: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Heard:
    """A server-sent event, and when it was here."""

    at: float
    type: str
    data: dict[str, Any]


class Client:
    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=_PATIENCE_SECONDS)
        self._used_at = 0.0

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        headers = {"accept": "application/json"} | ({"content-type": "application/json"} if body is not None else {})
        payload = None if body is None else json.dumps(body).encode()
        self._take_fresh_connection()
        began = time.perf_counter()
        self._connection.request(method, f"/api{path}", payload, headers)
        response = self._connection.getresponse()
        content = response.read()
        self._used_at = time.perf_counter()
        seconds = self._used_at - began
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:500]!r}")
        return Answer(json.loads(content) if content else None, seconds)

    def _take_fresh_connection(self) -> None:
        if time.perf_counter() - self._used_at > _IDLE_SECONDS:
            self._connection.close()
            self._connection.connect()

    def file_order(self, repository: Path, prompt: str, **fields: object) -> tuple[str, float]:
        """Its id, and how long the answer took."""
        answer = self.ask(
            "POST", "/agent-work-orders", {"repository_url": str(repository), "initial_prompt": prompt, **fields}
        )
        return str(answer.body["agent_work_order"]["agent_work_order_id"]), answer.seconds

    def events(self, order_id: str) -> Iterator[dict[str, Any]]:
        """What is in the journal, page by page."""
        after, has_more = 0, True
        while has_more:
            page = self.ask("GET", f"/agent-work-orders/{order_id}/events?limit=1000&after={after}").body
            yield from page["events"]
            has_more = page["has_more"] and bool(page["events"])
            after = page["events"][-1]["seq"] if page["events"] else after


class EventStream:
    """Reads the wire itself: http.client would look at every byte of a chunked answer several times."""

    def __init__(self, url: str, path: str) -> None:
        place = urlsplit(url)
        self._socket = socket.create_connection((place.hostname, place.port), timeout=_PATIENCE_SECONDS)
        request = f"GET /api{path} HTTP/1.1\r\nhost: {place.netloc}\r\naccept: text/event-stream\r\n\r\n"
        self._socket.sendall(request.encode())
        self._file = self._socket.makefile("rb")
        status = self._file.readline()
        if b" 200 " not in status:
            raise RuntimeError(f"{path}: {status!r}")
        while self._file.readline() not in (b"\r\n", b""):
            pass

    def __iter__(self) -> Iterator[Heard]:
        rest = b""
        while size := int(self._file.readline().strip() or b"0", 16):
            data = self._file.read(size)
            at = time.time()
            self._file.read(2)
            *whole, rest = (rest + data).split(b"\n\n")
            yield from (_parse(event, at) for event in whole if not event.startswith(b":"))

    def close(self) -> None:
        """Safe from another thread: whoever reads sees the end."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
        finally:
            self._socket.close()


def _parse(event: bytes, at: float) -> Heard:
    fields = dict(line.split(b": ", 1) for line in event.split(b"\n"))
    return Heard(at, fields[b"event"].decode(), json.loads(fields[b"data"]))
