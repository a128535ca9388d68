"""The whole way with every agent: an order over HTTP, the agent's edit, a commit, a pull request, a follow-up."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.contract.agents.abilities import Ability
from tests.contract.agents.bench import write_files
from tests.contract.agents.kinds import KEY, Kind
from tests.integration.api.board_client import BoardClient
from tests.support.agent_installation import programs_folder
from tests.support.client import ApiClient
from tests.support.model_server.server import ModelServer
from tests.support.repositories import git, make_repository

from shopfloor.server import embedded_server
from shopfloor.settings import load_settings

pytestmark = pytest.mark.timeout(400)

SECONDS = 180.0


@pytest.fixture(scope="module")
def api(kind: Kind, model: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    """A floor of a user who has the agents on her PATH, and keys and configuration where one has them."""
    folder = tmp_path_factory.mktemp(f"loop-{kind.test_id}")
    write_files(folder / "user", kind.user_files(model.url))
    environ = {
        **kind.environment(model.url),
        "PATH": f"{_programs_of(kind, folder)}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder / "user"),
        "LANG": "C.UTF-8",
    }
    settings = load_settings(environ, home=folder / "home", demo=False, retry_delay_seconds=0.01)
    with embedded_server(settings, with_worker=True) as url:
        client = ApiClient(url)
        yield client
        client.close()


def test_an_order_ends_in_a_pull_request_and_takes_a_follow_up(
    api: ApiClient, kind: Kind, model: ModelServer, tmp_path: Path, can: Callable[[Ability], bool]
) -> None:
    can(Ability.LOOP)
    repository = make_repository(tmp_path / "things.git")
    prompt = "Write it down.\nmodel: think hard\nmodel: edit made.txt by the agent\nmodel: say It is written."
    order_id = api.create(repository, prompt, agent=kind.name, workflow_type="agent_workflow_build")[
        "agent_work_order_id"
    ]
    done = api.wait_for(order_id, "completed", seconds=SECONDS)
    branch = done["git_branch_name"]
    assert git(repository, "show", f"{branch}:made.txt") == "by the agent"
    assert git(repository, "diff", "--name-only", f"trunk..{branch}").splitlines() == ["made.txt"]
    assert api.ok("GET", f"/agent-work-orders/{order_id}/pull-request")["head_branch"] == branch
    assert done["usage"]["output_tokens"]

    follow_up = "One more.\nmodel: start\nmodel: edit more.txt more\nmodel: say Done."
    api.ok("POST", f"/agent-work-orders/{order_id}/prompt", json={"prompt_text": follow_up})
    again = api.wait_for(order_id, "completed", seconds=SECONDS)
    assert git(repository, "show", f"{branch}:more.txt") == "more"
    assert again["git_commit_count"] == 2
    used = api.ok("GET", "/analytics/usage", params={"group_by": "order", "agent_work_order_id": order_id})["total"]
    assert (used["turns"], used["turns_without_cost"]) == (2, 0 if kind.declaration.reports_cost else 2)
    assert again["agent_session_id"] == done["agent_session_id"] or not kind.declaration.supports_resume

    events = api.events(order_id)
    kinds = {event["type"] for event in events}
    assert {"agent_message", "agent_thought", "agent_tool_call", "git_commit_created"} <= kinds, kinds
    assert KEY not in str(events)
    assert all(KEY not in str(api.ok("GET", path)) for path in (f"/agent-work-orders/{order_id}", "/agents"))
    told = model.requests_saying("One more.")[-1].user_text
    assert "Write it down." in told or "You have worked on this branch before" in told


_FINDING = '{"file": "greet.py", "line": 1, "severity": "note", "text": "Short."}'
_ANSWER = f'{{"verdict": "pass", "summary": "Fine.", "findings": [{_FINDING}]}}'
REVIEWED = f"""demo: write greet.py print("hi")
model: edit greet.py by the reviewer
model: say {_ANSWER}
model: later say {_ANSWER}"""
"""Some end their turn with the no that they get, and are asked for their answer once more."""


def test_a_reviewer_answers_and_changes_nothing(
    api: ApiClient, kind: Kind, tmp_path: Path, can: Callable[[Ability], bool]
) -> None:
    can(Ability.REVIEWS)
    repository = make_repository(tmp_path / "reviewed.git")
    project = {"repository_url": str(repository), "agent": "demo", "workflow_type": "agent_workflow_build"}
    review = {"ai_review": {"enabled": True, "agent": kind.name, "rounds": 0}}
    board = BoardClient(api, api.ok("POST", "/projects", json={**project, **review})["project_id"])
    task_id = board.add("Greet", description=REVIEWED)
    order_id = board.do(task_id, "execute")["session_id"]
    task = board.wait_for(task_id, "human_review", seconds=2 * SECONDS)
    assert (task["error"], task["review"]["verdict"]) == (None, "pass")
    (found,) = api.ok("GET", f"/agent-work-orders/{order_id}/reviews")["reviews"]
    (finding,) = found["findings"]
    assert (found["agent"], finding["file"], finding["line"], finding["text"]) == (kind.name, "greet.py", 1, "Short.")
    order = api.get(order_id)
    assert git(repository, "show", f"{order['git_branch_name']}:greet.py") == 'print("hi")'
    assert order["git_commit_count"] == 1
    answers = [event["kind"] for event in api.events(order_id) if event["type"] == "agent_permission_answered"]
    assert answers == ["reject_once"]
    turns = api.ok("GET", "/analytics/usage", params={"group_by": "turn", "agent_work_order_id": order_id})["usage"]
    assert all(turn["agent"] == kind.name for turn in turns if turn["phase"] == "reviewing")


def test_the_floor_knows_the_agent(api: ApiClient, kind: Kind) -> None:
    assert _with_version(api, kind)["is_installed"] is True
    offered = api.ok("GET", f"/agents/{kind.name}/models")
    assert kind.models[1] in [model["model_id"] for model in offered["models"]]


def _programs_of(kind: Kind, folder: Path) -> Path:
    """Only this agent's: where its adapter is not installed, it is run by itself."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / kind.declaration.argv[0]).symlink_to(programs_folder() / kind.declaration.argv[0])
    return programs


def _with_version(api: ApiClient, kind: Kind) -> dict[str, Any]:
    """Programs that are slow to say their version are told of without it at first."""
    deadline = time.monotonic() + SECONDS
    while True:
        agent = dict(api.ok("GET", f"/agents/{kind.name}"))
        if agent["version"]:
            return agent
        assert time.monotonic() < deadline, agent
        time.sleep(0.5)
