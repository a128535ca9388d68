"""One program in a sandbox that serves pages: its life, its output, where it is reached, and who uses it."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from typing import Protocol

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.previews.program_output import ProgramOutput
from shopfloor.previews.target import Target
from shopfloor.sandbox_manager.sandbox_protocol import SandboxProcess
from shopfloor.visits.scrollback import BYTES_A_SECOND

_CHUNK = 32 * 1024
_GRACE_SECONDS = 2.0
_LOOK_SECONDS = 0.25
_LOOK_AGAIN_SECONDS = 3.0
_TRUSTED_SECONDS = 1.0
"""How long a look at whose the sockets are is good for."""
_LABEL_CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567"


class ServedKind(StrEnum):
    PREVIEW = "preview"
    EDITOR = "editor"


class ServedState(StrEnum):
    OFF = "off"
    STARTING = "starting"
    RUNNING = "running"
    ENDED = "ended"


class EndReason(StrEnum):
    EXITED = "exited"
    STOPPED = "stopped"
    IDLE = "idle"


class _Finder(Protocol):
    async def find(self) -> Target | None: ...


class ServedProgram:
    """Its label is a name of its own, so it has an origin of its own; who may come in there has its access token."""

    def __init__(
        self,
        *,
        kind: ServedKind,
        order_id: AgentWorkOrderId,
        command: str,
        process: SandboxProcess,
        output: ProgramOutput,
        finder: _Finder,
        on_use: Callable[[], None] = lambda: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self.kind = kind
        self.order_id = order_id
        self.command = command
        self.label = kind.value[0] + "-" + "".join(secrets.choice(_LABEL_CHARACTERS) for _ in range(26))
        self.access_token = secrets.token_urlsafe(32)
        self.started_at = datetime.now(UTC)
        self.ended_at: datetime | None = None
        self.end_reason: EndReason | None = None
        self.exit_code: int | None = None
        self.gone = asyncio.Event()
        """Set with its end: connections to it are of no use any more."""
        self._process = process
        self._output = output
        self._finder = finder
        self._on_use = on_use
        self._on_end = on_end
        self._target: Target | None = None
        self._looked_at = 0.0
        self._looking = asyncio.Lock()
        self._connections = 0
        self._used_at = time.monotonic()
        self._reader = asyncio.create_task(self._read())
        self._watcher = asyncio.create_task(self._watch())

    @property
    def is_alive(self) -> bool:
        return self.ended_at is None

    @property
    def state(self) -> ServedState:
        if not self.is_alive:
            return ServedState.ENDED
        return ServedState.STARTING if self._target is None else ServedState.RUNNING

    @property
    def port(self) -> int | None:
        return self._target.port if self._target and self.is_alive else None

    async def target(self) -> Target | None:
        """Where it is reached, looked up a moment ago at most."""
        if self.is_alive and time.monotonic() - self._looked_at > _TRUSTED_SECONDS:
            await self._look()
        return self._target if self.is_alive else None

    def used(self) -> None:
        self._used_at = time.monotonic()
        self._on_use()

    @contextmanager
    def connection(self) -> Iterator[None]:
        """As long as somebody is connected it is in use."""
        self.used()
        self._connections += 1
        try:
            yield
        finally:
            self._connections -= 1
            self._used_at = time.monotonic()

    def unused_seconds(self) -> float:
        if self._connections or self._output.scrollback.has_viewers:
            self._used_at = time.monotonic()
        return time.monotonic() - self._used_at

    def printed(self) -> str:
        return self._output.scrollback.text()

    async def follow(self, *, pulse_seconds: float) -> AsyncGenerator[str, None]:
        """What it printed so far, then what comes; something empty when its state changes or nothing happens."""
        async with aclosing(self._output.scrollback.view(pulse_seconds=pulse_seconds)) as chunks:
            async for chunk in chunks:
                yield chunk.decode("utf-8", "replace")

    async def stop(self, reason: EndReason) -> None:
        """Returns when it and all it started are dead."""
        if self.is_alive:
            self.end_reason = self.end_reason or reason
        await self._process.kill(grace_seconds=_GRACE_SECONDS)
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while chunk := await self._process.read(_CHUNK):
                self._output.feed(chunk)
                await asyncio.sleep(len(chunk) / BYTES_A_SECOND)
        finally:
            self.exit_code = await self._process.wait()
            self.ended_at = datetime.now(UTC)
            self.end_reason = self.end_reason or EndReason.EXITED
            self._watcher.cancel()
            self.gone.set()
            self._output.end()
            self._on_end()

    async def _watch(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(_LOOK_SECONDS if self._target is None else _LOOK_AGAIN_SECONDS)

    async def _look(self) -> None:
        async with self._looking:
            if time.monotonic() - self._looked_at <= _LOOK_SECONDS / 2:
                return
            before, self._target = self._target, await self._finder.find()
            self._looked_at = time.monotonic()
        if self._target != before:
            self._output.scrollback.nudge()
