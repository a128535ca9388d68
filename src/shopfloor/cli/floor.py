"""The way to the floor: a running server if there is one, else one inside this process for as long as it is needed."""

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from shopfloor.cli.failures import CommandFailed, Problem, ServerUnreachable
from shopfloor.errors import WrongMove
from shopfloor.home import Home

if TYPE_CHECKING:
    from shopfloor.cli.floor_client import FloorClient
    from shopfloor.settings import Settings

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_STARTING_SECONDS = 15.0
_LOOK_AGAIN_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Where:
    """What the user said about it; without a URL it is the floor of the home."""

    url: str | None = None
    home: Path | None = None
    api_key: str | None = None


class Floor:
    """Open while a command runs. A server that moved or restarted is found again by `reconnect`."""

    def __init__(self, where: Where, *, with_worker: bool) -> None:
        self._where = where
        self._with_worker = with_worker
        self._url = where.url
        self._stack = contextlib.ExitStack()
        self._client: FloorClient | None = None
        self._was_temporary = False
        self.is_embedded = False
        self.opened_at = datetime.now(UTC)

    def __enter__(self) -> Self:
        try:
            self._connect(may_start=True)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close()
        self._stack.close()

    @property
    def is_local(self) -> bool:
        """Paths mean the same there as here."""
        return self._url is None or (urlsplit(_full_url(self._url)).hostname or "") in _LOOPBACK_NAMES

    @property
    def client(self) -> "FloorClient":
        if self._client is None:
            raise AssertionError("the floor is not open")
        return self._client

    def get(self, path: str, **query: Any) -> Any:
        return self._request("GET", path, query=query)

    def post(self, path: str, body: Any = None) -> Any:
        return self._request("POST", path, body=body)

    def patch(self, path: str, body: Any) -> Any:
        return self._request("PATCH", path, body=body)

    def put(self, path: str, body: Any, **query: Any) -> Any:
        return self._request("PUT", path, body=body, query=query)

    def delete(self, path: str, **query: Any) -> Any:
        return self._request("DELETE", path, query=query)

    def reconnect(self) -> None:
        """Raises ServerUnreachable where no server is found (any more)."""
        if self.is_embedded:
            raise ServerUnreachable("The server inside this command has ended.")
        self._connect(may_start=self._was_temporary)

    def _request(self, method: str, path: str, **options: Any) -> Any:
        from shopfloor.cli.floor_client import NeverReached

        try:
            return self.client.request(method, path, **options)
        except NeverReached:
            if self._url is not None or self.is_embedded:
                raise
            self._connect(may_start=True)
            return self.client.request(method, path, **options)

    def _connect(self, *, may_start: bool) -> None:
        if self._url is not None:
            self._use(_full_url(self._url), self._where.api_key)
            return
        settings = self._settings()
        deadline = time.monotonic() + _STARTING_SECONDS
        while not (self._use_running(settings) or (may_start and self._start(settings))):
            if not may_start or time.monotonic() > deadline:
                raise ServerUnreachable("The server has gone.", hint="Start it again with `shopfloor serve`.")
            time.sleep(_LOOK_AGAIN_SECONDS)

    def _settings(self) -> "Settings":
        from shopfloor.settings import load_settings

        return load_settings(home=self._where.home)

    def _use_running(self, settings: "Settings") -> bool:
        note = Home(settings.home).running_server()
        if note is None:
            return False
        self._was_temporary = bool(note.get("embedded"))
        self._use(str(note["url"]), settings.api_key)
        return self._answers()

    def _answers(self) -> bool:
        try:
            self.client.request("GET", "health")
        except (ServerUnreachable, Problem):
            return False
        return True

    def _start(self, settings: "Settings") -> bool:
        """False where another process was quicker: that one can be used."""
        from shopfloor.server import embedded_server

        server = contextlib.ExitStack()
        server.enter_context(_ending_cleanly_on_signals())
        try:
            url = server.enter_context(embedded_server(settings, with_worker=self._with_worker))
        except BaseException as exc:
            server.close()
            if isinstance(exc, WrongMove):
                return False
            raise
        self._stack.push(server)
        self._use(url, settings.api_key)
        self.is_embedded = True
        self._wait_until_it_answers()
        return True

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + _STARTING_SECONDS
        while not self._answers():
            if time.monotonic() > deadline:
                raise ServerUnreachable("The server inside this command does not answer.")
            time.sleep(_LOOK_AGAIN_SECONDS / 10)

    def _use(self, url: str, api_key: str | None) -> None:
        from shopfloor.cli.floor_client import FloorClient

        if self._client is not None:
            self._client.close()
        self._client = FloorClient(url, api_key=api_key)


def _full_url(text: str) -> str:
    url = text if "://" in text else f"http://{text}"
    if not url.startswith(("http://", "https://")):
        raise CommandFailed(f"{text} is not the address of a server.", hint="Like http://127.0.0.1:8484", exit_code=2)
    return url.rstrip("/")


@contextlib.contextmanager
def _ending_cleanly_on_signals() -> Iterator[None]:
    """What this process carries out ends with it, not by itself: agents must not outlive a closed terminal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
