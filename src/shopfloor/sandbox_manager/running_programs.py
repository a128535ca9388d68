"""What runs in a workspace, whichever object of ours started it, so that all of it can be ended."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Generic, Protocol, TypeVar

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import SandboxError

T = TypeVar("T")


class Program(Protocol):
    async def wait(self) -> object: ...

    async def kill(self) -> None: ...


class RunningPrograms:
    """Shared by all sandbox objects of one workspace."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        """Held while the workspace is made, moved or removed."""
        self._owners: dict[Program, AgentWorkOrderId] = {}
        self._visitors: set[Program] = set()
        self._watchers: set[asyncio.Task[None]] = set()

    def add(self, program: Program, order_id: AgentWorkOrderId, *, visitor: bool = False) -> None:
        """Counts it in until its end. A visitor is a program that a person uses, beside the agent's own."""
        self._owners[program] = order_id
        if visitor:
            self._visitors.add(program)
        watcher = asyncio.ensure_future(self._forget_at_its_end(program))
        self._watchers.add(watcher)
        watcher.add_done_callback(self._watchers.discard)

    async def run(self, work: Coroutine[Any, Any, T], order_id: AgentWorkOrderId) -> T:
        """Runs a command to its end. Raises SandboxError if it is ended from here before."""
        command = _Command(work)
        self._owners[command] = order_id
        try:
            return await command.wait()
        finally:
            self._owners.pop(command, None)
            await command.kill()

    def count(self, order_id: AgentWorkOrderId) -> int:
        return sum(1 for owner in self._owners.values() if owner == order_id)

    async def end(self, order_id: AgentWorkOrderId, *, visitors: bool = True) -> int:
        """Ends the programs of one order."""
        mine = [program for program, owner in self._owners.items() if owner == order_id]
        return await self._end([program for program in mine if visitors or program not in self._visitors])

    async def end_others(self, order_id: AgentWorkOrderId) -> int:
        """Ends the programs of every other order."""
        return await self._end([program for program, owner in self._owners.items() if owner != order_id])

    async def _end(self, programs: Iterable[Program]) -> int:
        ended = list(programs)
        failures = await asyncio.gather(*(program.kill() for program in ended), return_exceptions=True)
        for program, failure in zip(ended, failures, strict=True):
            if isinstance(failure, BaseException):
                raise failure
            self._forget(program)
        return len(ended)

    async def _forget_at_its_end(self, program: Program) -> None:
        await program.wait()
        self._forget(program)

    def _forget(self, program: Program) -> None:
        self._owners.pop(program, None)
        self._visitors.discard(program)


class _Command(Generic[T]):
    """A command that is awaited by one task and may be ended by another."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._task = asyncio.ensure_future(work)

    async def wait(self) -> T:
        await asyncio.wait([self._task])
        if self._task.cancelled():
            raise SandboxError("The command was ended together with its sandbox.")
        return self._task.result()

    async def kill(self) -> None:
        """Returns when the command is dead. A task that is cancelled while it waits here still waits for that."""
        self._task.cancel()
        cancelled = False
        while not self._task.done():
            try:
                await asyncio.wait([self._task])
            except asyncio.CancelledError:
                cancelled = True
        if cancelled:
            raise asyncio.CancelledError
