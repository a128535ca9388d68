"""A preview does not outlive its server, however that ends."""

import os
from pathlib import Path

from tests.integration.previews.conftest import Floor
from tests.support.client import ApiClient
from tests.support.server_process import ServerProcess
from tests.support.sleepers import sleepers, wait_for_sleepers


def test_nothing_is_left_of_a_preview_when_its_server_is_killed(
    server: ServerProcess, repositories: list[Path]
) -> None:
    seconds = 6_000_000 + os.getpid()
    command = f"(setsid sleep {seconds} &); sleep {seconds}"
    server.start()
    server.wait_until_ready()
    api = ApiClient(server.url)
    order = api.create(repositories[0], "demo: write a.txt a", workflow_type="agent_workflow_build")
    api.wait_for(order["agent_work_order_id"], "completed")
    preview = Floor(api, order["agent_work_order_id"])
    preview.start(command, state="starting")
    wait_for_sleepers(seconds, 2)
    server.kill()
    assert len(sleepers(seconds)) == 2
    server.start()
    server.wait_until_ready()
    assert sleepers(seconds) == []
    preview.start(command, state="starting")
    wait_for_sleepers(seconds, 2)
    server.terminate(seconds=60)
    assert sleepers(seconds) == []
    api.close()
