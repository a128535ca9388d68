"""A program on a pseudo-terminal."""

import os
import pty
import termios
from collections.abc import Callable

from shopfloor.process.containment import Enclosure
from shopfloor.process.launch import Program, launch
from shopfloor.process.pipes import PulledReader, Writer, close_quietly
from shopfloor.process.tree import ProgramTree

_TAKE_TERMINAL = 'tty=$1; shift; exec "$@" <"$tty" >"$tty" 2>&1'
"""A leader of a session without a terminal gets the one it opens first. So no code has to run between fork and exec."""


class Terminal:
    def __init__(
        self,
        program: Program,
        *,
        size: tuple[int, int],
        enclosure: Enclosure,
        use_pidfd: bool,
        on_ended: Callable[["Terminal"], None],
    ) -> None:
        master, slave = pty.openpty()
        try:
            termios.tcsetwinsize(master, (size[1], size[0]))
            child = launch(_on_terminal(program, os.ttyname(slave)), stdin=slave, stdout=slave, stderr=slave)
        except BaseException:
            close_quietly(master)
            raise
        finally:
            close_quietly(slave)
        self._input, self._output = Writer(os.dup(master)), PulledReader(master)
        self._on_ended = on_ended
        self._tree = ProgramTree(child, enclosure, use_pidfd=use_pidfd, on_ended=self._ended)

    @property
    def pid(self) -> int:
        return self._tree.pid

    @property
    def is_busy(self) -> bool:
        return self._input.foreground_group() not in (None, self.pid)

    async def read(self, limit: int = 65536) -> bytes:
        return await self._output.read(limit)

    async def write(self, data: bytes) -> None:
        await self._input.write(data)

    def resize(self, columns: int, rows: int) -> None:
        self._input.resize(columns, rows)

    async def wait(self) -> int:
        return await self._tree.wait()

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        await self._tree.kill(grace_seconds=grace_seconds)

    def _ended(self) -> None:
        self._input.close()
        self._output.finish()
        self._on_ended(self)


def _on_terminal(program: Program, tty: str) -> Program:
    argv = ["/bin/sh", "-c", _TAKE_TERMINAL, "sh", tty, *program.argv]
    return Program(argv, program.cwd, program.environment)
