"""One server on a home at a time, and orders that were begun without any."""

import time
from pathlib import Path

from tests.integration.survival.autopsy import examine
from tests.integration.survival.floor_under_fire import FloorUnderFire
from tests.integration.survival.workload import BUILD, Job
from tests.support.client import ENDED
from tests.support.repositories import git
from tests.support.server_process import free_port, run_program


def test_a_second_server_on_the_same_home_is_refused(floor: FloorUnderFire, repositories: list[Path]) -> None:
    floor.start(cold=True)
    floor.file(Job("sleeping", "Sleep\ndemo: sleep 0.5\ndemo: write a.txt 1", BUILD, files={"a.txt": "1"}))
    second = run_program(floor.server.environment, "serve", "--port", str(free_port()))
    _, complaint = second.communicate(timeout=60)
    assert second.returncode != 0
    assert "already running" in complaint
    assert floor.server.url in complaint
    assert "Traceback" not in complaint
    floor.wait_for_the_end()
    examine(floor, repositories)


def test_an_order_whose_own_command_was_killed_goes_on_at_the_next_chance(
    floor: FloorUnderFire, repositories: list[Path], tmp_path: Path
) -> None:
    sign = tmp_path / "at-work"
    prompt = f"Run\ndemo: run touch {sign}\ndemo: write a.txt 1\ndemo: sleep 1\ndemo: write b.txt 2"
    arguments = ["run", prompt, "--repo", str(repositories[0]), "--workflow", "build"]
    command = run_program(floor.server.environment, *arguments)
    while not sign.exists():
        assert command.poll() is None, command.communicate()
        time.sleep(0.02)
    command.kill()
    command.communicate()
    floor.start(cold=True)
    (order,) = floor.orders()
    while order["status"] not in ENDED:
        time.sleep(0.05)
        (order,) = floor.orders()
    assert git(repositories[0], "show", f"{order['git_branch_name']}:b.txt") == "2"
    examine(floor, repositories)
