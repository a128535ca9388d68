"""VS Code in the browser, running in an order's sandbox."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.errors import ProgramNotFound, WrongMove
from shopfloor.previews.editor_program import INSTALL_HINT, EditorProgram
from shopfloor.previews.program_output import ProgramOutput
from shopfloor.previews.served_program import ServedKind, ServedProgram
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.previews.target import SocketFinder
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox

_NOTE_SECONDS = 2.0
_LONGEST_SOCKET_FOLDER = 80
"""The system allows a little more than a hundred characters for the path of a socket."""
_DATA_FOLDER = ".shopfloor-editor"


class Editors:
    def __init__(
        self,
        *,
        programs: ServedPrograms,
        editor: Callable[[], EditorProgram | None],
        sockets: Path,
        redact: Callable[[str], str],
    ) -> None:
        """The editor is looked for whenever it is wanted: it may be installed meanwhile."""
        self._programs = programs
        self._editor = editor
        self._sockets = sockets if len(str(sockets)) <= _LONGEST_SOCKET_FOLDER else Path(tempfile.gettempdir())
        self._redact = redact

    def program(self) -> EditorProgram | None:
        return self._editor()

    def find(self, order_id: AgentWorkOrderId) -> ServedProgram | None:
        return self._programs.find(ServedKind.EDITOR, order_id)

    async def start(self, order_id: AgentWorkOrderId) -> ServedProgram:
        editor = self._editor()
        if editor is None:
            raise ProgramNotFound("This machine has no VS Code for browsers.", hint=INSTALL_HINT)

        async def begin(sandbox: AgentSandbox) -> ServedProgram:
            if not sandbox.capabilities.local_files:
                raise WrongMove("The editor can only be run where the sandbox is on this machine.")
            return await self._begin(sandbox, order_id, editor)

        return await self._programs.start(ServedKind.EDITOR, order_id, begin)

    async def stop(self, order_id: AgentWorkOrderId) -> None:
        await self._programs.stop(ServedKind.EDITOR, order_id)

    async def _begin(self, sandbox: AgentSandbox, order_id: AgentWorkOrderId, editor: EditorProgram) -> ServedProgram:
        await sandbox.note_visit()
        folder = await asyncio.to_thread(self._private_folder)
        socket = folder / "editor"
        data = f"{sandbox.home_path}/{_DATA_FOLDER}"
        argv = editor.argv(socket=str(socket), folder=sandbox.workspace_path, data=data)
        started = ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", *argv]
        process = await sandbox.spawn(started, visitor=True, with_secrets=False)
        process.close_stdin()
        return ServedProgram(
            kind=ServedKind.EDITOR,
            order_id=order_id,
            command=editor.name,
            process=process,
            output=ProgramOutput(self._redact),
            finder=SocketFinder(socket),
            on_use=_Notes(sandbox).note,
            on_end=lambda: shutil.rmtree(folder, ignore_errors=True),
        )

    def _private_folder(self) -> Path:
        self._sockets.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Path(tempfile.mkdtemp(prefix="s", dir=self._sockets))


class _Notes:
    """Who types in an editor may change files: that is noted, though not for every key."""

    def __init__(self, sandbox: AgentSandbox) -> None:
        self._sandbox = sandbox
        self._noted = 0.0
        self._noting: asyncio.Task[None] | None = None

    def note(self) -> None:
        if time.monotonic() - self._noted > _NOTE_SECONDS:
            self._noted = time.monotonic()
            self._noting = asyncio.get_running_loop().create_task(self._sandbox.note_visit())
