"""Processes of ours that run short programs for us.

Starting a program holds the one who starts it until the new one runs. On a busy machine that takes milliseconds, in
which a server with one loop answers nobody. A forker waits instead, collects what the program says, and tells all of it
at once.
"""

import asyncio
import contextlib
import itertools
import marshal
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from shopfloor.errors import ProcessError
from shopfloor.process import forker_program
from shopfloor.process.exit_watch import ExitWatch
from shopfloor.process.forker_program import DO, END, LENGTH, RUN
from shopfloor.process.launch import Program, launch, start_failure
from shopfloor.process.run import ProcessResult

T = TypeVar("T")

_MOST = 2
_CLOSE_SECONDS = 5.0
_GONE = "the process that runs programs for the server was ended"
_PACKAGES = Path(__file__).parents[2]
"""Where our own package lies."""


class Forkers:
    """As many as there is work for. One that dies is replaced."""

    def __init__(self, environment: Callable[[], Mapping[str, str]]) -> None:
        self._environment = environment
        self._forkers: list[Forker] = []
        self._opening: asyncio.Task[Forker] | None = None

    async def run(
        self, program: Program, *, stdin: bytes | None, output_limit: int, deadline_seconds: float
    ) -> ProcessResult:
        forker = await self._least_busy()
        return await forker.run(program, stdin=stdin, output_limit=output_limit, deadline_seconds=deadline_seconds)

    async def do(self, function: Callable[..., T], *arguments: Any) -> T:
        forker = await self._least_busy()
        return await forker.do(function, *arguments)

    async def close(self) -> None:
        if self._opening is not None:
            await asyncio.wait([self._opening])
        await asyncio.gather(*(forker.close() for forker in self._forkers))

    async def _least_busy(self) -> "Forker":
        self._forkers = [forker for forker in self._forkers if forker.is_there]
        best = min(self._forkers, key=lambda forker: forker.busy, default=None)
        if best is not None and (not best.busy or len(self._forkers) >= _MOST):
            return best
        if self._opening is None:
            self._opening = asyncio.ensure_future(_open(self._environment()))
            self._opening.add_done_callback(self._opened)
        return best if best is not None else await asyncio.shield(self._opening)

    def _opened(self, opening: "asyncio.Task[Forker]") -> None:
        self._opening = None
        if not opening.cancelled() and opening.exception() is None:
            self._forkers.append(opening.result())


class Forker(asyncio.Protocol):
    """One of them, seen from here."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        self._exit = ExitWatch(child, use_pidfd=True)
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[tuple[Any, ...]]] = {}
        self._received = bytearray()
        self._transport: asyncio.WriteTransport | None = None

    @property
    def is_there(self) -> bool:
        return self._transport is not None

    @property
    def busy(self) -> int:
        return len(self._waiting)

    async def run(
        self, program: Program, *, stdin: bytes | None, output_limit: int, deadline_seconds: float
    ) -> ProcessResult:
        """Past the deadline the program is ended; also when cancelled, and then it is over before that goes on."""
        number, answered = self._order(RUN, *_plain(program), stdin, output_limit)
        timed_out = False

        def expire() -> None:
            nonlocal timed_out
            timed_out = True
            self._send(END, number)

        deadline = asyncio.get_running_loop().call_later(deadline_seconds, expire)
        try:
            answer = await asyncio.shield(answered)
        except asyncio.CancelledError:
            self._send(END, number)
            await asyncio.wait([answered])
            raise
        finally:
            deadline.cancel()
        return _result(program, answer, timed_out)

    async def do(self, function: Callable[..., T], *arguments: Any) -> T:
        """Also when cancelled, it is done before that goes on."""
        _, answered = self._order(DO, pickle.dumps((function, arguments)))
        try:
            (outcome,) = await asyncio.shield(answered)
        except asyncio.CancelledError:
            await asyncio.wait([answered])
            raise
        value, error = pickle.loads(outcome)  # noqa: S301
        if error is not None:
            raise error
        return cast(T, value)

    async def close(self) -> None:
        for number in self._waiting:
            self._send(END, number)
        if self._waiting:
            await asyncio.wait(self._waiting.values(), timeout=_CLOSE_SECONDS)
        if self._transport is not None:
            self._transport.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._exit.wait()
        self._exit.signal_group(signal.SIGKILL)
        await self._exit.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        while len(self._received) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._received)
            whole = LENGTH.size + length
            if len(self._received) < whole:
                return
            number, *answer = marshal.loads(self._received[LENGTH.size : whole])  # noqa: S302
            del self._received[:whole]
            self._waiting.pop(number).set_result(tuple(answer))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        for answered in self._waiting.values():
            answered.set_exception(ProcessError(_GONE))
        self._waiting.clear()

    def _order(self, kind: int, *details: Any) -> tuple[int, asyncio.Future[tuple[Any, ...]]]:
        if self._transport is None:
            raise ProcessError(_GONE)
        number, answered = next(self._numbers), asyncio.get_running_loop().create_future()
        self._waiting[number] = answered
        self._send(kind, number, *details)
        return number, answered

    def _send(self, *order: Any) -> None:
        if self._transport is not None:
            content = marshal.dumps(order)
            self._transport.write(LENGTH.pack(len(content)) + content)


async def _open(environment: Mapping[str, str]) -> Forker:
    ours, theirs = socket.socketpair()
    argv = [sys.executable, "-I", "-S", str(forker_program.__file__), str(_PACKAGES)]
    with theirs:
        nothing = subprocess.DEVNULL
        child = launch(Program(argv, None, environment), stdin=theirs.fileno(), stdout=nothing, stderr=nothing)
    _, forker = await asyncio.get_running_loop().create_unix_connection(lambda: Forker(child), sock=ours)
    return forker


def _plain(program: Program) -> tuple[list[str], str | None, dict[str, str]]:
    cwd = None if program.cwd is None else os.fspath(program.cwd)
    return list(program.argv), cwd, dict(program.environment)


def _result(program: Program, answer: tuple[Any, ...], timed_out: bool) -> ProcessResult:
    exit_code, *rest = answer
    if exit_code is None:
        number, text = rest
        raise start_failure(program, ValueError(text) if number is None else OSError(number, text))
    stdout, stderr, truncated, seconds = rest
    return ProcessResult(exit_code, stdout, stderr, truncated, timed_out, seconds)
