"""A program to talk ACP with, and behind it Claude Code, which speaks lines of JSON of its own.

Claude is told when it is started which session to begin or to take up, so it is started when a session is asked for.
Nothing is read ahead: whoever does not listen holds Claude back.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence

from shopfloor.agent_executor.claude_stream.mcp_servers import mcp_config
from shopfloor.agent_executor.claude_stream.translator import Opening, Translator
from shopfloor.agent_executor.json_lines import parse_line
from shopfloor.agent_executor.line_splitter import LineSplitter
from shopfloor.errors import ShopfloorError
from shopfloor.sandbox_manager.sandbox_protocol import ProgramPlace, SandboxProcess

_MCP_FILE = ".shopfloor-mcp.json"
"""A file, because the servers may have keys, and everybody can read a command line."""


class ClaudeBridge:
    """A SandboxProcess. Its end is the end of the Claude that has the session."""

    def __init__(
        self,
        place: ProgramPlace,
        argv: Sequence[str],
        environment: Mapping[str, str],
        *,
        line_bytes: int,
        working_directory: str | None = None,
    ) -> None:
        self._place = place
        self._argv = argv
        self._environment = environment
        self._working_directory = working_directory
        self._line_bytes = line_bytes
        self._translator = Translator()
        self._from_client = LineSplitter(line_bytes)
        self._from_claude = LineSplitter(line_bytes)
        self._noise: list[bytes] = []
        self._claude: SandboxProcess | None = None
        self._reading: asyncio.Task[bytes] | None = None
        self._has_session = asyncio.Event()
        self._news = asyncio.Event()
        self._is_closed = False

    @property
    def pid(self) -> int:
        return self._claude.pid if self._claude is not None else 0

    async def write(self, data: bytes) -> None:
        for line in self._from_client.feed(data):
            if (message := parse_line(line)) is not None:
                self._translator.take_from_client(message)
        if self._translator.opening is not None and self._claude is None:
            await self._start(self._translator.opening)
        await self._pass_on()

    def close_stdin(self) -> None:
        if self._claude is not None:
            self._claude.close_stdin()

    async def read(self, limit: int = 65536) -> bytes:
        while not (said := self._take_said()):
            if self._is_closed:
                return b""
            data = await self._hear(limit)
            if data is None:
                continue
            if not data and not await self._lost_while_opening():
                return b""
            for line in self._from_claude.feed(data):
                self._take_line(line)
            if self._from_claude.skipped_lines:
                self._noise += [b"(a line that was too long)\n"] * self._from_claude.skipped_lines
                self._from_claude.skipped_lines = 0
            await self._pass_on()
        return said

    async def wait(self) -> int:
        await self._has_session.wait()
        return await self._claude.wait() if self._claude is not None else 0

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        self._is_closed = True
        self._has_session.set()
        self._news.set()
        if self._claude is not None:
            await self._claude.kill(grace_seconds=grace_seconds)
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    def stderr_tail(self) -> str:
        return self._claude.stderr_tail() if self._claude is not None else ""

    async def _start(self, opening: Opening) -> None:
        which = ("--resume" if opening.is_resumed else "--session-id", opening.session_id)
        argv = (*self._argv, *which)
        try:
            if opening.mcp_servers:
                await self._place.write_home_file(_MCP_FILE, json.dumps(mcp_config(opening.mcp_servers)).encode())
                argv = (*argv, "--mcp-config", f"{self._place.home_path}/{_MCP_FILE}")
            self._claude = await self._place.spawn(
                argv, environment=self._environment, working_directory=self._working_directory
            )
        except ShopfloorError as exc:
            self._translator.fail_opening(exc.message)
            return
        self._from_claude = LineSplitter(self._line_bytes)
        self._translator.begin_session()
        self._news.set()

    async def _lost_while_opening(self) -> bool:
        """Claude ends at once if it does not know the session it is to take up. Then another may be begun."""
        if self._translator.opening is None or self._claude is None:
            return False
        claude, self._claude = self._claude, None
        await claude.kill()
        self._translator.fail_opening(claude.stderr_tail().strip() or "It ended before it had introduced itself.")
        self._translator.to_claude.clear()
        return True

    async def _hear(self, limit: int) -> bytes | None:
        """What Claude says, b"" at its end; None if there is something else to do first."""
        if self._claude is not None and self._reading is None:
            self._reading = asyncio.create_task(self._claude.read(limit))
        news = asyncio.create_task(self._news.wait())
        waited_for = {news} if self._reading is None else {news, self._reading}
        try:
            await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        self._news.clear()
        if self._reading is None or not self._reading.done():
            return None
        reading, self._reading = self._reading, None
        return b"" if reading.cancelled() else reading.result()

    def _take_line(self, line: bytes) -> None:
        message = parse_line(line)
        if message is not None:
            self._translator.take_from_claude(message)
            if self._translator.opening is None:
                self._has_session.set()
        elif line.strip():
            self._noise.append(line + b"\n")

    async def _pass_on(self) -> None:
        messages, self._translator.to_claude = self._translator.to_claude, []
        if messages and self._claude is not None:
            await self._claude.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
        if self._translator.to_client or self._noise:
            self._news.set()

    def _take_said(self) -> bytes:
        """Noise is passed on as it came: the client counts it."""
        messages, self._translator.to_client = self._translator.to_client, []
        noise, self._noise = self._noise, []
        return b"".join([*noise, *(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages)])
