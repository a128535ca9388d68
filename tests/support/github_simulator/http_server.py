"""HTTP on loopback, with a thread for each connection and hands on the socket, so that it can be cut."""

import socket
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.support.github_simulator.exchange import Answer, Request


class Cut(Exception):
    """The connection is to end without an answer."""


Handle = Callable[[str, str, str, dict[str, str], bytes], Answer]
"""Method, path, query string, headers, body."""


class SimulatorServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, port: int, handle: Handle) -> None:
        super().__init__(("127.0.0.1", port), _Connection)
        self.handle_request_with = handle

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is not our trouble; the rest is told by `handle_request_with`."""


class _Connection(BaseHTTPRequestHandler):
    server: SimulatorServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def _handle(self) -> None:
        target = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        content = self._content()
        try:
            answer = self.server.handle_request_with(self.command, target.path, target.query, headers, content)
        except Cut:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self._send(answer)

    def _content(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _send(self, answer: Answer) -> None:
        content = answer.encoded()
        self.send_response(answer.status)
        headers = {"Content-Type": "application/json; charset=utf-8", **answer.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        if answer.status not in {204, 304}:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD" and answer.status not in {204, 304}:
            self.wfile.write(content)
        self.wfile.flush()

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = do_HEAD = _handle  # noqa: N815

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        """Quiet."""


def request_of(
    method: str, path: str, query_string: str, headers: dict[str, str], content: bytes, api_url: str
) -> Request:
    query = dict(parse_qsl(query_string, keep_blank_values=True))
    return Request(method, path, query, query_string, headers, content, api_url)
