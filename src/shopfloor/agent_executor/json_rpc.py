"""JSON-RPC 2.0 with a program, one message a line.

One task reads and handles notifications in order, waiting for whoever takes them, so a fast program is held back by its
own pipe instead of filling our memory. Every request ends: with the answer, or with the program.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from shopfloor.agent_executor.agent_exit import ended_error, silent_error
from shopfloor.agent_executor.error_classification import ErrorProfile
from shopfloor.agent_executor.json_lines import Json, parse_line
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.agent_executor.line_splitter import LineSplitter
from shopfloor.errors import AgentError, AgentFlooded, AgentProtocolError
from shopfloor.sandbox_manager.sandbox_protocol import SandboxProcess

_READ_BYTES = 64 * 1024
_SLICE_SECONDS = 0.002
"""How long messages are handled before others on the loop get their turn."""
_LINES_BETWEEN_CLOCK_LOOKS = 16
_DRAIN_SECONDS = 0.1
_EXIT_AFTER_END_OF_OUTPUT_SECONDS = 2.0
_METHOD_NOT_FOUND = -32601


class RpcError(Exception):
    """The other side answered with an error."""

    def __init__(self, code: int, message: str, data: Json) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class MethodNotFound(Exception):
    """The other side asked for something we do not offer."""


@dataclass(frozen=True, slots=True)
class RpcHandlers:
    notification: Callable[[str, Mapping[str, Json]], Awaitable[None]]
    request: Callable[[str, Mapping[str, Json]], Awaitable[Json]]
    noise: Callable[[str], Awaitable[None]]


class JsonRpc:
    def __init__(
        self, process: SandboxProcess, handlers: RpcHandlers, limits: AgentLimits, profile: ErrorProfile
    ) -> None:
        self._process = process
        self._profile = profile
        self._handlers = handlers
        self._limits = limits
        self._splitter = LineSplitter(limits.line_bytes)
        self._noise_lines = 0
        self._bytes_since_request = 0
        self._pending: dict[int, asyncio.Future[Json]] = {}
        self._next_id = 0
        self._replies: set[asyncio.Task[None]] = set()
        self._write_lock = asyncio.Lock()
        self._waiting_since: float | None = None
        self._failure: AgentError | None = None
        self._supervisor = asyncio.create_task(self._supervise())

    @property
    def failure(self) -> AgentError | None:
        """Why there is nobody to talk to any more."""
        return self._failure

    def silent_for(self) -> float:
        """Seconds we have been listening without hearing anything."""
        return 0.0 if self._waiting_since is None else time.monotonic() - self._waiting_since

    async def request(self, method: str, params: Mapping[str, Json]) -> asyncio.Future[Json]:
        """Sends it; the future has the answer, an RpcError, or the AgentError with which the program ended."""
        if self._failure is not None:
            raise self._failure
        request_id = self._next_id
        self._next_id += 1
        self._bytes_since_request = 0
        future = self._pending[request_id] = asyncio.get_running_loop().create_future()
        future.add_done_callback(lambda _future: self._pending.pop(request_id, None))
        try:
            await self._send({"id": request_id, "method": method, "params": params})
        except BaseException:
            future.cancel()
            raise
        return future

    async def notify(self, method: str, params: Mapping[str, Json]) -> None:
        await self._send({"method": method, "params": params})

    async def close(self) -> None:
        """Stops listening. The program itself is its owner's to end."""
        tasks = [self._supervisor, *self._replies]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._fail(AgentProtocolError("The conversation with the agent was closed."))

    async def _send(self, message: Mapping[str, Json]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"
        async with self._write_lock:
            try:
                await self._process.write(data)
            except OSError:
                # Its end is noticed and told by the supervisor, which knows the exit code.
                return

    async def _supervise(self) -> None:
        reader = asyncio.create_task(self._read())
        exit_code = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait({reader, exit_code}, return_when=asyncio.FIRST_COMPLETED)
            if exit_code.done():
                await self._drain(reader)
            elif reader.exception() is None:
                await asyncio.wait({exit_code}, timeout=_EXIT_AFTER_END_OF_OUTPUT_SECONDS)
            self._fail(self._reason(reader, exit_code))
        finally:
            reader.cancel()
            exit_code.cancel()
            await asyncio.gather(reader, exit_code, return_exceptions=True)

    async def _drain(self, reader: "asyncio.Task[None]") -> None:
        """Reads what the program wrote before its end. A child it left behind may hold the pipe open for ever."""
        while not reader.done() and self.silent_for() < _DRAIN_SECONDS:
            await asyncio.wait({reader}, timeout=_DRAIN_SECONDS)

    def _reason(self, reader: "asyncio.Task[None]", exit_code: "asyncio.Task[int]") -> AgentError:
        error = reader.exception() if reader.done() else None
        if isinstance(error, AgentError):
            return error
        if error is not None:
            failure = AgentProtocolError(f"What the agent said could not be handled: {error!r}")
            failure.__cause__ = error
            return failure
        if exit_code.done():
            return ended_error(exit_code.result(), self._process.stderr_tail(), self._profile)
        return silent_error(self._process.stderr_tail())

    def _fail(self, error: AgentError) -> None:
        if self._failure is None:
            self._failure = error
        for future in list(self._pending.values()):
            if not future.done():
                future.set_exception(self._failure)
                future.exception()

    async def _read(self) -> None:
        lines_until_look = _LINES_BETWEEN_CLOCK_LOOKS
        slice_end = time.monotonic() + _SLICE_SECONDS
        while True:
            self._waiting_since = time.monotonic()
            data = await self._process.read(_READ_BYTES)
            self._waiting_since = None
            if not data:
                return
            self._count(len(data))
            for line in self._splitter.feed(data):
                await self._take(line)
                lines_until_look -= 1
                if not lines_until_look:
                    lines_until_look = _LINES_BETWEEN_CLOCK_LOOKS
                    if time.monotonic() >= slice_end:
                        await asyncio.sleep(0)
                        slice_end = time.monotonic() + _SLICE_SECONDS
            if self._splitter.skipped_lines:
                await self._take_skipped()

    def _count(self, size: int) -> None:
        self._bytes_since_request += size
        if self._bytes_since_request > self._limits.turn_output_bytes:
            raise AgentFlooded(
                f"The agent said more than {self._limits.turn_output_bytes // 2**20} MiB in one turn, so it was ended.",
                hint="It was probably caught in a loop. Retry, or put the task in other words.",
            )

    async def _take(self, line: bytes) -> None:
        message = parse_line(line)
        if message is None:
            if line.strip():
                await self._take_noise(line[:4000].decode("utf-8", "replace"))
            return
        method = message.get("method")
        if method is None:
            self._take_answer(message)
            return
        params = message.get("params")
        if not isinstance(method, str) or not isinstance(params, dict | None):
            await self._take_noise(line[:4000].decode("utf-8", "replace"))
        elif "id" in message:
            self._take_request(message["id"], method, params or {})
        else:
            await self._handlers.notification(method, params or {})

    async def _take_skipped(self) -> None:
        count, self._splitter.skipped_lines = self._splitter.skipped_lines, 0
        for _ in range(count):
            await self._take_noise(f"(a line of more than {self._limits.line_bytes} bytes)")

    async def _take_noise(self, text: str) -> None:
        self._noise_lines += 1
        if self._noise_lines > self._limits.noise_lines:
            raise AgentProtocolError(
                f"The agent printed over {self._limits.noise_lines} lines that are no messages, the last: {text[:200]}",
                hint="Is this really the command that speaks ACP on its standard output?",
            )
        await self._handlers.noise(text.replace("\x00", "\ufffd"))

    def _take_answer(self, message: Mapping[str, Json]) -> None:
        request_id = message.get("id")
        future = self._pending.get(request_id) if isinstance(request_id, int) else None
        if future is None or future.done():
            return
        error = message.get("error")
        if error is None:
            future.set_result(message.get("result"))
        else:
            future.set_exception(_rpc_error(error))
            future.exception()

    def _take_request(self, request_id: Json, method: str, params: Mapping[str, Json]) -> None:
        if len(self._replies) >= self._limits.open_requests:
            raise AgentProtocolError(f"The agent has more than {self._limits.open_requests} requests open at once.")
        task = asyncio.create_task(self._reply(request_id, method, params))
        self._replies.add(task)
        task.add_done_callback(self._replies.discard)

    async def _reply(self, request_id: Json, method: str, params: Mapping[str, Json]) -> None:
        try:
            answer: dict[str, Json] = {"result": await self._handlers.request(method, params)}
        except MethodNotFound:
            answer = {"error": {"code": _METHOD_NOT_FOUND, "message": f"There is no method {method}."}}
        await self._send({"id": request_id, **answer})


def _rpc_error(error: Json) -> RpcError:
    if not isinstance(error, dict):
        return RpcError(0, str(error), None)
    code = error.get("code")
    return RpcError(code if isinstance(code, int) else 0, str(error.get("message") or ""), error.get("data"))
