"""Terminals in an order's sandbox. They outlive their viewers: who comes back sees what was written meanwhile."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from datetime import UTC, datetime

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import InvalidInput, NotFound, ShopfloorError
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, SandboxTerminal
from shopfloor.visits.scrollback import BYTES_A_SECOND, Scrollback
from shopfloor.visits.visits import Visits

MOST_OF_AN_ORDER = 8
_MOST_ENDED = 32
"""Of all orders: what ended terminals wrote is kept for a last look, not for ever."""
_CHUNK = 32 * 1024
_NOTE_SECONDS = 2.0


class OpenTerminal:
    def __init__(self, terminal: SandboxTerminal, sandbox: AgentSandbox, order_id: AgentWorkOrderId) -> None:
        self.terminal_id = f"tty-{secrets.token_hex(4)}"
        self.order_id = order_id
        self.created_at = datetime.now(UTC)
        self.exit_code: int | None = None
        self._terminal = terminal
        self._sandbox = sandbox
        self._scrollback = Scrollback()
        self._noted = 0.0
        self._reader = asyncio.create_task(self._read())

    @property
    def is_alive(self) -> bool:
        return self.exit_code is None

    @property
    def is_busy(self) -> bool:
        return self.is_alive and self._terminal.is_busy

    async def view(self) -> AsyncIterator[bytes]:
        """What was written so far, then what comes; ends with the program."""
        async with aclosing(self._scrollback.view()) as chunks:
            async for chunk in chunks:
                if chunk:
                    yield chunk

    async def write(self, data: bytes) -> None:
        if time.monotonic() - self._noted > _NOTE_SECONDS:
            self._noted = time.monotonic()
            await self._sandbox.note_visit()
        with contextlib.suppress(BrokenPipeError):
            await self._terminal.write(data)

    def resize(self, columns: int, rows: int) -> None:
        if self.is_alive:
            self._terminal.resize(_bounded(columns, "columns"), _bounded(rows, "rows"))

    async def close(self) -> None:
        """Returns when the program and all it started are dead."""
        await self._terminal.kill()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while chunk := await self._terminal.read(_CHUNK):
                self._scrollback.add(chunk)
                await asyncio.sleep(len(chunk) / BYTES_A_SECOND)
        finally:
            self.exit_code = await self._terminal.wait()
            self._scrollback.end()


class Terminals:
    def __init__(self, *, visits: Visits, shell: Sequence[str]) -> None:
        self._visits = visits
        self._shell = shell
        self._open: dict[str, OpenTerminal] = {}
        visits.before_sweep(self._renew_visits)

    async def open(self, order_id: AgentWorkOrderId, *, columns: int = 80, rows: int = 24) -> OpenTerminal:
        mine = self.list(order_id)
        if sum(each.is_alive for each in mine) >= MOST_OF_AN_ORDER:
            raise InvalidInput(f"At most {MOST_OF_AN_ORDER} terminals of one order. Close one first.")
        sandbox = await self._visits.sandbox(order_id)
        await sandbox.note_visit()
        terminal = await sandbox.open_terminal(
            self._shell, columns=_bounded(columns, "columns"), rows=_bounded(rows, "rows")
        )
        opened = OpenTerminal(terminal, sandbox, order_id)
        self._open[opened.terminal_id] = opened
        self._forget_oldest()
        return opened

    def _forget_oldest(self) -> None:
        ended = [terminal_id for terminal_id, each in self._open.items() if not each.is_alive]
        for terminal_id in ended[:-_MOST_ENDED]:
            del self._open[terminal_id]

    def list(self, order_id: AgentWorkOrderId) -> Sequence[OpenTerminal]:
        return [each for each in self._open.values() if each.order_id == order_id]

    def get(self, order_id: AgentWorkOrderId, terminal_id: str) -> OpenTerminal:
        found = self._open.get(terminal_id)
        if found is None or found.order_id != order_id:
            raise NotFound(f"There is no terminal {terminal_id} in this sandbox.")
        return found

    async def close(self, order_id: AgentWorkOrderId, terminal_id: str) -> None:
        terminal = self.get(order_id, terminal_id)
        del self._open[terminal_id]
        await terminal.close()

    def _renew_visits(self) -> None:
        """An open terminal is a visit as long as it lives."""
        for terminal in self._open.values():
            if terminal.is_alive:
                self._visits.renew(terminal.order_id)

    async def close_all(self) -> None:
        opened = list(self._open.values())
        self._open.clear()
        results = await asyncio.gather(*(each.close() for each in opened), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, ShopfloorError):
                raise result


def _bounded(value: int, name: str) -> int:
    if not 1 <= value <= 1000:
        raise InvalidInput(f"{name} is a number from 1 to 1000.", field=name)
    return value
