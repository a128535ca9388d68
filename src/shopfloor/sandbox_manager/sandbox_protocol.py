"""What every sandbox can do, wherever it runs: a worktree here, a container or a machine elsewhere."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.work_order import AgentWorkflowPhase, Author, SandboxType


class SandboxStatus(StrEnum):
    ABSENT = "absent"
    READY = "ready"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class SandboxCapabilities:
    parallel: bool
    """Several orders of one repository may have such a sandbox at once."""
    pause: bool
    terminal: bool
    local_files: bool
    """`workspace_path` is a folder on this machine."""


@dataclass(frozen=True, slots=True)
class SandboxState:
    status: SandboxStatus
    sandbox_identifier: str
    git_branch_name: str | None
    head_sha: str | None
    is_dirty: bool
    running_processes: int


@dataclass(frozen=True, slots=True)
class CommandExecutionResult:
    exit_code: int
    stdout: str
    stderr: str
    truncated: bool
    timed_out: bool
    duration_seconds: float


@dataclass(frozen=True, slots=True)
class FileEntry:
    path: str
    kind: str
    """file, directory, symlink, submodule, other."""
    size: int
    modified_at: datetime
    version: str
    """Changes whenever the file is written."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """All that is needed to make a sandbox, and to make it again elsewhere after a crash."""

    agent_work_order_id: AgentWorkOrderId
    sandbox_type: SandboxType
    repository_url: str
    git_branch_name: str
    base_branch: str
    base_sha: str | None
    """None where the repository is still empty."""
    author: Author
    setup_script: str | None = None
    cleanup_script: str | None = None
    files_to_copy: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables for everything that runs inside."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Further ones, for everything but the terminals that people open: nobody reads a secret back."""
    is_prepared: bool = True
    """False for who only looks at what lies there: files are not copied, the setup script does not run."""
    run_id: RunId | None = None
    """With the phase: whom a commit that rescues unfinished work is put down to."""
    phase: AgentWorkflowPhase = AgentWorkflowPhase.IMPLEMENTING


@dataclass(frozen=True, slots=True)
class ListeningAddress:
    """Where a program waits for connections, as this server reaches it."""

    host: str
    port: int


class SandboxProcess(Protocol):
    """A program running in a sandbox, with its stdio. Ended with every descendant."""

    @property
    def pid(self) -> int: ...

    async def write(self, data: bytes) -> None:
        """Raises BrokenPipeError once the program has closed its input."""
        ...

    def close_stdin(self) -> None: ...

    async def read(self, limit: int = 65536) -> bytes:
        """Up to `limit` bytes of standard output, b"" at its end. Unread output holds the program back."""
        ...

    async def wait(self) -> int: ...

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        """Ends the program and all it started; returns when none of them is left."""
        ...

    def stderr_tail(self) -> str:
        """The end of what it wrote to standard error, for messages."""
        ...


class SandboxServer(SandboxProcess, Protocol):
    """A program in a sandbox that others may connect to."""

    async def listening(self) -> Sequence[ListeningAddress]:
        """Where it and all it started wait for TCP connections now. Nobody else's sockets are among them."""
        ...


class SandboxTerminal(Protocol):
    """A program on a pseudo-terminal."""

    @property
    def is_busy(self) -> bool:
        """Something that the program started has the terminal."""
        ...

    async def read(self, limit: int = 65536) -> bytes: ...

    async def write(self, data: bytes) -> None: ...

    def resize(self, columns: int, rows: int) -> None: ...

    async def wait(self) -> int: ...

    async def kill(self) -> None: ...


class ProgramPlace(Protocol):
    """Where a program can be started: a sandbox, or a place that is thrown away afterwards."""

    workspace_path: str
    home_path: str

    async def spawn(
        self, argv: Sequence[str], *, environment: Mapping[str, str] | None = None, working_directory: str | None = None
    ) -> SandboxProcess: ...

    async def read_home_file(self, path: str) -> bytes | None:
        """A file of the agent's HOME, at most a few MiB of it; None if it is not there. Never follows a link out."""
        ...

    async def write_home_file(self, path: str, content: bytes) -> None:
        """For the eyes of the agent's user only. Also before `setup`."""
        ...

    async def remove_home_file(self, path: str) -> None:
        """Or a folder with all in it. What is not there is gone already."""
        ...


