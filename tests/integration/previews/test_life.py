"""From the first line it prints to the death of all it started."""

import os
import shlex
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from tests.integration.previews.conftest import DEV_SERVER, Floor
from tests.support.repositories import make_repository
from tests.support.sleepers import sleepers, wait_for_sleepers

PYTHON = shlex.quote(sys.executable)
SERVE = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.send_header("content-length", "4"); self.end_headers(); self.wfile.write(b"mine")
server = http.server.HTTPServer((sys.argv[1], int(sys.argv[2])), Handler)
print(*sys.argv[3:], flush=True)
server.serve_forever()
"""


def serve(address: str, port: int, *printed: str) -> str:
    return shlex.join([sys.executable, "-c", SERVE, address, str(port), *printed])


def test_a_port_of_its_own_choice_is_found(floor: Floor) -> None:
    """By a child of a child that prints nothing, beside another that prints where not to go."""
    command = f"({serve('127.0.0.1', 0)} & wait) & echo see http://localhost:1/; wait"
    found = floor.start(command)
    with floor.browser() as browser:
        assert browser.get("/").text == "mine"
    assert found["port"] > 1


def test_what_it_prints_is_believed_only_about_its_own_sockets(floor: Floor) -> None:
    with somebody_elses() as port:
        floor.start(f"echo ready on http://127.0.0.1:{port}/; exec sleep 600", state="starting")
        with floor.browser() as browser:
            answer = browser.get("/")
        assert (answer.status_code, "theirs" in answer.text) == (503, False)
        assert floor.api.ok("GET", floor.path())["port"] is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address only")
def test_the_same_port_of_another_address_is_not_its_own(floor: Floor) -> None:
    with somebody_elses() as port:
        floor.start(serve("127.0.0.2", port, f"http://127.0.0.1:{port}"))
        with floor.browser() as browser:
            assert browser.get("/").text == "mine"


def test_a_port_that_was_taken_over_is_left_alone(floor: Floor) -> None:
    """The program has gone from there; whoever listens there now is not asked."""
    floor.start(f"{serve('127.0.0.1', 0)} & echo $! >server.pid; wait $!; sleep 600")
    port = floor.wait_for("running")["port"]
    with floor.browser() as browser:
        assert browser.get("/").text == "mine"
        content = floor.api.http.get(f"/agent-work-orders/{floor.order_id}/files/server.pid").text
        os.kill(int(content), signal.SIGKILL)
        floor.wait_for("starting")
        with somebody_elses(port):
            assert browser.get("/").status_code == 503


def test_how_it_ends_and_what_it_said(floor: Floor) -> None:
    floor.api.ok("PUT", "/secrets/github_token", json={"value": "ghp_" + "s" * 36})
    ended = floor.start(
        "echo broken >&2; printf ghp_; printf 's%.0s' $(seq 36); printf '\\nno end of line'; exit 3", state="ended"
    )
    assert (ended["exit_code"], ended["end_reason"], ended["origin"] is not None) == (3, "exited", True)
    with floor.api.http.stream("GET", floor.path("/events")) as response:
        text = "".join(response.iter_lines())
    assert "broken" in text
    assert "no end of line" in text
    assert "ssss" not in text
    assert floor.api.http.post(floor.path("/visits"), json={}).json()["code"] == "wrong_move"


def test_started_by_many_at_once_it_runs_once(floor: Floor) -> None:
    floor.api.ok("DELETE", floor.path())
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: floor.api.ok("POST", floor.path(), json={"command": "sleep 600"}), range(8)))
    assert len({answer["origin"] for answer in answers}) == 1


def test_stopping_ends_all_it_started(floor: Floor) -> None:
    seconds = 5_000_000 + os.getpid()
    floor.start(
        f"trap '' TERM; (setsid sh -c 'sleep {seconds} & sleep {seconds}' &); sleep {seconds}", state="starting"
    )
    wait_for_sleepers(seconds, 3)
    floor.api.ok("DELETE", floor.path())
    assert sleepers(seconds) == []
    assert floor.api.ok("GET", floor.path())["end_reason"] == "stopped"


def test_a_flood_of_output_is_held_back(floor: Floor) -> None:
    floor.start("yes 0123456789012345678901234567890123456789", state="starting")
    with floor.api.http.stream("GET", floor.path("/events")) as response:
        size = 0
        for line in response.iter_lines():
            size += len(line)
            if size > 2**21:
                break
    assert floor.api.ok("GET", f"/agent-work-orders/{floor.order_id}")
    floor.api.ok("DELETE", floor.path())


def test_it_belongs_to_its_order(floor: Floor, tmp_path: Path) -> None:
    """An agent's end leaves it be, the order's takes it along. The project says how it is started."""
    repository = make_repository(tmp_path / "things.git")
    project = floor.api.ok("POST", "/projects", json={"repository_url": str(repository), "preview_command": DEV_SERVER})
    order = floor.api.create(
        repository,
        "demo: sleep 0.5\ndemo: write page.txt Second",
        project_id=project["project_id"],
        workflow_type="agent_workflow_build",
    )
    mine = Floor(floor.api, order["agent_work_order_id"])
    floor.api.wait_for_event(mine.order_id, "agent_command_started")
    mine.api.ok("POST", mine.path(), json={})
    mine.wait_for("running")
    floor.api.wait_for(mine.order_id, "completed")
    with mine.browser() as browser:
        assert "<h1>Second</h1>" in browser.get("/").text
        floor.api.ok("DELETE", f"/agent-work-orders/{mine.order_id}")
        assert browser.get("/").status_code == 503
    none = floor.api.create(repository, "demo: write a.txt a", workflow_type="agent_workflow_build")
    floor.api.wait_for(none["agent_work_order_id"], "completed")
    refused = floor.api.http.post(f"/agent-work-orders/{none['agent_work_order_id']}/preview", json={})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input")


@contextmanager
def somebody_elses(port: int = 0) -> Iterator[int]:
    """Another service of this machine, that is none of a preview's business."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"theirs")

        def log_message(self, *arguments: object) -> None:
            return

    HTTPServer.address_family = socket.AF_INET
    server = HTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
