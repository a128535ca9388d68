"""A terminal over a WebSocket: its output as bytes, what is typed as messages."""

import asyncio
import contextlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ShopfloorError
from shopfloor.visits.terminals import OpenTerminal

_PROTOCOL = "shopfloor"
"""Chosen where it is offered: who offers protocols wants one of them."""
_LONGEST_INPUT = 2**20


def terminal_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["sandbox"])

    @router.websocket("/agent-work-orders/{agent_work_order_id}/terminal")
    async def use_terminal(
        socket: WebSocket,
        agent_work_order_id: str,
        terminal_id: str | None = None,
        columns: Annotated[int, Query()] = 80,
        rows: Annotated[int, Query()] = 24,
    ) -> None:
        """Binary frames are output; {"type": "input", "data"} and {"type": "resize", "columns", "rows"} go in.

        Without a terminal_id a new terminal is opened. It stays when the socket goes, and shows what was missed.
        """
        await socket.accept(subprotocol=_PROTOCOL if _PROTOCOL in socket.scope.get("subprotocols", ()) else None)
        order_id = AgentWorkOrderId(agent_work_order_id)
        try:
            await services.work_orders.get(order_id)
            if terminal_id is None:
                terminal = await services.terminals.open(order_id, columns=columns, rows=rows)
            else:
                terminal = services.terminals.get(order_id, terminal_id)
        except ShopfloorError as error:
            await socket.send_json({"type": "error", "code": error.code, "message": error.message, "hint": error.hint})
            await socket.close(4000 + error.status)
            return
        await socket.send_json({"type": "opened", "terminal_id": terminal.terminal_id})
        await _serve(socket, terminal)

    return router


async def _serve(socket: WebSocket, terminal: OpenTerminal) -> None:
    showing, typing = asyncio.create_task(_show(socket, terminal)), asyncio.create_task(_type(socket, terminal))
    try:
        await asyncio.wait({showing, typing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (showing, typing):
            task.cancel()
        ends = await asyncio.gather(showing, typing, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


async def _show(socket: WebSocket, terminal: OpenTerminal) -> None:
    async for chunk in terminal.view():
        await socket.send_bytes(chunk)
    await socket.send_json({"type": "exit", "exit_code": terminal.exit_code})


async def _type(socket: WebSocket, terminal: OpenTerminal) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if (data := message.get("bytes")) is not None:
            await terminal.write(data[:_LONGEST_INPUT])
        elif text := message.get("text"):
            await _obey(terminal, _parsed(text))


async def _obey(terminal: OpenTerminal, message: dict[str, Any]) -> None:
    """What makes no sense is passed over: a typing error of a program must not close a person's terminal."""
    if message.get("type") == "input" and isinstance(message.get("data"), str):
        await terminal.write(message["data"].encode("utf-8", "replace")[:_LONGEST_INPUT])
    elif message.get("type") == "resize":
        columns, rows = message.get("columns"), message.get("rows")
        if isinstance(columns, int) and isinstance(rows, int):
            with contextlib.suppress(ShopfloorError):
                terminal.resize(columns, rows)


def _parsed(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
