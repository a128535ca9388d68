"""The server as a process: where it listens, whom it lets in, how it starts and stops."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git
from websockets import InvalidStatus, Subprotocol
from websockets.sync.client import connect

SHOPFLOOR = [sys.executable, "-m", "shopfloor.cli"]


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return kept | {"HOME": str(home.parent), "SHOPFLOOR_HOME": str(home), "SHOPFLOOR_DEMO": "0"} | more


@contextmanager
def serving(home: Path, *arguments: str, **more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    server = subprocess.Popen(
        [*SHOPFLOOR, "serve", "--port", "0", *arguments],
        env=environment(home, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        said = line = server.stdout.readline()
        while "running on" not in line:
            assert line, f"the server ended: {said}"
            line = server.stdout.readline()
            said += line
        yield server, line.rsplit(" ", 1)[1].strip()
    finally:
        server.kill()
        server.communicate()


def test_beyond_loopback_a_key_is_wanted(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*SHOPFLOOR, "serve", "--host", "0.0.0.0", "--port", "0"],
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode != 0
    assert "SHOPFLOOR_API_KEY" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_with_a_key_only_its_owner_gets_in(tmp_path: Path) -> None:
    with serving(tmp_path / "home", "--host", "0.0.0.0", SHOPFLOOR_API_KEY="long-and-random") as (_, url):
        assert httpx.get(f"{url}/api/health").status_code == 200
        assert httpx.get(f"{url}/api/agent-work-orders").status_code == 401
        for headers in ({"authorization": "Bearer long-and-random"}, {"x-api-key": "long-and-random"}):
            assert httpx.get(f"{url}/api/agent-work-orders", headers=headers).status_code == 200
        wrong = {"authorization": "Bearer long-and-randon"}
        assert httpx.get(f"{url}/api/agent-work-orders", headers=wrong).status_code == 401
        rebound = {"authorization": "Bearer long-and-random", "host": "evil.example"}
        assert httpx.get(f"{url}/api/agent-work-orders", headers=rebound).status_code == 403
        socket = f"{url.replace('http', 'ws')}/api/agent-work-orders/wo-nothere0/terminal"
        offered = [Subprotocol("shopfloor"), Subprotocol("shopfloor.key.bG9uZy1hbmQtcmFuZG9t")]
        with connect(socket, subprotocols=offered) as terminal:
            assert terminal.subprotocol == "shopfloor"
            assert "not_found" in str(terminal.recv(timeout=60))
        for wrong_key in ("shopfloor.key.bG9uZw", "shopfloor.key.%%%", "shopfloor.key."):
            with pytest.raises(InvalidStatus), connect(socket, subprotocols=[Subprotocol(wrong_key)]):
                pass


def test_a_second_server_on_the_same_home_refuses_and_says_where_the_first_is(tmp_path: Path) -> None:
    with serving(tmp_path / "home") as (_, url):
        second = subprocess.run(
            [*SHOPFLOOR, "serve", "--port", "0"],
            env=environment(tmp_path / "home"),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert second.returncode != 0
        assert url in second.stderr
        assert httpx.get(f"{url}/api/ready").json()["status"] == "ok"


def test_sigterm_ends_it_cleanly_even_with_a_client_following(tmp_path: Path) -> None:
    with serving(tmp_path / "home") as (server, url), httpx.stream("GET", f"{url}/api/events") as feed:
        assert feed.status_code == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(10) == 0
        assert server.stdout is not None
        assert "Traceback" not in server.stdout.read()
    assert not (tmp_path / "home" / "server.json").exists()


def test_the_first_start_carries_out_a_demo_order_and_the_second_does_not(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(home, SHOPFLOOR_DEMO="1") as (server, url):
        assert server.stdout is not None
        link = ""
        for line in server.stdout:
            if "pull request #1" in line:
                link = line.rsplit(" ", 1)[1].strip()
                break
        assert httpx.get(link).status_code == 200
        api = ApiClient(url)
        (order,) = api.ok("GET", "/agent-work-orders")["agent_work_orders"]
        assert order["status"] == "completed"
        (project,) = api.ok("GET", "/projects")["projects"]
        assert order["project_id"] == project["project_id"]
        assert order["git_branch_name"] in git(Path(project["repository_url"]), "branch", "--list")
        api.close()
    with serving(home, SHOPFLOOR_DEMO="1") as (_, url):
        assert httpx.get(f"{url}/api/agent-work-orders").json()["total_count"] == 1


def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as (_, url):
        port = url.rsplit(":", 1)[1]
        refused = subprocess.run(
            [*SHOPFLOOR, "serve", "--port", port],
            env=environment(tmp_path / "two"),
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert refused.returncode != 0
    assert f"127.0.0.1:{port}" in refused.stderr
    assert "Traceback" not in refused.stderr
