"""A program with all it started, held by an enclosure, and its one end."""

import asyncio
import signal
import subprocess
from collections.abc import Callable

from shopfloor.process.containment import Enclosure
from shopfloor.process.exit_watch import ExitWatch
from shopfloor.process.listening import listening_addresses
from shopfloor.sandbox_manager.sandbox_protocol import ListeningAddress


class ProgramTree:
    """Ends as a whole: when it is killed, and when the program that leads it exits by itself."""

    def __init__(
        self,
        child: "subprocess.Popen[bytes]",
        enclosure: Enclosure,
        *,
        use_pidfd: bool,
        on_ended: Callable[[], None],
    ) -> None:
        self.pid = child.pid
        self._enclosure = enclosure
        self._on_ended = on_ended
        self._ending: asyncio.Task[None] | None = None
        self._exit = ExitWatch(child, use_pidfd=use_pidfd)
        self._exit.on_exit(self._begin_end)

    @property
    def exit_code(self) -> int | None:
        return self._exit.exit_code

    async def wait(self) -> int:
        """The leader's exit code, once the others are ended too, so that all their output can be read."""
        exit_code = await self._exit.wait()
        await asyncio.wait([self._begin_end()])
        return exit_code

    async def listening(self) -> list[ListeningAddress]:
        if self.exit_code is not None:
            return []
        return await asyncio.to_thread(listening_addresses, await self._enclosure.members(self._exit))

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        if grace_seconds > 0:
            await self._enclosure.note_members(self._exit)
            self._exit.signal_group(signal.SIGTERM)
            await self._exits_within(grace_seconds)
        await asyncio.shield(self._begin_end())

    async def _exits_within(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._exit.wait()
        except TimeoutError:
            return

    def _begin_end(self) -> "asyncio.Task[None]":
        failed = self._ending is not None and self._ending.done() and self._ending.exception() is not None
        if self._ending is None or failed:
            self._ending = asyncio.get_running_loop().create_task(self._end(), name=f"end-{self.pid}")
        return self._ending

    async def _end(self) -> None:
        await self._enclosure.end(self._exit)
        await self._exit.wait()
        self._on_ended()
