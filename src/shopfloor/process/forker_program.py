"""Runs programs to their end for the server, which would stand still at each start. A program of its own.

It also does chores: functions of ours that work on files. Each of their system calls would let go of the server's
interpreter and wait for it again.

Its standard input is a socket to the server: it reads orders and writes answers, each a marshalled tuple behind its
length (both sides are the same Python, and nobody else has the socket). When the server is gone, so is everything that
runs here. Needs nothing but the standard library, so that it starts fast and stays small; nor do the chores.
"""

import contextlib
import marshal
import os
import pickle
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

LENGTH = struct.Struct("!I")
RUN, END, DO = 0, 1, 2

_CHUNK = 65536
LINGER_SECONDS = 0.25
"""How long a finished program's descendants may keep its output open before it is taken as complete."""
GRACE_SECONDS = 0.5
"""These are our own tools: git that is asked removes its lock files, git that is killed leaves them behind."""
LOOK_AGAIN_SECONDS = 0.002


class Collected:
    """The first bytes of an output; what goes beyond the limit is dropped, and noted."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._chunks: list[bytes] = []
        self.truncated = False

    def add(self, chunk: bytes) -> None:
        kept = chunk[: self._left]
        self._left -= len(kept)
        self.truncated |= len(kept) < len(chunk)
        if kept:
            self._chunks.append(kept)

    def content(self) -> bytes:
        return b"".join(self._chunks)


def signal_group(group_id: int, signal_number: int) -> bool:
    """False where the group has no members. As long as it has some, its number is not given to another."""
    try:
        os.killpg(group_id, signal_number)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Errand:
    """One program from its start to its answer."""

    def __init__(self, number: int, child: "subprocess.Popen[bytes]", stdin: bytes | None, limit: int) -> None:
        if child.stdout is None or child.stderr is None:
            raise ValueError("a program without pipes")
        self.number = number
        self.child = child
        self.pidfd = os.pidfd_open(child.pid)
        self.stdout, self.stderr = Collected(limit), Collected(limit)
        self.streams = {child.stdout.fileno(): self.stdout, child.stderr.fileno(): self.stderr}
        """Those that are still open."""
        self.unfed = memoryview(stdin or b"")
        self.exit_code: int | None = None
        self.complete_at = float("inf")
        self.kill_at: float | None = None
        self._started_at = time.monotonic()

    def feed(self) -> bool:
        """False when there is nothing more to feed, or nobody who takes it."""
        if self.child.stdin is None:
            return False
        with contextlib.suppress(BrokenPipeError):
            with contextlib.suppress(BlockingIOError):
                self.unfed = self.unfed[os.write(self.child.stdin.fileno(), self.unfed) :]
            if self.unfed:
                return True
        self.child.stdin.close()
        return False

    def exited(self) -> None:
        self.exit_code = self.child.wait()
        self.complete_at = time.monotonic() + LINGER_SECONDS

    def ask_to_end(self) -> None:
        if self.kill_at is None:
            self.kill_at = time.monotonic() + GRACE_SECONDS
            signal_group(self.child.pid, signal.SIGTERM)

    def is_over(self, now: float) -> bool:
        if self.kill_at is not None and signal_group(self.child.pid, 0) and now < self.kill_at:
            return False
        if self.kill_at is not None:
            signal_group(self.child.pid, signal.SIGKILL)
        return self.exit_code is not None and (not self.streams or now >= self.complete_at)

    def answer(self) -> tuple[Any, ...]:
        truncated = self.stdout.truncated or self.stderr.truncated
        seconds = time.monotonic() - self._started_at
        return (self.number, self.exit_code, self.stdout.content(), self.stderr.content(), truncated, seconds)

    def close(self) -> None:
        os.close(self.pidfd)
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe is not None:
                pipe.close()


class Forker:
    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._connection = connection
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ, self._on_server)
        self._received = bytearray()
        self._unsent = bytearray()
        self._errands: dict[int, Errand] = {}
        self._impatient: set[int] = set()
        """Those that have exited or are to end, and are looked at again and again until they are over."""
        self._server_is_there = True

    def serve(self) -> None:
        while self._server_is_there or self._errands:
            for key, mask in self._selector.select(LOOK_AGAIN_SECONDS if self._impatient else None):
                key.data(mask)
            self._answer_what_is_over()

    def _on_server(self, mask: int) -> None:
        if mask & selectors.EVENT_WRITE:
            self._send()
        if mask & selectors.EVENT_READ:
            self._receive()

    def _receive(self) -> None:
        try:
            chunk = self._connection.recv(_CHUNK)
        except BlockingIOError:
            return
        except ConnectionError:
            chunk = b""
        if not chunk:
            self._leave()
            return
        self._received += chunk
        for order in self._orders():
            if order[0] == RUN:
                self._run(*order[1:])
            elif order[0] == DO:
                self._do(*order[1:])
            else:
                self._end(order[1])

    def _orders(self) -> Iterator[tuple[Any, ...]]:
        while len(self._received) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._received)
            whole = LENGTH.size + length
            if len(self._received) < whole:
                return
            order = marshal.loads(self._received[LENGTH.size : whole])  # noqa: S302
            del self._received[:whole]
            yield order

    def _leave(self) -> None:
        self._server_is_there = False
        self._selector.unregister(self._connection)
        for number in list(self._errands):
            self._end(number)

    def _run(
        self,
        number: int,
        argv: list[str],
        cwd: str | None,
        environment: dict[str, str],
        stdin: bytes | None,
        limit: int,
    ) -> None:
        source = subprocess.DEVNULL if stdin is None else subprocess.PIPE
        try:
            child = subprocess.Popen(
                argv,
                cwd=cwd,
                env=environment,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as exc:
            self._tell((number, None, getattr(exc, "errno", None), str(exc)))
            return
        self._attend(Errand(number, child, stdin, limit))

    def _do(self, number: int, chore: bytes) -> None:
        """A chore is short: nothing else happens here meanwhile."""
        try:
            function, arguments = pickle.loads(chore)  # noqa: S301
            outcome: tuple[Any, Exception | None] = function(*arguments), None
        except Exception as exc:  # noqa: BLE001
            outcome = None, exc
        self._tell((number, pickle.dumps(outcome)))

    def _attend(self, errand: Errand) -> None:
        self._errands[errand.number] = errand
        for descriptor in errand.streams:
            self._selector.register(descriptor, selectors.EVENT_READ, partial(self._read, errand, descriptor))
        self._selector.register(errand.pidfd, selectors.EVENT_READ, partial(self._exited, errand))
        if errand.child.stdin is not None:
            os.set_blocking(errand.child.stdin.fileno(), False)
            descriptor = errand.child.stdin.fileno()
            if errand.feed():
                self._selector.register(descriptor, selectors.EVENT_WRITE, partial(self._feed, errand, descriptor))

    def _read(self, errand: Errand, descriptor: int, _: int) -> None:
        chunk = os.read(descriptor, _CHUNK)
        errand.streams[descriptor].add(chunk)
        if not chunk:
            self._selector.unregister(descriptor)
            del errand.streams[descriptor]

    def _feed(self, errand: Errand, descriptor: int, _: int) -> None:
        if not errand.feed():
            self._selector.unregister(descriptor)

    def _exited(self, errand: Errand, _: int) -> None:
        self._selector.unregister(errand.pidfd)
        errand.exited()
        self._impatient.add(errand.number)

    def _end(self, number: int) -> None:
        if errand := self._errands.get(number):
            errand.ask_to_end()
            self._impatient.add(number)

    def _answer_what_is_over(self) -> None:
        now = time.monotonic()
        for number in [each for each in self._impatient if self._errands[each].is_over(now)]:
            errand = self._errands.pop(number)
            self._impatient.discard(number)
            self._forget_pipes(errand)
            errand.close()
            self._tell(errand.answer())

    def _forget_pipes(self, errand: Errand) -> None:
        """A descendant may still hold them open; a program that has gone takes no more input."""
        pipes = (errand.child.stdin, errand.child.stdout, errand.child.stderr)
        for pipe in pipes:
            if pipe is not None and not pipe.closed:
                with contextlib.suppress(KeyError):
                    self._selector.unregister(pipe.fileno())

    def _tell(self, answer: tuple[Any, ...]) -> None:
        content = marshal.dumps(answer)
        self._unsent += LENGTH.pack(len(content)) + content
        self._send()

    def _send(self) -> None:
        if not self._server_is_there:
            return
        with contextlib.suppress(BlockingIOError, ConnectionError):
            del self._unsent[: self._connection.send(self._unsent)]
        waits = selectors.EVENT_WRITE if self._unsent else 0
        self._selector.modify(self._connection, selectors.EVENT_READ | waits, self._on_server)


def main() -> None:
    sys.path.append(sys.argv[1])
    with socket.socket(fileno=os.dup(0)) as connection:
        Forker(connection).serve()


if __name__ == "__main__":
    main()
