"""What the tests of agents share: a folder to work in, real processes, and ears."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import psutil

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_session import AgentSession, TurnContext, TurnResult
from shopfloor.agent_executor.catalogue import AgentCatalogue, custom_agent, demo_agent
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import AgentUpdate, PermissionRequest, TextChunk, ToolCallUpdate
from shopfloor.process import Processes
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxProcess

PYTHON = demo_agent().argv[0]


@dataclass
class RecordingProcess:
    """A process whose every byte is kept."""

    process: SandboxProcess
    written: bytearray = field(default_factory=bytearray)
    heard: bytearray = field(default_factory=bytearray)

    @property
    def pid(self) -> int:
        return self.process.pid

    async def write(self, data: bytes) -> None:
        self.written += data
        await self.process.write(data)

    def close_stdin(self) -> None:
        self.process.close_stdin()

    async def read(self, limit: int = 65536) -> bytes:
        data = await self.process.read(limit)
        self.heard += data
        return data

    async def wait(self) -> int:
        return await self.process.wait()

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        await self.process.kill(grace_seconds=grace_seconds)

    def stderr_tail(self) -> str:
        return self.process.stderr_tail()


@dataclass
class FolderSandbox:
    """The part of a sandbox that agents need: a workspace, a home, programs."""

    processes: Processes
    workspace_path: str
    home_path: str
    spawned: list[RecordingProcess] = field(default_factory=list)

    async def spawn(
        self, argv: Sequence[str], *, environment: Mapping[str, str] | None = None, working_directory: str | None = None
    ) -> SandboxProcess:
        variables = {"PATH": os.environ["PATH"], "HOME": self.home_path, **(environment or {})}
        folder = Path(working_directory or self.workspace_path)
        process = await self.processes.spawn(argv, cwd=folder, environment=variables)
        self.spawned.append(RecordingProcess(process))
        return self.spawned[-1]


@dataclass
class Ears:
    """Listens to a turn, and answers what is asked with the options it was given."""

    answers: list[str | None] = field(default_factory=list)
    updates: list[AgentUpdate] = field(default_factory=list)
    asked: list[PermissionRequest] = field(default_factory=list)

    async def on_update(self, update: AgentUpdate) -> None:
        self.updates.append(update)

    async def on_permission(self, request: PermissionRequest) -> str | None:
        self.asked.append(request)
        return self.answers.pop(0)

    @property
    def text(self) -> str:
        return "".join(u.text for u in self.updates if isinstance(u, TextChunk) and u.kind == "message")

    def tool_calls(self) -> dict[str, dict[str, object]]:
        calls: dict[str, dict[str, object]] = {}
        for update in self.updates:
            if isinstance(update, ToolCallUpdate):
                calls.setdefault(update.tool_call_id, {}).update(update.changes)
        return calls


@dataclass
class AgentFloor:
    processes: Processes
    folder: Path
    sandbox: FolderSandbox

    @property
    def workspace(self) -> Path:
        return Path(self.sandbox.workspace_path)

    def executor(self, limits: AgentLimits | None = None, *, command: str | None = None) -> AgentExecutor:
        catalogue = AgentCatalogue([demo_agent(), custom_agent(command)], search_path=os.environ["PATH"])
        return AgentExecutor(catalogue, limits or AgentLimits())

    async def start(
        self,
        limits: AgentLimits | None = None,
        *,
        command: str | None = None,
        resume_session_id: str | None = None,
        model: str | None = None,
    ) -> AgentSession:
        """The demo agent, or the command if there is one."""
        return await self.executor(limits, command=command).start(
            "custom" if command else "demo",
            cast(AgentSandbox, self.sandbox),
            resume_session_id=resume_session_id,
            model=model,
        )

    def script(self, source: str) -> str:
        """A command that runs this Python source as an agent."""
        path = self.folder / "agent.py"
        path.write_text(_PRELUDE + source)
        return f"{PYTHON} -S -I {path}"


def is_alive(pid: int) -> bool:
    """A dead process nobody has waited for yet is not alive."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def say(session: AgentSession, text: str, ears: Ears, context: TurnContext | None = None) -> TurnResult:
    return await session.prompt(text, on_update=ears.on_update, on_permission=ears.on_permission, context=context)


_PRELUDE = """
import json, os, sys, time

def send(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
    sys.stdout.flush()

def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)

def answer(message, **result):
    send(id=message["id"], result=result)

def shake_hands(**capabilities):
    answer(receive(), protocolVersion=1, agentCapabilities=capabilities)
    answer(receive(), sessionId="s1")

def update(**fields):
    send(method="session/update", params={"sessionId": "s1", "update": fields})

def text(words):
    update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": words})

"""
