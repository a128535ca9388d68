"""Lines of JSON over standard input and output, in one thread.

While a turn runs, the connection is asked now and then whether something came: a cancel, or an answer to a request of
ours. Everything else waits until the turn is over.
"""

from __future__ import annotations

import json
import os
import select
from collections import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FLUSH_AT = 32 * 1024


class ClientGone(Exception):
    """Nobody reads or writes at the other end any more."""


class Connection:
    def __init__(self, input_fd: int, output_fd: int) -> None:
        self._input_fd = input_fd
        self._output_fd = output_fd
        self._unread = b""
        self._unsent: list[bytes] = []
        self._unsent_size = 0
        self._waiting: deque[dict[str, Any]] = deque()
        self._answers: dict[int, dict[str, Any]] = {}
        self._next_id = 0
        self._cancelled: set[str] = set()

    def send(self, message: dict[str, Any]) -> None:
        self.send_line(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")

    def send_line(self, line: bytes) -> None:
        self._unsent.append(line)
        self._unsent_size += len(line)
        if self._unsent_size >= _FLUSH_AT:
            self.flush()

    def flush(self) -> None:
        data = memoryview(b"".join(self._unsent))
        self._unsent, self._unsent_size = [], 0
        try:
            while data:
                data = data[os.write(self._output_fd, data) :]
        except OSError as exc:
            raise ClientGone from exc

    def next_message(self) -> dict[str, Any]:
        """The next request or notification, waited for without limit."""
        while not self._waiting:
            self.flush()
            self._receive(None)
        return self._waiting.popleft()

    def request(self, method: str, params: dict[str, Any], session_id: str) -> dict[str, Any] | None:
        """Asks the client and waits; None if the turn was cancelled meanwhile."""
        request_id = self._next_id
        self._next_id += 1
        self.send({"id": request_id, "method": method, "params": params})
        while request_id not in self._answers:
            self.poll(None)
            if session_id in self._cancelled:
                return None
        return self._answers.pop(request_id)

    def poll(self, timeout: float | None, *also: int) -> list[int]:
        """Takes in what came, for up to `timeout` seconds; returns those of the other descriptors that can be read."""
        self.flush()
        return self._receive(timeout, *also)

    def is_cancelled(self, session_id: str) -> bool:
        return session_id in self._cancelled

    def _receive(self, timeout: float | None, *also: int) -> list[int]:
        ready = select.select([self._input_fd, *also], [], [], timeout)[0]
        if self._input_fd in ready:
            data = os.read(self._input_fd, 65536)
            if not data:
                raise ClientGone
            *lines, self._unread = (self._unread + data).split(b"\n")
            for line in lines:
                self._take(line)
        return [fd for fd in ready if fd != self._input_fd]

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self.send({"id": None, "error": {"code": -32700, "message": "Not a JSON object."}})
        elif "method" not in message:
            self._answers[message.get("id", -1)] = message
        else:
            self._take_call(message)

    def _take_call(self, message: dict[str, Any]) -> None:
        """A cancel is for the prompt before it, which may still be waiting."""
        params = message.get("params")
        session_id = params.get("sessionId") if isinstance(params, dict) else None
        if message["method"] == "session/cancel":
            self._cancelled.add(str(session_id))
            return
        if message["method"] == "session/prompt":
            self._cancelled.discard(str(session_id))
        self._waiting.append(message)
