"""Ends of pipes and terminals on the event loop.

Reading is pulled: what nobody reads stays in the kernel's buffer and holds the writer back, so memory stays bounded
however much a program writes.
"""

import asyncio
import contextlib
import errno
import os
import termios
from collections.abc import Callable

_CHUNK = 65536
_LEFT_IN_PIPE = 2**20


class PulledReader:
    """The reading end of a pipe or terminal. One reader at a time."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._loop = asyncio.get_running_loop()
        self._descriptor: int | None = descriptor
        self._rest = bytearray()
        self._waiter: asyncio.Future[None] | None = None

    async def read(self, limit: int = _CHUNK) -> bytes:
        """Up to `limit` bytes, b"" at the end."""
        if self._waiter is not None:
            raise RuntimeError("two readers of one pipe")
        while self._descriptor is not None and not self._rest:
            chunk = _read_now(self._descriptor, limit)
            if chunk is not None:
                return chunk or self._ended()
            await self._readable(self._descriptor)
        chunk = bytes(self._rest[:limit])
        del self._rest[:limit]
        return chunk

    def finish(self) -> None:
        """For when no writer is left: keeps what is still in the pipe for later reads and closes the descriptor."""
        if self._descriptor is None:
            return
        while len(self._rest) < _LEFT_IN_PIPE and (chunk := _read_now(self._descriptor, _CHUNK)):
            self._rest += chunk
        self._ended()

    def _ended(self) -> bytes:
        if self._descriptor is not None:
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
        self._wake()
        return b""

    async def _readable(self, descriptor: int) -> None:
        self._waiter = self._loop.create_future()
        self._loop.add_reader(descriptor, self._wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if self._descriptor is not None:
                self._loop.remove_reader(descriptor)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Drain:
    """Reads a pipe to its end by itself, handing each chunk on. A flood is slowed down, never stored here."""

    def __init__(self, descriptor: int, take: Callable[[bytes], None], *, pause_seconds: float = 0.0) -> None:
        os.set_blocking(descriptor, False)
        self._loop = asyncio.get_running_loop()
        self._descriptor: int | None = descriptor
        self._take = take
        self._pause_seconds = pause_seconds
        self.ended: asyncio.Future[None] = self._loop.create_future()
        self._resume()

    def finish(self) -> None:
        """Takes what is in the pipe now and closes it."""
        left = _LEFT_IN_PIPE
        while self._descriptor is not None and left > 0 and (chunk := _read_now(self._descriptor, _CHUNK)):
            left -= len(chunk)
            self._take(chunk)
        self._close()

    def _resume(self) -> None:
        if self._descriptor is not None:
            self._loop.add_reader(self._descriptor, self._on_readable)

    def _on_readable(self) -> None:
        if self._descriptor is None:
            return
        chunk = _read_now(self._descriptor, _CHUNK)
        if chunk == b"":
            self._close()
        elif chunk is not None:
            self._take(chunk)
            self._slow_down(len(chunk))

    def _slow_down(self, size: int) -> None:
        if self._pause_seconds and size >= _CHUNK // 2 and self._descriptor is not None:
            self._loop.remove_reader(self._descriptor)
            self._loop.call_later(self._pause_seconds, self._resume)

    def _close(self) -> None:
        if self._descriptor is not None:
            self._loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
        if not self.ended.done():
            self.ended.set_result(None)


class Writer:
    """The writing end of a pipe or terminal. Writes of several tasks do not mix."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._loop = asyncio.get_running_loop()
        self._descriptor: int | None = descriptor
        self._turn = asyncio.Lock()
        self._waiter: asyncio.Future[None] | None = None

    async def write(self, data: bytes) -> None:
        """Returns when all is handed over; raises BrokenPipeError once the other side is closed."""
        async with self._turn:
            rest = memoryview(data)
            while rest:
                if self._descriptor is None:
                    raise BrokenPipeError(errno.EPIPE, "the program's input is closed")
                written = _write_now(self._descriptor, rest)
                rest = rest[written:]
                if rest and written == 0:
                    await self._writable(self._descriptor)

    def close(self) -> None:
        if self._descriptor is None:
            return
        if self._waiter is not None:
            self._loop.remove_writer(self._descriptor)
            self._wake()
        os.close(self._descriptor)
        self._descriptor = None

    def resize(self, columns: int, rows: int) -> None:
        """Where this is a terminal: tells its programs the size of the window."""
        if self._descriptor is not None:
            termios.tcsetwinsize(self._descriptor, (rows, columns))

    def foreground_group(self) -> int | None:
        """Where this is a terminal: the process group that has it now."""
        if self._descriptor is None:
            return None
        with contextlib.suppress(OSError):
            return os.tcgetpgrp(self._descriptor) or None
        return None

    async def _writable(self, descriptor: int) -> None:
        self._waiter = self._loop.create_future()
        self._loop.add_writer(descriptor, self._wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if self._descriptor is not None:
                self._loop.remove_writer(descriptor)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Tail:
    """The last bytes of a stream."""

    def __init__(self, limit: int = 32768) -> None:
        self._limit = limit
        self._bytes = bytearray()

    def add(self, chunk: bytes) -> None:
        self._bytes += chunk
        del self._bytes[: -self._limit]

    def text(self) -> str:
        return self._bytes.decode("utf-8", errors="replace")


def close_quietly(*descriptors: int) -> None:
    """Negative ones stand for no descriptor."""
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _read_now(descriptor: int, limit: int) -> bytes | None:
    """What is there, b"" at the end, None if there is nothing yet."""
    try:
        return os.read(descriptor, limit)
    except BlockingIOError:
        return None
    except OSError as exc:
        if exc.errno == errno.EIO:  # a terminal whose last program has gone
            return b""
        raise


def _write_now(descriptor: int, data: memoryview) -> int:
    try:
        return os.write(descriptor, data)
    except BlockingIOError:
        return 0
    except OSError as exc:
        if exc.errno == errno.EIO:
            raise BrokenPipeError(errno.EPIPE, "the terminal is closed") from exc
        raise
