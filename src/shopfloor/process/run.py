"""A program that is run to its end, with its output collected."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Coroutine
from dataclasses import dataclass

from shopfloor.process.containment import Enclosure
from shopfloor.process.exit_watch import ExitWatch
from shopfloor.process.forker_program import (
    GRACE_SECONDS,
    LINGER_SECONDS,
    LOOK_AGAIN_SECONDS,
    Collected,
    signal_group,
)
from shopfloor.process.launch import Program, launch
from shopfloor.process.pipes import Drain, Writer, close_quietly


@dataclass(frozen=True, slots=True)
class ProcessResult:
    exit_code: int
    """Negative: ended by that signal."""
    stdout: bytes
    stderr: bytes
    truncated: bool
    timed_out: bool
    duration_seconds: float


class RunningCommand:
    """One program with collected output, from its start to its result."""

    def __init__(
        self,
        program: Program,
        *,
        stdin: bytes | None,
        output_limit: int,
        enclosure: Enclosure | None,
        use_pidfd: bool,
    ) -> None:
        self._started_at = time.monotonic()
        self._enclosure = enclosure
        self._stdout, self._stderr = Collected(output_limit), Collected(output_limit)
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        in_read, in_write = os.pipe() if stdin is not None else (subprocess.DEVNULL, subprocess.DEVNULL)
        try:
            child = launch(program, stdin=in_read, stdout=out_write, stderr=err_write)
        except BaseException:
            close_quietly(out_read, err_read, in_write)
            raise
        finally:
            close_quietly(out_write, err_write, in_read)
        self._exit = ExitWatch(child, use_pidfd=use_pidfd)
        self._drains = (Drain(out_read, self._stdout.add), Drain(err_read, self._stderr.add))
        self._feeding = asyncio.ensure_future(_feed(Writer(in_write), stdin)) if stdin is not None else None

    async def result(self, deadline_seconds: float) -> ProcessResult:
        """Waits for the end or the deadline, whichever comes first; all that must end with the program is ended."""
        try:
            timed_out = not await self._exits_within(deadline_seconds)
        finally:
            try:
                await self.kill()
            finally:
                self._close()
        return self._result(timed_out)

    async def kill(self, *, grace_seconds: float = 0.0) -> None:
        if self._exit.exit_code is None or self._enclosure is not None:
            await _to_its_end(self._end())

    async def _end(self) -> None:
        if self._enclosure is not None:
            await self._enclosure.end(self._exit)
        else:
            await self._end_group()
        self._exit.signal_group(signal.SIGKILL)
        await self._exit.wait()

    async def _end_group(self) -> None:
        """These are our own tools: git that is asked removes its lock files, git that is killed leaves them behind."""
        self._exit.signal_group(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS
        while signal_group(self._exit.pid, 0):
            if time.monotonic() > deadline:
                signal_group(self._exit.pid, signal.SIGKILL)
                return
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _exits_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._exit.wait()
        except TimeoutError:
            return False
        open_ends = [drain.ended for drain in self._drains if not drain.ended.done()]
        if open_ends:
            await asyncio.wait(open_ends, timeout=LINGER_SECONDS)
        return True

    def _close(self) -> None:
        for drain in self._drains:
            drain.finish()
        if self._feeding is not None:
            self._feeding.cancel()

    def _result(self, timed_out: bool) -> ProcessResult:
        exit_code = self._exit.exit_code
        return ProcessResult(
            exit_code=-signal.SIGKILL if exit_code is None else exit_code,
            stdout=self._stdout.content(),
            stderr=self._stderr.content(),
            truncated=self._stdout.truncated or self._stderr.truncated,
            timed_out=timed_out,
            duration_seconds=time.monotonic() - self._started_at,
        )


async def _feed(writer: Writer, data: bytes) -> None:
    try:
        await writer.write(data)
    except BrokenPipeError:
        return
    finally:
        writer.close()


async def _to_its_end(ending: Coroutine[None, None, None]) -> None:
    """Awaits something that has to be finished even if the one who waits is cancelled."""
    task = asyncio.ensure_future(ending)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
