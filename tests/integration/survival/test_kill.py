"""`kill -9` at any moment, again and again: every order goes on by itself to its end, and nothing is done twice.

SHOPFLOOR_TEST_KILLS sets how often (a soak: a few hundred), SHOPFLOOR_TEST_SEED repeats a run.
"""

import os
import random
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.integration.survival.audience import Audience
from tests.integration.survival.autopsy import examine
from tests.integration.survival.floor_under_fire import FloorUnderFire
from tests.support.server_process import ServerProcess

KILLS = {"sqlite": 22, "postgres": 6}
MOMENTS = (
    ("agent_command_completed",),  # the commit, the push, the pull request and the end of the turn come now
    ("agent_command_started", "agent_tool_call"),
    ("workflow_phase_completed", "agent_work_order_completed", "agent_work_order_cancelled"),
    ("agent_work_order_started", "git_branch_created", "agent_work_order_stop_requested"),
)


def random_moment(floor: FloorUnderFire) -> None:
    """Waits for one: just after something was told, or whenever."""
    chance = floor.random
    awaited = chance.choice([*MOMENTS, MOMENTS[0], ()])
    if awaited:
        floor.audience.await_any(awaited, seconds=1.5)
        time.sleep(chance.choice([0.0, chance.uniform(0.0, 0.03), chance.uniform(0.0, 0.12)]))
    else:
        time.sleep(chance.uniform(0.0, 1.5))


def live_and_die(floor: FloorUnderFire) -> None:
    for _ in range(floor.random.choice([0, 1, 2, 2, 3])):
        floor.file()
    fate = floor.random.randrange(8)
    if fate == 0:
        floor.file_unseen()
    elif fate == 1:
        floor.file()
        floor.kill()
    else:
        random_moment(floor)
        floor.steer()
        if fate == 2:
            random_moment(floor)
        floor.kill()


def die_while_starting(floor: FloorUnderFire) -> None:
    floor.server.start()
    time.sleep(floor.random.uniform(0.0, 2.5))
    floor.kill()


@pytest.mark.timeout(0 if "SHOPFLOOR_TEST_KILLS" in os.environ else 240)
def test_nothing_is_lost_or_done_twice(
    server_on_each: ServerProcess, repositories: list[Path], request: pytest.FixtureRequest
) -> None:
    database = request.node.callspec.params["server_on_each"]
    kills = int(os.environ.get("SHOPFLOOR_TEST_KILLS") or KILLS[database])
    seed = int(os.environ.get("SHOPFLOOR_TEST_SEED") or random.randrange(10**6))
    print(f"repeat with SHOPFLOOR_TEST_SEED={seed}")
    with (
        Audience(server_on_each.url) as audience,
        closing(FloorUnderFire(server_on_each, audience, repositories, seed)) as floor,
    ):
        while floor.kills < kills:
            if floor.random.randrange(4) == 0:
                die_while_starting(floor)
            floor.start()
            live_and_die(floor)
        floor.start(cold=True)
        floor.wait_for_the_end()
        examine(floor, repositories)
