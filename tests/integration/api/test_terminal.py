"""A real shell in a sandbox over a WebSocket."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.support.client import ApiClient
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

BUILD = {"workflow_type": "agent_workflow_build"}
SECONDS = 60.0
_KEPT = 2**17


class Screen:
    """A client that keeps all it was shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.shown = b""
        self.messages: list[dict[str, Any]] = []

    def type(self, text: str) -> None:
        self.socket.send(json.dumps({"type": "input", "data": text}))

    def wait_for(self, text: bytes) -> None:
        deadline = time.monotonic() + SECONDS
        while text not in self.shown:
            assert time.monotonic() < deadline, self.shown[-500:]
            self._take(self.socket.recv(timeout=SECONDS))

    def wait_for_message(self, kind: str) -> dict[str, Any]:
        while not any(each["type"] == kind for each in self.messages):
            self._take(self.socket.recv(timeout=SECONDS))
        return next(each for each in self.messages if each["type"] == kind)

    def _take(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            self.shown = (self.shown + frame)[-_KEPT:]
        else:
            self.messages.append(json.loads(frame))


@contextmanager
def screen(api: ApiClient, order_id: str, **query: Any) -> Iterator[Screen]:
    address = api.url.replace("http", "ws")
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    with connect(f"{address}/api/agent-work-orders/{order_id}/terminal?{asked}", max_size=None) as socket:
        yield Screen(socket)


@pytest.fixture(scope="module")
def order_id(api: ApiClient, tmp_path_factory: pytest.TempPathFactory) -> str:
    from tests.support.repositories import make_repository

    repository = make_repository(tmp_path_factory.mktemp("terminal") / "things.git")
    order = api.create(repository, "demo: write hello.txt Hello", **BUILD)
    return str(api.wait_for(order["agent_work_order_id"], "completed")["agent_work_order_id"])


def test_type_and_read(api: ApiClient, order_id: str) -> None:
    with screen(api, order_id, columns=120, rows=40) as terminal:
        terminal.type("cat hello.txt; echo $((40+2)); stty size; echo 'ü😀'; pwd\r")
        for text in (b"Hello", b"42", b"40 120", "ü😀".encode(), order_id.encode()):
            terminal.wait_for(text)
        terminal.socket.send(json.dumps({"type": "resize", "columns": 99, "rows": 33}))
        terminal.type("stty size\r")
        terminal.wait_for(b"33 99")
        for nonsense in (
            "{",
            "[]",
            '{"type": 1}',
            '{"type": "resize", "columns": -1, "rows": 1e9}',
            '{"type": "input"}',
        ):
            terminal.socket.send(nonsense)
        terminal.type("echo still-$((1+1))-here; exit 3\r")
        terminal.wait_for(b"still-2-here")
        assert terminal.wait_for_message("exit")["exit_code"] == 3


def test_a_terminal_outlives_its_viewers(api: ApiClient, order_id: str) -> None:
    with screen(api, order_id) as terminal:
        terminal_id = terminal.wait_for_message("opened")["terminal_id"]
        terminal.type("X=kept; echo first-$X\r")
        terminal.wait_for(b"first-kept")
    with screen(api, order_id, terminal_id=terminal_id) as again, screen(api, order_id, terminal_id=terminal_id) as too:
        again.wait_for(b"first-kept")
        again.type("echo second-$X\r")
        again.wait_for(b"second-kept")
        too.wait_for(b"second-kept")
    mine = next(each for each in listed(api, order_id) if each["terminal_id"] == terminal_id)
    assert (mine["is_alive"], mine["is_busy"]) == (True, False)
    assert api.http.delete(f"/agent-work-orders/{order_id}/terminals/{terminal_id}").status_code == 204
    with screen(api, order_id, terminal_id=terminal_id) as gone:
        assert gone.wait_for_message("error")["code"] == "not_found"


def test_closing_ends_everything_that_was_started(api: ApiClient, order_id: str) -> None:
    with screen(api, order_id) as terminal:
        terminal_id = terminal.wait_for_message("opened")["terminal_id"]
        terminal.type("(setsid sh -c 'sleep 4242 & echo begun-$((1+1)); sleep 4242' &) ; sleep 4243\r")
        terminal.wait_for(b"begun-2")
        wait_for_sleepers(3)
        assert [each["is_busy"] for each in listed(api, order_id) if each["terminal_id"] == terminal_id] == [True]
        api.http.delete(f"/agent-work-orders/{order_id}/terminals/{terminal_id}")
        terminal.wait_for_message("exit")
    assert sleepers() == []


def listed(api: ApiClient, order_id: str) -> list[dict[str, Any]]:
    terminals: list[dict[str, Any]] = api.ok("GET", f"/agent-work-orders/{order_id}/terminals")["terminals"]
    return terminals


def wait_for_sleepers(count: int) -> None:
    deadline = time.monotonic() + SECONDS
    while len(sleepers()) < count:
        assert time.monotonic() < deadline, sleepers()
        time.sleep(0.02)


def sleepers() -> list[int]:
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if (process.info["cmdline"] or [])[-1:] in (["4242"], ["4243"]):
            found.append(process.pid)
    return found


def test_a_flood_does_not_hurt(api: ApiClient, order_id: str) -> None:
    memory = psutil.Process().memory_info().rss
    with screen(api, order_id) as terminal:
        terminal_id = terminal.wait_for_message("opened")["terminal_id"]
        terminal.type("yes flooooooooooooooooooooooooooooooooooooooood\r")
        terminal.wait_for(b"oood\r\nfloo")
        for _ in range(20):
            api.ok("GET", "/health")
    assert psutil.Process().memory_info().rss - memory < 60 * 2**20
    with screen(api, order_id, terminal_id=terminal_id) as back:
        back.wait_for(b"oood\r\nfloo")
        back.type("\x03")
        back.wait_for(b"^C")
        back.type("echo calm-$((2*3))\r")
        back.wait_for(b"calm-6")
    api.http.delete(f"/agent-work-orders/{order_id}/terminals/{terminal_id}")


def test_who_may_not(api: ApiClient, order_id: str, repository: Path) -> None:
    with screen(api, "wo-nothere") as missing:
        assert missing.wait_for_message("error")["code"] == "not_found"
    with screen(api, order_id, columns=0) as wrong:
        assert wrong.wait_for_message("error")["code"] == "invalid_input"
    address = f"{api.url.replace('http', 'ws')}/api/agent-work-orders/{order_id}/terminal"
    with pytest.raises(Exception, match="403"), connect(address, origin=Origin("https://evil.example")):
        pass
    cancelled = api.create(repository, "demo: sleep 300", **BUILD)["agent_work_order_id"]
    api.wait_for_event(cancelled, "agent_command_started")
    with screen(api, cancelled) as terminal:
        terminal.type("echo in-$((1+2))\r")
        terminal.wait_for(b"in-3")
        api.ok("POST", f"/agent-work-orders/{cancelled}/cancel")
        terminal.wait_for_message("exit")
    with screen(api, cancelled) as gone:
        assert gone.wait_for_message("error")["code"] == "wrong_move"


def test_at_most_so_many(api: ApiClient, order_id: str) -> None:
    opened = [api.http.post(f"/agent-work-orders/{order_id}/terminals", json={}) for _ in range(9)]
    codes = [response.status_code for response in opened]
    assert codes == [201] * 8 + [422]
    for response in opened[:8]:
        api.http.delete(f"/agent-work-orders/{order_id}/terminals/{response.json()['terminal_id']}")
