"""What the tests of agents share: a folder to work in, real processes, and ears."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from shopfloor.agent_executor.agent_executor import AgentExecutor
from shopfloor.agent_executor.agent_options import Wishes
from shopfloor.agent_executor.agent_session import AgentSession, TurnContext, TurnResult
from shopfloor.agent_executor.catalogue import AgentCatalogue, custom_agent, demo_agent
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.agent_updates import AgentUpdate, PermissionRequest, TextChunk, ToolCallUpdate
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.work_order import Author, SandboxType
from shopfloor.process import Processes, ProcessOwner, base_environment, detect_containment
from shopfloor.sandbox_manager.fake_sandbox import FakeSandboxFactory
from shopfloor.sandbox_manager.local_sandbox import LocalSandbox
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxProcess, SandboxSpec

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


class RecordingSandbox:
    """The shipped fake, which keeps what its programs said and heard."""

    def __init__(self, sandbox: LocalSandbox) -> None:
        self._sandbox = sandbox
        self.workspace_path = sandbox.workspace_path
        self.home_path = sandbox.home_path
        self.spawned: list[RecordingProcess] = []
        self.read_home_file = sandbox.read_home_file
        self.write_home_file = sandbox.write_home_file
        self.remove_home_file = sandbox.remove_home_file

    async def spawn(
        self, argv: Sequence[str], *, environment: Mapping[str, str] | None = None, working_directory: str | None = None
    ) -> SandboxProcess:
        process = await self._sandbox.spawn(argv, environment=environment, working_directory=working_directory)
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
    folder: Path
    sandbox: RecordingSandbox

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
            wishes=Wishes(model=model),
        )

    def script(self, source: str) -> str:
        """A command that runs this Python source as an agent."""
        path = self.folder / "agent.py"
        path.write_text(_PRELUDE + source)
        return f"{PYTHON} -S -I {path}"


@contextlib.asynccontextmanager
async def agent_floor(folder: Path) -> AsyncIterator[AgentFloor]:
    async with fake_sandbox(folder) as sandbox:
        yield AgentFloor(folder, RecordingSandbox(sandbox))


@contextlib.asynccontextmanager
async def fake_sandbox(folder: Path) -> AsyncIterator[LocalSandbox]:
    owner = ProcessOwner(folder, f"test-{os.getpid()}")
    processes = Processes(owner=owner, containment=detect_containment(owner))
    spec = SandboxSpec(
        agent_work_order_id=AgentWorkOrderId("wo-test0001"),
        sandbox_type=SandboxType.GIT_WORKTREE,
        repository_url=str(folder / "repository"),
        git_branch_name="feat-test",
        base_branch="main",
        base_sha=None,
        author=Author("Ada", "ada@example.com"),
    )
    sandbox = FakeSandboxFactory(folder / "floor", processes, base_environment(os.environ)).create_sandbox(spec)
    try:
        await sandbox.setup()
        yield sandbox
    finally:
        await processes.close()


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


async def until_there(path: Path) -> str:
    while not path.exists() or not path.read_text().strip():
        await asyncio.sleep(0.005)
    return path.read_text()
