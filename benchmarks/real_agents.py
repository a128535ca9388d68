"""The real agents against a scripted model: from POST to the first word, and the memory of a running order."""

import os
import shutil
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.contract.agents.kinds import KINDS, Kind
from tests.support.agent_installation import install, programs_folder
from tests.support.model_server.server import ModelServer, running_model_server

from benchmarks.agent_by_hand import AgentByHand
from benchmarks.client import Client, EventStream
from benchmarks.figure import Figure, Target, median, spread_of
from benchmarks.repositories import make_repository
from benchmarks.server import Server, serving
from benchmarks.setting import SMALL_REPOSITORY, Setting

_PROMPT = "Say something, and go on.\nmodel: say first\nmodel: wait 60"
"""The pause after the first word is when the memory is looked at."""


@dataclass(slots=True)
class _Measured:
    ours: list[float] = field(default_factory=list)
    by_hand: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    memory_by_hand: list[float] = field(default_factory=list)


def measure_real_agents(setting: Setting) -> list[Figure]:
    install()
    figures: list[Figure] = []
    with running_model_server() as model:
        for kind in (kind for kind in KINDS if kind.label is None):
            setting.say(kind.name)
            figures += _figures(kind.name, _measure(setting, kind, model))
    return figures


def _measure(setting: Setting, kind: Kind, model: ModelServer) -> _Measured:
    folder = setting.folder / kind.name
    environment = _environment(kind, model, folder / "user")
    repository = make_repository(folder / "ours.git", files=SMALL_REPOSITORY)
    measured = _Measured()
    with (
        serving(folder / "home", environment) as server,
        closing(Client(server.url)) as client,
    ):
        for number in range(1 + setting.choose(5, 1)):
            _one_order(client, server, repository, kind, measured)
            _one_by_hand(repository, folder / f"by-hand-{number}", kind, environment, measured)
    return measured


def _one_order(client: Client, server: Server, repository: Path, kind: Kind, measured: _Measured) -> None:
    idle = server.tree_memory_mb()
    began = time.time()
    order_id, _ = client.file_order(
        repository, _PROMPT, agent=kind.name, workflow_type="agent_workflow_build", permission_policy="allow_all"
    )
    measured.ours.append((_first_word(server.url, order_id) - began) * 1e3)
    measured.memory.append(server.tree_memory_mb() - idle)
    client.ask("POST", f"/agent-work-orders/{order_id}/cancel")


def _first_word(url: str, order_id: str) -> float:
    with closing(EventStream(url, f"/agent-work-orders/{order_id}/events")) as stream:
        for heard in stream:
            if heard.type == "agent_message_delta":
                return heard.at
            if heard.type == "agent_work_order_failed":
                break
    raise RuntimeError(f"{order_id} said nothing")


def _one_by_hand(repository: Path, folder: Path, kind: Kind, environment: dict[str, str], measured: _Measured) -> None:
    """A checkout and a HOME of its own, as an order has them."""
    home = folder / "home"
    shutil.copytree(environment["HOME"], home)
    began = time.time()
    subprocess.run(["git", "clone", "-q", "--shared", str(repository), str(folder / "checkout")], check=True)
    own = {**environment, **kind.declaration.environment, "HOME": str(home), "OPENCODE_SERVER_PASSWORD": "by-hand"}
    program = shutil.which(kind.declaration.argv[0], path=environment["PATH"]) or kind.declaration.argv[0]
    agent = AgentByHand([program, *kind.declaration.argv[1:]], own, folder / "checkout")
    try:
        agent.open_session()
        measured.by_hand.append((agent.first_token(_PROMPT) - began) * 1e3)
        measured.memory_by_hand.append(agent.memory_mb())
    finally:
        agent.end()


def _environment(kind: Kind, model: ModelServer, user_home: Path) -> dict[str, str]:
    files = {**kind.declaration.home_files, **kind.user_files(model.url)}
    user_home.mkdir(parents=True)
    for path, content in files.items():
        (user_home / path).parent.mkdir(parents=True, exist_ok=True)
        (user_home / path).write_text(content)
    path = f"{programs_folder()}{os.pathsep}{os.environ['PATH']}"
    return {**kind.environment(model.url), "PATH": path, "HOME": str(user_home), "LANG": "C.UTF-8"}


def _figures(name: str, measured: _Measured) -> list[Figure]:
    """The first of each is a warm-up."""
    ours, by_hand = measured.ours[1:], measured.by_hand[1:]
    memory, memory_by_hand = measured.memory[1:], measured.memory_by_hand[1:]
    spread = f"{spread_of(ours)}; by hand {spread_of(by_hand)}"
    return [
        Figure(f"{name}: POST to first word", median(ours), "ms", median(by_hand), Target("<=", 1.25, "ratio"), spread),
        Figure(f"{name}: memory of a running order", median(memory), "MB", median(memory_by_hand)),
    ]
