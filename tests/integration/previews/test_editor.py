"""VS Code in the browser, with a small program in its place: started on demand, reached through the proxy only."""

import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.integration.previews.conftest import Floor
from tests.support import editor_server
from tests.support.client import ApiClient
from tests.support.repositories import make_repository
from websockets import Origin
from websockets.sync.client import connect

from shopfloor.errors import InvalidInput
from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

COMMAND = shlex.join([sys.executable, editor_server.__file__, "{socket}", "--folder={folder}", "{data}"])


class EditorFloor(Floor):
    def path(self, rest: str = "") -> str:
        return f"/agent-work-orders/{self.order_id}/editor{rest}"


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[EditorFloor]:
    settings = load_settings(home=tmp_path / "home", demo=False, editor_command=COMMAND)
    with embedded_server(settings, with_worker=True) as url:
        api = ApiClient(url)
        order = api.create(
            make_repository(tmp_path / "things.git"), "demo: write a.txt a", workflow_type="agent_workflow_build"
        )
        api.wait_for(order["agent_work_order_id"], "completed")
        yield EditorFloor(api, str(order["agent_work_order_id"]))
        api.close()


def test_edit_in_the_browser_as_oneself(editor: EditorFloor, tmp_path: Path) -> None:
    api, order_id = editor.api, editor.order_id
    assert api.ok("GET", "/editor")["is_available"]
    assert api.ok("GET", editor.path())["state"] == "off"
    api.ok("POST", editor.path())
    running = editor.wait_for("running")
    assert (running["port"], running["origin"].startswith("http://e-")) == (None, True)
    with editor.browser() as browser:
        assert "Editor of the sandbox" in browser.get("/").text
        seen = browser.get("/seen").json()
        socket, folder, data = (Path(argument.removeprefix("--folder=")) for argument in seen["arguments"])
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert (seen["headers"]["host"], "cookie" in seen["headers"]) == ("localhost", False)
        assert data.is_relative_to(tmp_path / "home" / "sandboxes")
        assert not data.is_relative_to(folder)
        host, address = browser.headers["host"], urlsplit(api.url)
        with connect(
            f"ws://{host}/write",
            address=(address.hostname, address.port),
            origin=Origin(f"http://{host}"),
            additional_headers={"cookie": browser.headers["cookie"]},
        ) as typed:
            typed.send("by a person")
            assert typed.recv(timeout=60) == "saved by a person"
        assert httpx.get(api.url, headers={"host": host}).status_code == 403
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": "demo: write b.txt b"})
    api.wait_for_event(order_id, "agent_work_order_completed")
    api.wait_for(order_id, "completed")
    commits = api.ok("GET", f"/agent-work-orders/{order_id}/commits")["commits"]
    assert [each["phase"] for each in commits] == ["implementing", None, "implementing"]
    api.ok("DELETE", editor.path())
    assert not socket.parent.exists()
    assert api.ok("GET", editor.path())["end_reason"] == "stopped"


def test_where_there_is_none_it_is_said_how_to_add_one(floor: Floor) -> None:
    missing = floor.api.ok("GET", "/editor")
    if missing["is_available"]:
        pytest.skip("this machine has one on its PATH")
    mine = EditorFloor(floor.api, floor.order_id)
    assert "code-server" in floor.api.ok("GET", mine.path())["hint"]
    refused = floor.api.http.post(mine.path())
    assert (refused.status_code, refused.json()["code"]) == (422, "program_not_found")


def test_a_command_that_says_not_where_to_listen_is_refused_at_the_start(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home", demo=False, editor_command="vim")
    with pytest.raises(InvalidInput, match="socket"), embedded_server(settings, with_worker=False):
        pass
