"""What runs, and what a terminal says."""

import asyncio
from collections.abc import Callable

import psutil

from shopfloor.sandbox_manager.sandbox_protocol import SandboxTerminal


def alive(number: int) -> list[int]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and str(number) in process.cmdline():
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


async def eventually(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def read_until(terminal: SandboxTerminal, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        chunk = await terminal.read()
        assert chunk, f"ended before {text!r}: {seen!r}"
        seen += chunk
    return seen
