"""The spawner: every program of the server is started here, and ends here at the latest."""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from shopfloor.errors import ProcessError
from shopfloor.process.containment import Containment, Enclosure
from shopfloor.process.exit_watch import has_pidfd
from shopfloor.process.forkers import Forkers
from shopfloor.process.launch import Program, found
from shopfloor.process.owner import OWNER_VARIABLE, ProcessOwner
from shopfloor.process.process import Process
from shopfloor.process.run import ProcessResult, RunningCommand
from shopfloor.process.terminal import Terminal

T = TypeVar("T")


class _Living(Protocol):
    async def kill(self, *, grace_seconds: float = 0.0) -> None: ...


class Processes:
    """Made once by the composition root; `end_leftovers` before anything is started, `close` at the end."""

    def __init__(self, *, owner: ProcessOwner, containment: Containment, is_portable: bool | None = None) -> None:
        """Portable: only what every system has is used. By default that is so where there is nothing better."""
        self._owner = owner
        self._containment = containment
        self._use_pidfd = has_pidfd() if is_portable is None else not is_portable
        self._forkers = Forkers(self._forker_environment) if self._use_pidfd else None
        self._numbers = itertools.count(1)
        self._living: set[_Living] = set()
        self._closed = False

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        environment: Mapping[str, str],
        stdin: bytes | None = None,
        deadline_seconds: float = 60.0,
        output_limit: int = 10 * 2**20,
        contained: bool = False,
        descriptors: Sequence[int] = (),
    ) -> ProcessResult:
        """Runs a program to its end. Past the deadline it is killed; when cancelled it is killed before that goes on.

        Contained, all it started ends with it, however it hid; else a kill reaches its process group only.
        The descriptors stay the caller's; the program and what it starts have them too.
        """
        program = Program(argv, cwd, environment, tuple(descriptors))
        enclosure: Enclosure | None = None
        if contained:
            program, enclosure = self._enclosed(program)
        else:
            _, program = self._marked(program)
            if self._forkers is not None and not descriptors:
                return await self._forkers.run(
                    program, stdin=stdin, output_limit=output_limit, deadline_seconds=deadline_seconds
                )
        with _abandoned_on_failure(enclosure):
            command = RunningCommand(
                program, stdin=stdin, output_limit=output_limit, enclosure=enclosure, use_pidfd=self._use_pidfd
            )
        self._living.add(command)
        try:
            return await command.result(deadline_seconds)
        finally:
            self._living.discard(command)

    async def do(self, chore: Callable[..., T], *arguments: Any) -> T:
        """Calls a function that works on files, for some milliseconds, off the event loop.

        It and all it imports need nothing but the standard library and each other; its arguments can be pickled.
        """
        self._require_open()
        if self._forkers is None:
            return await asyncio.to_thread(chore, *arguments)
        return await self._forkers.do(chore, *arguments)

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, environment: Mapping[str, str]) -> Process:
        """Starts a program to talk with. It and every descendant end on kill()."""
        program, enclosure = self._enclosed(Program(argv, cwd, environment))
        with _abandoned_on_failure(enclosure):
            process = Process(program, enclosure=enclosure, use_pidfd=self._use_pidfd, on_ended=self._living.discard)
        self._living.add(process)
        return process

    async def spawn_terminal(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        environment: Mapping[str, str],
        columns: int = 80,
        rows: int = 24,
    ) -> Terminal:
        """Starts a program on a terminal of that size. It and every descendant end on kill()."""
        program, enclosure = self._enclosed(Program(argv, cwd, environment))
        with _abandoned_on_failure(enclosure):
            terminal = Terminal(
                program,
                size=(columns, rows),
                enclosure=enclosure,
                use_pidfd=self._use_pidfd,
                on_ended=self._living.discard,
            )
        self._living.add(terminal)
        return terminal

    async def end_leftovers(self) -> int:
        """Ends what dead instances of this home left running and returns how many processes that were."""
        return await self._containment.end_leftovers()

    async def close(self) -> None:
        """Ends everything this instance still runs."""
        self._closed = True
        failures = await asyncio.gather(*(living.kill() for living in list(self._living)), return_exceptions=True)
        if self._forkers is not None:
            await self._forkers.close()
        await self._containment.close()
        for failure in failures:
            if isinstance(failure, BaseException):
                raise failure

    def _forker_environment(self) -> Mapping[str, str]:
        return {OWNER_VARIABLE: self._owner.mark(next(self._numbers))}

    def _enclosed(self, program: Program) -> tuple[Program, Enclosure]:
        number, marked = self._marked(found(program))
        enclosure = self._containment.enclose(number)
        return replace(marked, argv=enclosure.wrap(marked.argv)), enclosure

    def _require_open(self) -> None:
        if self._closed:
            raise ProcessError("the server is shutting down and starts no programs any more")

    def _marked(self, program: Program) -> tuple[int, Program]:
        self._require_open()
        number = next(self._numbers)
        environment = {**program.environment, OWNER_VARIABLE: self._owner.mark(number)}
        return number, replace(program, environment=environment)


@contextlib.contextmanager
def _abandoned_on_failure(enclosure: Enclosure | None) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if enclosure is not None:
            enclosure.abandon()
        raise
