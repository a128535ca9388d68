"""Running the floor behind HTTP: for good (`serve`), or for the length of one command (`embedded_server`)."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator

import uvicorn

from shopfloor.api.application import build_api
from shopfloor.app.floor import Floor, open_floor
from shopfloor.demo import carry_out_demo
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import AccessDenied, ShopfloorError
from shopfloor.home import Home
from shopfloor.observability.logging import configure_logging, silence_logging
from shopfloor.settings import Settings

_DRAIN_SECONDS = 2
_BACKLOG = 2048
_SWITCH_SECONDS = 0.0005
"""The loop hands work to database threads and back many times an order: waiting 5 ms for each turn adds up."""


def serve(settings: Settings) -> None:
    """Until SIGTERM or Ctrl-C. Orders under way go on at the next start."""
    if not settings.is_loopback and not settings.api_key:
        raise AccessDenied(
            f"Listening on {settings.host} lets other machines in: that needs a key.",
            hint="Set SHOPFLOOR_API_KEY to a long random text, or listen on 127.0.0.1.",
        )
    redactor = Redactor(_secrets(settings))
    configure_logging(settings, redactor, sys.stderr)
    with Home(settings.home).locked(), contextlib.closing(_bind(settings.host, settings.port)) as listener:
        asyncio.run(_serve(settings, listener, redactor, announce=_announce, with_worker=True))


@contextlib.contextmanager
def embedded_server(settings: Settings, *, with_worker: bool) -> Iterator[str]:
    """A server in a thread of this process, on a free port of loopback. Yields its URL, ends cleanly."""
    settings = settings.model_copy(
        update={"host": "127.0.0.1", "port": 0, "demo": False, "log_level": "warning", "log_format": "json"}
    )
    home = Home(settings.home)
    with contextlib.ExitStack() as stack:
        stack.enter_context(home.locked())
        listener = stack.enter_context(contextlib.closing(_bind("127.0.0.1", 0)))
        home.logs.mkdir(exist_ok=True)
        log = stack.enter_context((home.logs / "embedded.log").open("a", buffering=1))
        redactor = Redactor(_secrets(settings))
        configure_logging(settings, redactor, log)
        stack.callback(silence_logging)
        running = _ServerThread(settings, listener, redactor, with_worker)
        running.start()
        try:
            yield running.url()
        finally:
            running.stop()


class _Server(uvicorn.Server):
    """Signals only set a flag: clean-up is ours, and open streams are told to end rather than waited for."""

    def __init__(self, config: uvicorn.Config, floor: Floor) -> None:
        super().__init__(config)
        self._floor = floor

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        names = (signal.SIGINT, signal.SIGTERM) if threading.current_thread() is threading.main_thread() else ()
        for name in names:
            loop.add_signal_handler(name, self.stop_soon)
        try:
            yield
        finally:
            for name in names:
                loop.remove_signal_handler(name)

    def stop_soon(self) -> None:
        self.should_exit = True
        self._floor.end_streams()


async def _serve(
    settings: Settings,
    listener: socket.socket,
    redactor: Redactor,
    *,
    announce: Callable[[Settings, str], None] | None,
    with_worker: bool,
    started: Callable[[_Server], None] | None = None,
) -> None:
    sys.setswitchinterval(_SWITCH_SECONDS)
    url = _url_of(settings, listener)
    async with open_floor(settings, url=url, with_worker=with_worker, redactor=redactor) as floor:
        config = uvicorn.Config(
            build_api(floor.services),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_DRAIN_SECONDS,
            ws="websockets-sansio",
        )
        server = _Server(config, floor)
        _settle_memory()
        with Home(settings.home).announced(_address_of(settings, listener), embedded=announce is None):
            demo = asyncio.create_task(_demo(floor)) if announce and settings.demo else None
            if announce:
                announce(settings, url)
            if started:
                started(server)
            await server.serve(sockets=[listener])
            if demo:
                demo.cancel()


class _ServerThread:
    def __init__(self, settings: Settings, listener: socket.socket, redactor: Redactor, with_worker: bool) -> None:
        self._settings = settings
        self._listener = listener
        self._redactor = redactor
        self._with_worker = with_worker
        self._ready = threading.Event()
        self._server: _Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="shopfloor-server")

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            self._thread.join()
            raise self._failure

    def url(self) -> str:
        return _address_of(self._settings, self._listener)

    def stop(self) -> None:
        if self._loop is not None and self._server is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._server.stop_soon)
        self._thread.join()

    def _run(self) -> None:
        try:
            asyncio.run(
                _serve(
                    self._settings,
                    self._listener,
                    self._redactor,
                    announce=None,
                    with_worker=self._with_worker,
                    started=self._started,
                )
            )
        except BaseException as exc:  # noqa: BLE001 - told to the thread that waits
            self._failure = exc
        finally:
            self._ready.set()

    def _started(self, server: _Server) -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._ready.set()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named so, asyncio sends what it is given at once; otherwise a second small write waits 40 ms for the other side.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as exc:
        listener.close()
        raise ShopfloorError(
            f"Cannot listen on {host}:{port}: {exc.strerror}.", hint="Choose another port with --port."
        ) from exc
    listener.listen(_BACKLOG)
    return listener


def _url_of(settings: Settings, listener: socket.socket) -> str:
    return settings.public_url or _address_of(settings, listener)


def _address_of(settings: Settings, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "127.0.0.1"  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _announce(settings: Settings, url: str) -> None:
    print(f"Shopfloor is running on {url}", flush=True)  # noqa: T201
    print(f"  data in {settings.home}; stop it with Ctrl-C", flush=True)  # noqa: T201


async def _demo(floor: Floor) -> None:
    async for line in carry_out_demo(floor):
        print(line, flush=True)  # noqa: T201


def _settle_memory() -> None:
    """What was made while starting stays: the collector need not look at it again."""
    gc.collect()
    gc.freeze()


def _secrets(settings: Settings) -> list[str]:
    return [secret for secret in (settings.api_key, settings.secret_key, settings.github_webhook_secret) if secret]
