"""The real server as a process of its own, to be started, killed and started again."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
from tests.support.server_nursery import Nursery

_PROGRAM = (sys.executable, "-m", "shopfloor.cli")
_READY_SECONDS = 90.0
_LOOK_AGAIN_SECONDS = 0.02


class ServerProcess:
    """One home and one port, and one server after another on them."""

    def __init__(
        self, home: Path, *, settings: Mapping[str, str] | None = None, nursery: Nursery | None = None
    ) -> None:
        self.home = home
        self._nursery = nursery
        self.port = free_port()
        self.output_path = home.with_name(f"{home.name}-server.log")
        self.environment = program_environment(home, settings or {})
        self._process: psutil.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database_urls(self) -> tuple[str, str]:
        """Where the floor's state is, and where the engine's."""
        given = self.environment.get("SHOPFLOOR_DATABASE_URL")
        return (given, given) if given else (f"sqlite:///{self.home}/shopfloor.db", f"sqlite:///{self.home}/engine.db")

    @property
    def pid(self) -> int:
        return self._running().pid

    @property
    def output(self) -> str:
        return self.output_path.read_text(errors="replace") if self.output_path.exists() else ""

    def start(self, *, cold: bool = False) -> None:
        """Returns at once; the server may be killed before it is ready. Cold is how a user starts it."""
        assert self._process is None, "one is running already"
        arguments = ["serve", "--port", str(self.port)]
        if self._nursery is not None and not cold:
            self._process = self._nursery.bear(arguments, self.environment, self.output_path)
            return
        with self.output_path.open("ab") as output:
            self._process = psutil.Popen(
                [*_PROGRAM, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + _READY_SECONDS
        while not self._answers():
            assert _is_alive(self._running()), f"the server ended by itself:\n{self.output}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.output}"
            time.sleep(_LOOK_AGAIN_SECONDS)

    def kill(self) -> None:
        """As `kill -9` does: nothing of it gets a chance to clean up."""
        process, self._process = self._running(), None
        process.kill()
        process.wait()

    def terminate(self, *, seconds: float) -> int:
        """The exit code of a server that was asked to stop; 0 where it is not known, for one of the nursery."""
        process = self._running()
        process.terminate()
        exit_code = process.wait(seconds)
        self._process = None
        return exit_code or 0

    def close(self) -> None:
        """Whatever state it is in."""
        if self._process is not None:
            self.kill()

    def _running(self) -> psutil.Process:
        assert self._process is not None, "none is running"
        return self._process

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5.0)
        try:
            connection.request("GET", "/api/ready")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def ready_server(
    home: Path, *, settings: Mapping[str, str] | None = None, nursery: Nursery | None = None
) -> Iterator[ServerProcess]:
    with closing(ServerProcess(home, settings=settings, nursery=nursery)) as server:
        server.start()
        server.wait_until_ready()
        yield server


def _is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def run_program(environment: Mapping[str, str], *arguments: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
    """A command of the command line, under way."""
    return subprocess.Popen(
        [*_PROGRAM, *arguments],
        env=environment,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def program_environment(home: Path, settings: Mapping[str, str]) -> dict[str, str]:
    user_home = home.with_name(f"{home.name}-user")
    user_home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": str(user_home),
        "SHOPFLOOR_HOME": str(home),
        "SHOPFLOOR_DEMO": "0",
        "SHOPFLOOR_LOG_LEVEL": "warning",
        "SHOPFLOOR_RETRY_DELAY_SECONDS": "0.05",
        **{f"SHOPFLOOR_{name.upper()}": value for name, value in settings.items()},
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
