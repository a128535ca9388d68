"""The HTTP side: routes to a protocol, streams what the model says, keeps what it was asked."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from tests.support.model_server.answer import Actor, Cut, Piece, Refusal, Silence, Text, Thought, Wait
from tests.support.model_server.chat_completions import ChatCompletions
from tests.support.model_server.conversation import Conversation
from tests.support.model_server.generate_content import GenerateContent
from tests.support.model_server.messages import Messages
from tests.support.model_server.protocol import Body, Said, WireProtocol
from tests.support.model_server.responses import Responses
from tests.support.model_server.tool_choice import ToolCall

MODELS = ("scripted-one", "scripted-two", "gpt-4o", "gpt-4o-mini")


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    path: str
    authorization: str
    conversation: Conversation
    body: Body
    at: float = field(default_factory=time.monotonic)

    @property
    def model(self) -> str:
        return self.conversation.model

    @property
    def user_text(self) -> str:
        return "\n".join(turn.text for turn in self.conversation.user_turns)


class ModelServer:
    def __init__(self, port: int = 0) -> None:
        self.requests: list[RecordedRequest] = []
        self.unknown_paths: list[str] = []
        """Asked for, and not answered: a protocol has grown."""
        self.actor = Actor()
        self.closing = threading.Event()
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.model_server = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()

    def requests_saying(self, text: str) -> list[RecordedRequest]:
        """Those of a conversation in which a person said so, and that are no side business such as titles."""
        return [request for request in self.requests if text in request.user_text and request.conversation.tools]


@contextlib.contextmanager
def running_model_server() -> Iterator[ModelServer]:
    server = ModelServer()
    server.start()
    try:
        yield server
    finally:
        server.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    model_server: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Agents hang up when they are cancelled."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def _model(self) -> ModelServer:
        return cast(_Http, self.server).model_server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        if self.path.split("?")[0].endswith("/models"):
            listed = [{"id": name, "object": "model", "type": "model", "display_name": name} for name in MODELS]
            self._answer(200, {"object": "list", "data": listed, "has_more": False})
        else:
            self._model.unknown_paths.append(self.path)
            self._answer(404, {"error": {"message": "not found"}})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        path = self.path.split("?")[0]
        protocol = _protocol_of(path)
        if protocol is None:
            known = path.endswith(("count_tokens", ":countTokens"))
            self._model.unknown_paths += [] if known else [path]
            self._answer(200 if known else 404, {"input_tokens": 10, "totalTokens": 10})
            return
        conversation = protocol.read(path, body)
        self._model.requests.append(RecordedRequest(path, self._key(), conversation, body))
        answer = self._model.actor.act(conversation)
        if isinstance(answer, Refusal):
            self._answer(answer.status, protocol.error(answer), answer.headers)
        elif conversation.streams:
            self._stream(protocol, conversation, answer)
        else:
            self._answer(200, protocol.whole(conversation, [p for p in answer if isinstance(p, Said)]))

    def _key(self) -> str:
        names = ("authorization", "x-api-key", "x-goog-api-key")
        return next((value for name in names if (value := self.headers.get(name))), "")

    def _answer(self, status: int, body: Body, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, protocol: WireProtocol, conversation: Conversation, pieces: list[Piece]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.close_connection = True
        self.end_headers()
        encoder = protocol.encoder(conversation)
        self._send(encoder.begin())
        for piece in pieces:
            match piece:
                case Text() | Thought() | ToolCall():
                    self._send(encoder.piece(piece))
                case Wait():
                    self._model.closing.wait(piece.seconds)
                case Cut():
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                case Silence():
                    self._wait_for_the_other_side()
                    return
        self._send(encoder.end())

    def _send(self, chunks: Iterator[bytes]) -> None:
        for chunk in chunks:
            self.wfile.write(chunk)
        self.wfile.flush()

    def _wait_for_the_other_side(self) -> None:
        self.connection.settimeout(0.1)
        while not self._model.closing.is_set():
            with contextlib.suppress(TimeoutError):
                if not self.connection.recv(4096):
                    return


def _protocol_of(path: str) -> WireProtocol | None:
    if path.endswith("/chat/completions"):
        return ChatCompletions()
    if path.endswith("/responses"):
        return Responses()
    if path.endswith("/messages"):
        return Messages()
    return GenerateContent() if "enerateContent" in path else None
