"""The one way to run git: bytes in, bytes out, and errors that say what happened."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopfloor.errors import MAKE_ROOM, GitError, GitOutOfDisk
from shopfloor.git_operations.git_environment import git_environment, inside_repository
from shopfloor.git_operations.remote_access import DirectAccess, RemoteAccess
from shopfloor.process import Processes

OLDEST_GIT = (2, 38)
_OUTPUT_LIMIT = 64 * 2**20
_NO_ROOM = re.compile(r"no space left on device|disk quota exceeded", re.IGNORECASE)
_CREDENTIALS = re.compile(r"(?<=://)[^/\s@]+@")


@dataclass(frozen=True, slots=True)
class GitResult:
    exit_code: int
    stdout: bytes
    stderr: bytes
    truncated: bool = False

    @property
    def text(self) -> str:
        """Standard output as one line of text."""
        return self.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    @property
    def gist(self) -> str:
        return gist_of(self.stderr)


class Git:
    """Runs git with an environment that is complete and ours."""

    def __init__(
        self, processes: Processes, environment: Mapping[str, str], access: RemoteAccess | None = None
    ) -> None:
        self.processes = processes
        self.access = access or DirectAccess()
        self._environment = git_environment(environment)
        self._version: tuple[int, ...] | None = None

    async def run(
        self,
        *arguments: str,
        cwd: Path,
        environment: Mapping[str, str] | None = None,
        stdin: bytes | None = None,
        deadline_seconds: float = 120.0,
        output_limit: int = _OUTPUT_LIMIT,
        descriptors: Sequence[int] = (),
        check: bool = True,
    ) -> GitResult:
        """Raises GitError where git fails, unless `check` is off; always where it takes too long."""
        await self.require_supported_version()
        result = await self._run(arguments, cwd, environment, stdin, deadline_seconds, output_limit, descriptors)
        if check and result.exit_code != 0:
            raise git_error(arguments, result)
        return result

    async def in_mirror(
        self,
        mirror: Path,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        stdin: bytes | None = None,
        deadline_seconds: float = 120.0,
        output_limit: int = _OUTPUT_LIMIT,
        check: bool = True,
    ) -> GitResult:
        """Runs in a bare repository of ours."""
        return await self.run(
            *arguments,
            cwd=mirror,
            environment={**inside_repository(str(mirror)), **(environment or {})},
            stdin=stdin,
            deadline_seconds=deadline_seconds,
            output_limit=output_limit,
            check=check,
        )

    async def require_supported_version(self) -> tuple[int, ...]:
        """Raises GitError with the way out where git is too old. Asks once."""
        if self._version is None:
            told = await self._run(("version",), Path("/"), None, None, 30.0, 4096)
            version = parse_git_version(told.text)
            if version < OLDEST_GIT:
                raise _too_old(told.text)
            self._version = version
        return self._version

    async def _run(
        self,
        arguments: tuple[str, ...],
        cwd: Path,
        environment: Mapping[str, str] | None,
        stdin: bytes | None,
        deadline_seconds: float,
        output_limit: int,
        descriptors: Sequence[int] = (),
    ) -> GitResult:
        done = await self.processes.run(
            ["git", *arguments],
            cwd=cwd,
            environment={**self._environment, **(environment or {})},
            stdin=stdin,
            deadline_seconds=deadline_seconds,
            output_limit=output_limit,
            descriptors=descriptors,
        )
        if done.timed_out:
            raise GitError(f"git {_verb(arguments)} was stopped after {deadline_seconds:g} s.")
        return GitResult(done.exit_code, done.stdout, done.stderr, done.truncated)


def parse_git_version(text: str) -> tuple[int, ...]:
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    return tuple(int(part) for part in found.groups() if part is not None) if found else (0,)


def _too_old(told: str) -> GitError:
    wanted = ".".join(map(str, OLDEST_GIT))
    return GitError(f"Shopfloor needs git {wanted} or newer; this is {told!r}.", hint="Install a newer git.")


def git_error(arguments: tuple[str, ...], result: GitResult) -> GitError:
    if _NO_ROOM.search(result.gist):
        return GitOutOfDisk(f"git {_verb(arguments)} found no room: {result.gist}", hint=MAKE_ROOM)
    return GitError(f"git {_verb(arguments)} failed: {result.gist or f'exit code {result.exit_code}'}")


def gist_of(stderr: bytes) -> str:
    """The lines that tell the reason, without credentials."""
    text = _CREDENTIALS.sub("", stderr.decode("utf-8", "replace"))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("hint:")]
    telling = [line for line in lines if re.match(r"(fatal|error|remote|ssh|!)\b", line)] or lines
    return "; ".join(re.sub(r"^(fatal|error): ", "", line) for line in telling[-4:])[:600]


def _verb(arguments: tuple[str, ...]) -> str:
    return next((word for word in arguments if not word.startswith("-") and "=" not in word), "")
