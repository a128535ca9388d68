"""One agent on the bench: its real program in a sandbox, its model scripted, our client in between."""

import contextlib
import json
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import psutil
from tests.contract.agents.kinds import Kind
from tests.integration.agents.agent_floor import Ears, RecordingSandbox, fake_sandbox
from tests.support.agent_installation import programs_folder
from tests.support.model_server.server import ModelServer
from tests.support.repositories import git

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_keys import AgentKeys
from shopfloor.agent_executor.agent_session import AgentSession, TurnResult
from shopfloor.agent_executor.catalogue import AgentCatalogue
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.redaction import Redactor
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox

REPOSITORY_WORD = "PERIWINKLE"
"""In the repository's own instructions, which the agent is to read."""
NOISE = "a warning nobody asked for"
_NOISY_PROGRAM = """#!/bin/sh
yes '{noise}' | head -c 300000 >&2
touch "$HOME/noise-was-read"
exec '{program}' "$@"
"""
"""Were its stderr not read, the program would never come to its start: a pipe holds 64 KiB."""


class NoSecrets:
    async def find(self, _name: str, *, project_id: ProjectId | None = None) -> str | None:
        return None


@dataclass
class KindEars(Ears):
    """Answers with the first option of a kind: agents name their options as they like."""

    kind_of_answer: str = "allow_once"

    async def on_permission(self, request: PermissionRequest) -> str | None:
        self.asked.append(request)
        return next(option.option_id for option in request.options if option.kind == self.kind_of_answer)


@dataclass(frozen=True)
class Heard:
    ears: KindEars
    result: TurnResult

    @property
    def text(self) -> str:
        return self.ears.text


@dataclass
class Bench:
    kind: Kind
    sandbox: RecordingSandbox
    model: ModelServer
    executor: AgentExecutor
    path: str
    sessions: list[AgentSession] = field(default_factory=list)

    @property
    def workspace(self) -> Path:
        return Path(self.sandbox.workspace_path)

    @property
    def session(self) -> AgentSession:
        return self.sessions[-1]

    @property
    def pid(self) -> int:
        return self.sandbox.spawned[-1].pid

    @property
    def noise_was_read(self) -> bool:
        return (Path(self.sandbox.home_path) / "noise-was-read").exists()

    def open_ports(self) -> list[int]:
        """On which the agent, or what it started, listens."""
        agent = psutil.Process(self.pid)
        ports: list[int] = []
        for process in (agent, *agent.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                listening = [c for c in process.net_connections("tcp") if c.status == psutil.CONN_LISTEN]
                ports += [connection.laddr.port for connection in listening]
        return ports

    def file(self, name: str) -> str | None:
        path = self.workspace / name
        return path.read_text() if path.exists() else None

    def last_request_saying(self, text: str) -> str:
        return json.dumps(self.model.requests_saying(text)[-1].body)

    async def start(self, *, resume_session_id: str | None = None) -> AgentSession:
        session = await self.executor.start(
            self.kind.name,
            cast(AgentSandbox, self.sandbox),
            resume_session_id=resume_session_id,
            environment={"PATH": self.path},
        )
        self.sessions.append(session)
        return session

    async def say(self, text: str, *, answer: str = "allow_once", ears: KindEars | None = None) -> Heard:
        """One turn, in which every permission is answered alike."""
        return await self.say_plainly(f"model: start\n{text}", ears or KindEars(kind_of_answer=answer))

    async def say_plainly(self, text: str, ears: KindEars | None = None) -> Heard:
        ears = ears or KindEars()
        return Heard(ears, await self.session.prompt(text, on_update=ears.on_update, on_permission=ears.on_permission))


@asynccontextmanager
async def bench_for(kind: Kind, model: ModelServer, folder: Path) -> AsyncIterator[Bench]:
    user_home = folder / "user"
    write_files(user_home, kind.user_files(model.url))
    path = f"{_noisy_programs(kind, folder)}{os.pathsep}{programs_folder()}{os.pathsep}{os.environ['PATH']}"
    redactor = Redactor()
    executor = AgentExecutor(
        AgentCatalogue([kind.declaration], search_path=path),
        AgentLimits(start_seconds=120.0, cancel_seconds=60.0),
        keys=AgentKeys(secrets=NoSecrets(), environment=kind.environment(model.url), redactor=redactor),
        lent_files=LentFiles(user_home=user_home, is_allowed=lambda: True, redactor=redactor),
    )
    async with fake_sandbox(folder) as sandbox:
        bench = Bench(kind, RecordingSandbox(sandbox), model, executor, path)
        git(bench.workspace, "init", "-q")
        write_files(bench.workspace, _repository_files(kind))
        try:
            yield bench
        finally:
            for session in bench.sessions:
                await session.close()


def write_files(folder: Path, files: dict[str, str]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)


def _repository_files(kind: Kind) -> dict[str, str]:
    files = {kind.instructions_file: f"The word of this repository is {REPOSITORY_WORD}.\n"}
    if kind.command_file is not None:
        files[kind.command_file] = "---\ndescription: Shout\n---\nmodel: say SHOUTED $ARGUMENTS\n"
    return files


def _noisy_programs(kind: Kind, folder: Path) -> Path:
    name = kind.declaration.argv[0]
    noisy = folder / "noisy"
    write_files(noisy, {name: _NOISY_PROGRAM.format(noise=NOISE, program=programs_folder() / name)})
    (noisy / name).chmod(stat.S_IRWXU)
    return noisy