class AgentSandbox(ProgramPlace, Protocol):
    sandbox_identifier: str
    repository_url: str
    workspace_path: str
    """Where the repository lies, as programs inside the sandbox see it."""
    home_path: str
    """The agent's own HOME, as programs inside the sandbox see it."""

    @property
    def capabilities(self) -> SandboxCapabilities: ...

    async def setup(self) -> None:
        """Makes the sandbox ready, or finds it ready; on its branch, with what was there kept. Can be called again."""
        ...

    async def execute_command(
        self,
        command: str | Sequence[str],
        timeout_seconds: float = 300,
        *,
        environment: Mapping[str, str] | None = None,
    ) -> CommandExecutionResult: ...

    async def spawn(
        self,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        visitor: bool = False,
        with_secrets: bool = True,
    ) -> SandboxServer:
        """Also before or during `setup`, so that a program can start up meanwhile.

        A visitor is a program that a person uses: it stays when the agent's own are ended. One that lets her look into
        its environment goes without the secrets.
        """
        ...

    async def open_terminal(
        self, argv: Sequence[str], *, columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None
    ) -> SandboxTerminal: ...

    async def read_file(self, path: str, *, max_bytes: int = 10 * 1024 * 1024) -> bytes:
        """The first `max_bytes` of it. Paths are relative to the workspace and stay inside, as do links on their way.

        Raises NotFound, or InvalidInput for a path that leaves the workspace or is no file.
        """
        ...

    async def stat_file(self, path: str) -> FileEntry:
        """What is there, with the path that links on the way lead to."""
        ...

    async def write_file(self, path: str, content: bytes, *, expected_version: str | None = None) -> FileEntry:
        """All of it or nothing; folders on the way are made.

        Raises FileChanged where it is no longer as expected; "" expects that nothing is there.
        """
        ...

    async def make_folder(self, path: str) -> None:
        """With the folders on the way. Raises FileChanged where something is there."""
        ...

    async def move_file(self, path: str, to: str) -> None:
        """A file, folder or link, to a place where nothing is (FileChanged)."""
        ...

    async def remove_file(self, path: str) -> None:
        """A file, a link itself, or a folder with all that is in it."""
        ...

    async def list_files(self, path: str = "") -> Sequence[FileEntry]:
        """What lies in that folder, by name."""
        ...

    async def file_states(self, path: str = "") -> Mapping[str, str]:
        """What git thinks of the files in that folder: modified, added, deleted, untracked, ignored, conflicted.

        Folders that are untracked or ignored as a whole are named themselves, with a slash at the end.
        """
        ...

    async def find_files(self, text: str, *, limit: int) -> Sequence[str]:
        """Files whose path has the text in it, best first; ignored ones are left out."""
        ...

    async def find_lines(self, text: str, *, limit: int, ignore_case: bool = True) -> Sequence[FoundLine]:
        """Lines with the text in them; ignored and binary files are left out."""
        ...

    async def note_visit(self) -> None:
        """Somebody may have changed files by hand."""
        ...

    async def take_visit_note(self) -> bool:
        """Whether somebody may have, since this was last asked."""
        ...

    async def get_current_state(self) -> SandboxState: ...

    async def pause(self) -> None:
        """Ends or freezes what runs inside; files stay."""
        ...

    async def resume(self) -> None: ...

    async def end_processes(self, *, visitors: bool = True) -> int:
        """Ends everything that runs inside and returns how many programs that were.

        Without visitors, the programs that people use stay.
        """
        ...

    async def cleanup(self, *, keep_home: bool = False) -> CommandExecutionResult | None:
        """Removes the sandbox. What is not committed is committed to the order's branch (or a rescue ref) first.

        Then the clean-up script runs, for a bounded time; what it said is given back, and what it did to the files is
        not kept. It never stands in the way.

        The agent's HOME goes too, unless it is kept for a later session to be loaded from.
        """
        ...


class SandboxFactory(Protocol):
    """Knows the backends by name."""

    def create_sandbox(self, spec: SandboxSpec) -> AgentSandbox: ...

    def scratch(self) -> AbstractAsyncContextManager[ProgramPlace]:
        """An empty place with a HOME of its own, for a question to a program. Gone with all it started afterwards."""
        ...

    def available_types(self) -> Mapping[SandboxType, str | None]:
        """Each type, with None if it can be used here or else the reason why not."""
        ...
