"""Where the proxy finds a served program, and how it looks for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from shopfloor.domain.preview import chosen_address
from shopfloor.previews.program_output import ProgramOutput
from shopfloor.sandbox_manager.sandbox_protocol import ListeningAddress


@dataclass(frozen=True, slots=True)
class Target:
    scheme: str
    host: str
    port: int | None
    socket_path: str | None = None

    @property
    def authority(self) -> str:
        """What the program is told its name is: one that every development server takes for its own."""
        return "localhost" if self.port is None else f"localhost:{self.port}"


class _Listener(Protocol):
    async def listening(self) -> Sequence[ListeningAddress]: ...


class PortFinder:
    """Among the sockets that the program and its children hold themselves, so no other service is ever reached."""

    def __init__(self, process: _Listener, output: ProgramOutput, *, wanted: int | None, offered: int | None) -> None:
        self._process = process
        self._output = output
        self._wanted = wanted
        self._offered = offered

    async def find(self) -> Target | None:
        listening = await self._process.listening()
        chosen = chosen_address(listening, wanted=self._wanted, offered=self._offered, printed=self._output.addresses)
        if chosen is None:
            return None
        address, scheme = chosen
        return Target(scheme, address.host, address.port)


class SocketFinder:
    """A socket file in a folder that only this user can enter."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def find(self) -> Target | None:
        return Target("http", "localhost", None, str(self._path)) if self._path.is_socket() else None
