"""A long-running program with its stdio, such as an agent."""

import os
from collections.abc import Callable

from shopfloor.process.containment import Enclosure
from shopfloor.process.launch import Program, launch
from shopfloor.process.pipes import Drain, PulledReader, Tail, Writer, close_quietly
from shopfloor.process.tree import ProgramTree
from shopfloor.sandbox_manager.sandbox_protocol import ListeningAddress

_STDERR_PAUSE_SECONDS = 0.005


class Process:
    """Standard error is read all the time and only its end is kept; standard output waits for its reader."""

    def __init__(
        self,
        program: Program,
        *,
        enclosure: Enclosure,
        use_pidfd: bool,
        on_ended: Callable[["Process"], None],
    ) -> None:
        in_read, in_write = os.pipe()
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        try:
            child = launch(program, stdin=in_read, stdout=out_write, stderr=err_write)
        except BaseException:
            close_quietly(in_write, out_read, err_read)
            raise
        finally:
            close_quietly(in_read, out_write, err_write)
        self._stderr_tail = Tail()
        self._stdin, self._stdout = Writer(in_write), PulledReader(out_read)
        self._stderr = Drain(err_read, self._stderr_tail.add, pause_seconds=_STDERR_PAUSE_SECONDS)
        self._on_ended = on_ended
        self._tree = ProgramTree(child, enclosure, use_pidfd=use_pidfd, on_ended=self._ended)

    @property
    def pid(self) -> int:
        return self._tree.pid

    @property
    def exit_code(self) -> int | None:
        return self._tree.exit_code

    async def write(self, data: bytes) -> None:
        await self._stdin.write(data)

    def close_stdin(self) -> None:
        self._stdin.close()

    async def read(self, limit: int = 65536) -> bytes:
        return await self._stdout.read(limit)

    async def wait(self) -> int:
        return await self._tree.wait()

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        await self._tree.kill(grace_seconds=grace_seconds)

    def stderr_tail(self) -> str:
        return self._stderr_tail.text()

    async def listening(self) -> list[ListeningAddress]:
        return await self._tree.listening()

    def _ended(self) -> None:
        self._stdin.close()
        self._stdout.finish()
        self._stderr.finish()
        self._on_ended(self)
