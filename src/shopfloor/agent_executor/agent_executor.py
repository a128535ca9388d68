"""Starts agents in sandboxes.

In two steps, because the program can start and introduce itself while the sandbox is still being filled.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from shopfloor.agent_executor.acp_agent import AcpAgent
from shopfloor.agent_executor.acp_handshake import open_session
from shopfloor.agent_executor.acp_mcp_servers import can_use
from shopfloor.agent_executor.agent_keys import AgentKeys
from shopfloor.agent_executor.agent_options import NO_WISHES, OptionKind, Wishes
from shopfloor.agent_executor.agent_session import AgentSession
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration, Driver
from shopfloor.agent_executor.claude_stream.bridge import ClaudeBridge
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.mcp_servers import McpServer
from shopfloor.domain.turn_limits import TurnLimits
from shopfloor.domain.work_order import PermissionPolicy
from shopfloor.errors import AgentNotAvailable, ProgramNotFound, ShopfloorError
from shopfloor.sandbox_manager.sandbox_protocol import AgentSandbox, ProgramPlace, SandboxProcess


@dataclass(frozen=True, slots=True)
class LaunchedAgent:
    """An agent that runs but has no session yet."""

    declaration: AgentDeclaration
    connection: AcpAgent
    workspace_path: str

    def can_use(self, server: McpServer) -> bool:
        return can_use(server, self.connection.capabilities)

    async def close(self) -> None:
        await self.connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


class AgentExecutor:
    def __init__(
        self,
        catalogue: AgentCatalogue,
        limits: AgentLimits,
        *,
        keys: AgentKeys | None = None,
        lent_files: LentFiles | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._limits = limits
        self._keys = keys
        self._lent_files = lent_files

    async def start(
        self,
        agent: str,
        sandbox: AgentSandbox,
        *,
        resume_session_id: str | None = None,
        wishes: Wishes = NO_WISHES,
        permission_policy: PermissionPolicy = PermissionPolicy.ASK,
        environment: Mapping[str, str] | None = None,
    ) -> AgentSession:
        launched = await self.launch(agent, sandbox, environment=environment)
        return await self.open_session(
            launched, resume_session_id=resume_session_id, wishes=wishes, permission_policy=permission_policy
        )

    async def launch(
        self,
        agent: str,
        sandbox: ProgramPlace,
        *,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        project_id: ProjectId | None = None,
        turn_limits: TurnLimits | None = None,
    ) -> LaunchedAgent:
        """Starts the program and lets it introduce itself. If that fails, nothing of it is left running."""
        declaration = self._catalogue.get(agent)
        variables = {**declaration.environment, **await self._keys_of(declaration, project_id), **(environment or {})}
        await self._furnish_home(declaration, sandbox)
        try:
            process = await self._start(declaration, sandbox, variables, working_directory)
        except ProgramNotFound as exc:
            raise AgentNotAvailable(
                f"The agent {agent} is not installed in the sandbox.", hint=declaration.install_hint, field="agent"
            ) from exc
        connection = AcpAgent(process, self._limits.with_turn_limits(turn_limits), declaration.error_profile)
        try:
            await connection.initialize()
        except BaseException:
            await connection.close()
            raise
        return LaunchedAgent(declaration, connection, sandbox.workspace_path)

    async def open_session(
        self,
        launched: LaunchedAgent,
        *,
        resume_session_id: str | None = None,
        wishes: Wishes = NO_WISHES,
        permission_policy: PermissionPolicy = PermissionPolicy.ASK,
        mcp_servers: Sequence[McpServer] = (),
        resumed_at_cost_usd: float | None = None,
    ) -> AgentSession:
        """Takes the agent over: if that fails it is ended, else closing the session ends it."""
        try:
            session = await open_session(
                launched.connection,
                launched.workspace_path,
                resume_session_id=resume_session_id,
                wishes=wishes,
                sign_in_method=launched.declaration.sign_in_method,
                mcp_servers=mcp_servers,
            )
            session.stood_at(resumed_at_cost_usd)
            if wishes.mode is None:
                await _choose_mode(session, launched.declaration, permission_policy)
            return session
        except BaseException:
            await launched.close()
            raise

    async def _start(
        self,
        declaration: AgentDeclaration,
        sandbox: ProgramPlace,
        variables: Mapping[str, str],
        working_directory: str | None,
    ) -> SandboxProcess:
        if declaration.driver is Driver.CLAUDE_STREAM:
            return ClaudeBridge(
                sandbox,
                declaration.argv,
                variables,
                line_bytes=self._limits.line_bytes,
                working_directory=working_directory,
            )
        return await sandbox.spawn(declaration.argv, environment=variables, working_directory=working_directory)

    async def settle(self, declaration: AgentDeclaration, sandbox: ProgramPlace) -> None:
        """After its end: what was lent to the agent is taken back, and where it wrote keys down is swept."""
        if self._lent_files is not None:
            await self._lent_files.carry_out(declaration, sandbox)
        for path in declaration.swept_paths:
            with contextlib.suppress(ShopfloorError):
                await sandbox.remove_home_file(path)

    async def _furnish_home(self, declaration: AgentDeclaration, sandbox: ProgramPlace) -> None:
        """Ours gives way to what the user has set herself."""
        lent = await self._lent_files.carry_in(declaration, sandbox) if self._lent_files is not None else frozenset()
        for path, content in declaration.home_files.items():
            if path not in lent:
                await sandbox.write_home_file(path, content.encode())

    async def _keys_of(self, declaration: AgentDeclaration, project_id: ProjectId | None) -> dict[str, str]:
        return await self._keys.variables(declaration, project_id) if self._keys is not None else {}


async def _choose_mode(session: AgentSession, declaration: AgentDeclaration, policy: PermissionPolicy) -> None:
    """Some agents ask before they act in certain modes only. A version that does not have the mode keeps its own."""
    mode = declaration.trusted_mode if policy is PermissionPolicy.ALLOW_ALL else declaration.asking_mode
    if mode is not None and mode in session.options.mode.values:
        await session.choose(OptionKind.MODE, mode)
