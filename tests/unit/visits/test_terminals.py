"""What is kept of terminals that have ended."""

import asyncio
from typing import cast

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox
from shopfloor.visits.terminals import Terminals
from shopfloor.visits.visits import Visits


class _Ended:
    is_busy = False

    async def read(self, limit: int = 65536) -> bytes:
        return b""

    async def write(self, data: bytes) -> None: ...

    def resize(self, columns: int, rows: int) -> None: ...

    async def wait(self) -> int:
        return 0

    async def kill(self) -> None: ...


class _Place:
    async def note_visit(self) -> None: ...

    async def open_terminal(self, _argv: object, *, columns: int, rows: int) -> _Ended:
        return _Ended()


class _Visits:
    def before_sweep(self, _renewer: object) -> None: ...

    async def sandbox(self, _order_id: AgentWorkOrderId) -> AgentSandbox:
        return cast(AgentSandbox, _Place())


async def test_of_many_orders_the_newest_are_kept() -> None:
    terminals = Terminals(visits=cast(Visits, _Visits()), shell=["sh"])
    orders = [AgentWorkOrderId(f"wo-{number}") for number in range(40)]
    for order_id in orders:
        opened = await terminals.open(order_id)
        async for _ in opened.view():
            pass
        await asyncio.sleep(0)
    kept = [order_id for order_id in orders if terminals.list(order_id)]
    assert kept == orders[-len(kept) :]
    assert len(kept) <= 33
