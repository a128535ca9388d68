"""A key and a sign-in reach the agent, and nothing that we keep or tell has them in it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.client import ApiClient
from tests.support.repositories import git, make_repository
from tests.support.server_process import ServerProcess

AGENT = Path(__file__).with_name("talkative_agent.py")
BUILD = {"workflow_type": "agent_workflow_build", "agent": "custom"}
KEY = "K3y-of-the-vault-9f8e7d6c5b4a"
OWN = {"access_token": "users-access-token-0123456789", "refresh_token": "users-refresh-token-0123456789"}
REFRESHED = "refreshed-access-token-0123456789"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(
        tmp_path_factory.mktemp("secrets") / "floor",
        settings={
            "custom_agent_command": f"{sys.executable} -S -I {AGENT}",
            "custom_agent_keys": "TOOL_API_KEY",
            "custom_agent_credentials": ".tool/auth.json",
            "log_level": "debug",
        },
    )
    _auth_of(server).parent.mkdir(parents=True)
    _auth_of(server).write_text(json.dumps(OWN))
    server.start()
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.close()


def test_the_agent_has_them_and_nobody_else(server: ServerProcess, tmp_path: Path) -> None:
    api = ApiClient(server.url)
    repository = make_repository(tmp_path / "things.git")
    api.ok("PUT", "/secrets/TOOL_API_KEY", json={"value": KEY})
    assert api.ok("GET", "/agents/custom")["signed_in"] == "yes"

    done = api.create(repository, "tell all", **BUILD)["agent_work_order_id"]
    branch = api.wait_for(done, "completed")["git_branch_name"]
    key_size, auth_size, mode = git(repository, "show", f"{branch}:facts.txt").split()
    assert (int(key_size), int(auth_size), mode) == (len(KEY), len(json.dumps(OWN)), "0o100600")
    assert json.loads(_auth_of(server).read_text()) == OWN | {"access_token": REFRESHED}

    failed = api.create(repository, "tell all and fail", **BUILD)["agent_work_order_id"]
    assert api.wait_for(failed, "failed")["error"]["code"] == "agent_not_signed_in"
    crashed = api.create(repository, "tell all and crash", **BUILD)["agent_work_order_id"]
    assert api.wait_for(crashed, "failed")["error"]["code"] == "agent_crashed"

    told = json.dumps([[api.get(order), api.events(order), _streamed(api, order)] for order in (done, failed, crashed)])
    told += json.dumps(api.ok("GET", f"/agent-work-orders/{done}/logs", params={"level": "debug", "limit": 500}))
    told += json.dumps(api.ok("GET", f"/agent-work-orders/{failed}/messages"))
    told += json.dumps(api.ok("GET", "/secrets"))
    assert "[redacted]" in told
    api.close()
    assert server.terminate(seconds=30) == 0

    committed = git(repository, "log", "--all", "-p", "--format=fuller")
    assert "argv.txt" in committed
    for secret in (KEY, *OWN.values(), REFRESHED):
        assert secret not in told, secret
        assert secret not in committed, secret
        assert secret not in server.output, secret
        kept = [path for path in server.home.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
        assert kept == [], secret


def _auth_of(server: ServerProcess) -> Path:
    return Path(server.environment["HOME"]) / ".tool/auth.json"


def _streamed(api: ApiClient, order_id: str) -> list[str]:
    return [json.dumps(event.data) for event in api.stream(order_id, until_end=True)]
