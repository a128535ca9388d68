"""A project's development server in an order's sandbox."""

import socket
from collections.abc import Callable

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.project import Project
from shopfloor.errors import InvalidInput
from shopfloor.previews.program_output import ProgramOutput
from shopfloor.previews.served_program import ServedKind, ServedProgram
from shopfloor.previews.served_programs import ServedPrograms
from shopfloor.previews.target import PortFinder
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox
from shopfloor.state_manager.store import Store

_ENVIRONMENT = {"HOST": "127.0.0.1", "BROWSER": "none", "PYTHONUNBUFFERED": "1"}
"""Listen to this machine only, open no window, print at once."""


class Previews:
    def __init__(self, *, store: Store, programs: ServedPrograms, redact: Callable[[str], str]) -> None:
        self._store = store
        self._programs = programs
        self._redact = redact

    async def command_of(self, order_id: AgentWorkOrderId) -> str | None:
        """What the project says, if it says something."""
        project = await self._project_of(order_id)
        return project.preview_command if project else None

    def find(self, order_id: AgentWorkOrderId) -> ServedProgram | None:
        return self._programs.find(ServedKind.PREVIEW, order_id)

    async def start(self, order_id: AgentWorkOrderId, command: str | None = None) -> ServedProgram:
        project = await self._project_of(order_id)
        last = self.find(order_id)
        chosen = command or (project.preview_command if project else None) or (last.command if last else None)
        if not chosen:
            raise InvalidInput(
                "No command is known that starts the preview.",
                field="command",
                hint="Set the project's preview command, or give one.",
            )

        async def begin(sandbox: AgentSandbox) -> ServedProgram:
            return await self._begin(sandbox, order_id, chosen, project)

        return await self._programs.start(ServedKind.PREVIEW, order_id, begin)

    async def stop(self, order_id: AgentWorkOrderId) -> None:
        await self._programs.stop(ServedKind.PREVIEW, order_id)

    async def _begin(
        self, sandbox: AgentSandbox, order_id: AgentWorkOrderId, command: str, project: Project | None
    ) -> ServedProgram:
        wanted = project.preview_port if project else None
        own = project.environment if project else {}
        offered = None if "PORT" in own else wanted or _free_port()
        environment = {name: value for name, value in _ENVIRONMENT.items() if name not in own}
        if offered is not None:
            environment["PORT"] = str(offered)
        output = ProgramOutput(self._redact)
        process = await sandbox.spawn(["/bin/sh", "-c", f"exec 2>&1\n{command}"], environment=environment, visitor=True)
        process.close_stdin()
        return ServedProgram(
            kind=ServedKind.PREVIEW,
            order_id=order_id,
            command=command,
            process=process,
            output=output,
            finder=PortFinder(process, output, wanted=wanted, offered=offered),
        )

    async def _project_of(self, order_id: AgentWorkOrderId) -> Project | None:
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        project_id = order.project_id
        return await self._store.read(lambda tx: tx.projects.get(project_id)) if project_id else None


def _free_port() -> int:
    """Free now; who does not take it in time detects that by the program's own message."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
