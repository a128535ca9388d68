"""A model's HTTP server on loopback, for one test: answers as it is told and remembers what it was asked."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, bytes]


@dataclass
class SmallModelServer:
    url: str = ""
    answer: Callable[[str, dict[str, Any]], Answer] = lambda path, body: (200, b"{}")
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    delay_seconds: float = 0.0

    def says(self, **by_word: dict[str, str]) -> None:
        """Answers with the fields whose word is in the system prompt, in the form of the protocol that is asked."""

        def answer(path: str, body: dict[str, Any]) -> Answer:
            system = body.get("system") or body["messages"][0]["content"]
            text = next((json.dumps(fields) for word, fields in by_word.items() if word in system), "nothing")
            if path.endswith("/messages"):
                return 200, json.dumps({"content": [{"type": "text", "text": text}]}).encode()
            return 200, json.dumps({"choices": [{"message": {"content": text}}]}).encode()

        self.answer = answer


@contextmanager
def small_model_server() -> Iterator[SmallModelServer]:
    model = SmallModelServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            model.requests.append((self.path, headers, body))
            time.sleep(model.delay_seconds)
            status, content = model.answer(self.path, body)
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
            """Tests read what was asked from `requests`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
