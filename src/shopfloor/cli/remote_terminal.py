"""This terminal as a window into one in a sandbox, over the server's WebSocket."""

import json
import os
import select
import signal
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from shopfloor.cli.failures import CommandFailed, ServerUnreachable

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

_CHUNK = 4096
_OPEN_SECONDS = 30.0


class RemoteTerminal:
    """Keys go in as they are pressed, what comes out is shown as it is; ends with the shell."""

    def __init__(self, url: str, *, api_key: str | None, descriptors: tuple[int, int]) -> None:
        self._url = url.rstrip("/").replace("http", "ws", 1)
        self._headers = {"authorization": f"Bearer {api_key}"} if api_key else {}
        self._keyboard, self._screen = descriptors

    def use(self, order_id: str) -> int:
        """The exit code of the shell."""
        from websockets.exceptions import ConnectionClosed, InvalidStatus
        from websockets.sync.client import connect

        columns, rows = self._size()
        query = urlencode({"columns": columns, "rows": rows})
        address = f"{self._url}/api/agent-work-orders/{quote(order_id, safe='')}/terminal?{query}"
        try:
            with connect(
                address, additional_headers=self._headers, max_size=None, open_timeout=_OPEN_SECONDS, proxy=None
            ) as socket:
                _hear(socket.recv())
                return self._through(socket)
        except InvalidStatus as error:
            raise CommandFailed(f"The server refused the terminal ({error.response.status_code}).") from error
        except (OSError, TimeoutError) as error:
            raise ServerUnreachable(f"No Shopfloor server answers at {self._url}.") from error
        except ConnectionClosed as error:
            raise ServerUnreachable("The connection to the server was lost; the shell goes on.") from error

    def _through(self, socket: "ClientConnection") -> int:
        with ExitStack() as stack:
            stack.enter_context(_raw(self._keyboard))
            stack.enter_context(_on_resize(lambda: _send(socket, type="resize", **self._named_size())))
            stack.enter_context(self._typing(socket))
            for frame in socket:
                if isinstance(frame, bytes):
                    _write_all(self._screen, frame)
                elif (exit_code := _hear(frame)) is not None:
                    return exit_code
        raise ServerUnreachable("The connection to the server was lost; the shell goes on.")

    @contextmanager
    def _typing(self, socket: "ClientConnection") -> Iterator[None]:
        wake, end = os.pipe()
        thread = threading.Thread(target=self._type, args=(socket, wake), daemon=True)
        thread.start()
        try:
            yield
        finally:
            os.close(end)
            thread.join()
            os.close(wake)

    def _type(self, socket: "ClientConnection", wake: int) -> None:
        from websockets.exceptions import ConnectionClosed

        while True:
            ready, _, _ = select.select([self._keyboard, wake], [], [])
            keys = b"" if wake in ready else os.read(self._keyboard, _CHUNK)
            if not keys:
                return
            try:
                socket.send(keys)
            except ConnectionClosed:
                return

    def _size(self) -> tuple[int, int]:
        size = os.get_terminal_size(self._screen)
        return max(1, size.columns), max(1, size.lines)

    def _named_size(self) -> dict[str, int]:
        columns, rows = self._size()
        return {"columns": columns, "rows": rows}


def _send(socket: "ClientConnection", **message: Any) -> None:
    socket.send(json.dumps(message))


def _hear(frame: str | bytes) -> int | None:
    """The exit code, once the shell has ended. What the server refuses is raised."""
    message = json.loads(frame)
    if message["type"] == "error":
        raise CommandFailed(str(message["message"]), hint=message.get("hint"))
    return int(message["exit_code"] or 0) if message["type"] == "exit" else None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


@contextmanager
def _raw(descriptor: int) -> Iterator[None]:
    before = termios.tcgetattr(descriptor)
    tty.setraw(descriptor, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def _on_resize(tell: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGWINCH, lambda *_: threading.Thread(target=tell, daemon=True).start())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
