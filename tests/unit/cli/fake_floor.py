"""A server that speaks the wire and does nothing: for how commands render, fail and hold on to a connection."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from click.testing import Result

ORDER_ID = "wo-abc12345"
ORDER = f"agent-work-orders/{ORDER_ID}"
PULL_REQUEST = {
    "pull_request_number": 3,
    "pull_request_title": "Add a login form",
    "pull_request_body": "What it does.",
    "pull_request_url": "http://127.0.0.1:8484/pull-requests/engine/3",
    "head_branch": "feat",
    "base_branch": "main",
    "state": "open",
    "is_draft": True,
    "created_at": "2025-01-01T10:00:00Z",
    "updated_at": "2025-01-01T10:00:00Z",
    "merged_at": None,
    "merge_commit_sha": None,
}
Command = Callable[..., Result]


def an_order(**changes: Any) -> dict[str, Any]:
    return {
        "agent_work_order_id": ORDER_ID,
        "project_id": None,
        "repository_url": "/home/ada/engine",
        "title": "Add a login form",
        "status": "completed",
        "current_phase": "completed",
        "workflow_type": "agent_workflow_plan_build_test",
        "sandbox_type": "git_worktree",
        "sandbox_identifier": None,
        "agent": "demo",
        "model": None,
        "agent_session_id": None,
        "initial_prompt": "Add a login form",
        "github_issue_number": None,
        "permission_policy": "allow_all",
        "priority": 0,
        "queue_position": None,
        "run_count": 1,
        "git_branch_name": "feat-add-a-login-form-wo-abc12345",
        "base_branch": "main",
        "base_sha": "1" * 40,
        "github_pull_request_url": "http://127.0.0.1:8484/pull-requests/engine/3",
        "pull_request_number": 3,
        "git_commit_count": 2,
        "git_files_changed": 4,
        "git_lines_added": 120,
        "git_lines_removed": 3,
        "error": None,
        "error_message": None,
        "usage": {"input_tokens": None, "output_tokens": None, "total_tokens": None, "cost_usd": None},
        "last_event_seq": 0,
        "created_at": "2025-01-01T10:00:00Z",
        "updated_at": "2025-01-01T10:00:00Z",
        "execution_started_at": "2025-01-01T10:00:00Z",
        "execution_completed_at": "2025-01-01T10:00:03Z",
    } | changes


def a_page(*orders: dict[str, Any], total: int | None = None) -> dict[str, Any]:
    count = len(orders) if total is None else total
    return {"agent_work_orders": list(orders), "total_count": count, "has_more": count > len(orders)}


def an_event(seq: int, event_type: str, **facts: Any) -> bytes:
    data = {"seq": seq, "at": "2025-01-01T10:00:00Z", "type": event_type, "agent_work_order_id": ORDER_ID, **facts}
    return f"id: {seq}\nevent: {event_type}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


@dataclass(frozen=True)
class Answer:
    body: Any = None
    status: int = 200
    media_type: str = "application/json"


def a_problem(status: int, detail: str, **more: Any) -> Answer:
    return Answer({"detail": detail, "status": status, "code": "x", **more}, status, "application/problem+json")


@dataclass
class FakeFloor:
    """Answers by method and path. Event streams are scripted connection by connection."""

    url: str = ""
    answers: dict[str, Answer | Callable[[Any], Answer]] = field(default_factory=dict)
    connections: list[bytes] = field(default_factory=list)
    requests: list[tuple[str, Any]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)

    def answers_to(self, route: str, body: Any = None, **options: Any) -> None:
        self.answers[route] = Answer(body, **options)

    def has(self, order: dict[str, Any]) -> None:
        path = f"agent-work-orders/{order['agent_work_order_id']}"
        self.answers_to(f"GET {path}", {"agent_work_order": order, "logs_url": f"/api/{path}/logs"})

    def sent(self, route: str) -> list[Any]:
        return [body for name, body in self.requests if name == route]


@contextmanager
def fake_floor() -> Iterator[FakeFloor]:
    floor = FakeFloor()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(floor))
    server.daemon_threads = False
    floor.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield floor
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler_for(floor: FakeFloor) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _handle(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            route = f"{self.command} {self.path.removeprefix('/api/').partition('?')[0]}"
            floor.headers.append(dict(self.headers.items()))
            floor.requests.append((route, json.loads(body) if body else None))
            if route.endswith("/events"):
                self._stream()
                return
            answer = floor.answers.get(route) or a_problem(404, f"Nothing at {route}.")
            self._reply(answer if isinstance(answer, Answer) else answer(json.loads(body) if body else None))

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _handle  # noqa: N815

        def _reply(self, answer: Answer) -> None:
            content = b"" if answer.body is None else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            self.send_header("content-type", answer.media_type)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def _stream(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            if floor.connections:
                self.wfile.write(floor.connections.pop(0))

        def log_message(self, *_arguments: Any) -> None:
            return

    return Handler
