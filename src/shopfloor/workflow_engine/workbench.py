"""What a run works with while it is under way: sandbox, agent, branch. Made when needed, made again after a crash."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from shopfloor.agent_executor.agent_executor import AgentExecutor, LaunchedAgent
from shopfloor.agent_executor.agent_options import AgentOptions, Wishes
from shopfloor.agent_executor.agent_session import AgentSession
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.mcp_servers import McpServer
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.domain.work_order import AgentWorkOrder, Author
from shopfloor.errors import AgentCrashed, AgentProtocolError, AgentTimedOut, RepositoryNotReady, WrongMove
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.sandbox_manager.sandbox_protocol import (
    AgentSandbox,
    CommandExecutionResult,
    SandboxFactory,
    SandboxStatus,
)
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.ground import Ground, GroundFinder
from shopfloor.workflow_engine.project_secrets import ProjectSecrets
from shopfloor.workflow_engine.sandbox_specs import SandboxSpecs
from shopfloor.workflow_engine.session_cost import session_cost

_SHOWN = 2000


@dataclass(slots=True)
class Workbench:
    order_id: AgentWorkOrderId
    ground: Ground
    mirror_path: Path
    sandbox: AgentSandbox
    agent: AgentDeclaration
    executor: AgentExecutor
    session: AgentSession | None = None
    agent_session_id: str | None = None
    """The conversation so far, which a new process of the agent takes up if it can."""
    conversation_was_lost: bool = False
    """True where the order had a conversation that could not be loaded: the new one must be told of it."""

    @property
    def location(self) -> RepositoryLocation:
        return self.ground.location

    @property
    def git_branch_name(self) -> str:
        return self.ground.git_branch_name

    @property
    def base_branch(self) -> str:
        return self.ground.base_branch

    @property
    def base_sha(self) -> str | None:
        return self.ground.base_sha

    @property
    def author(self) -> Author:
        return self.ground.author

    @property
    def workspace_path(self) -> Path:
        return Path(self.sandbox.workspace_path)

    @property
    def choices_in_use(self) -> AgentChoices:
        current = self.session.options if self.session is not None else AgentOptions()
        return AgentChoices(current.model.current, current.effort.current, current.mode.current)

    async def close_agent(self) -> None:
        """Returns when the agent and all it started are dead."""
        session, self.session = self.session, None
        if session is not None:
            await session.close()
        await self.sandbox.end_processes(visitors=False)
        await self.executor.settle(self.agent, self.sandbox)


class WorkbenchMaker:
    def __init__(
        self,
        *,
        store: Store,
        ground_finder: GroundFinder,
        mirrors: MirrorCache,
        sandboxes: SandboxFactory,
        catalogue: AgentCatalogue,
        executor: AgentExecutor,
        secrets: ProjectSecrets,
        note_options: Callable[[str, str, AgentOptions], None],
    ) -> None:
        self._store = store
        self._ground_finder = ground_finder
        self._mirrors = mirrors
        self._sandboxes = sandboxes
        self._catalogue = catalogue
        self._executor = executor
        self._secrets = secrets
        self._specs = SandboxSpecs(store=store, secrets=secrets)
        self._note_options = note_options
        self._locks: defaultdict[AgentWorkOrderId, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._visited: set[AgentWorkOrderId] = set()

    async def make(self, order: AgentWorkOrder) -> Workbench:
        """A ready sandbox on the order's branch, and the agent in it with its session open."""
        agent = self._catalogue.get(order.agent)
        async with self._locks[order.agent_work_order_id]:
            ground = await self._ground_finder.find(order)
            sandbox = self._sandboxes.create_sandbox(await self._specs.for_work(order, ground))
            mirror_path = self._mirrors.path_of(order.repository_key)
            bench = Workbench(order.agent_work_order_id, ground, mirror_path, sandbox, agent, self._executor)
            try:
                await self._furnish(order, bench)
            except BaseException:
                with contextlib.suppress(Exception):
                    await asyncio.shield(bench.close_agent())
                raise
        return bench

    async def _furnish(self, order: AgentWorkOrder, bench: Workbench) -> None:
        """The agent starts up while the sandbox is filled."""
        project = await self._specs.project_of(order)
        launched = await self._launch(order, bench)
        servers = await self._secrets.fill(project, project.mcp_servers) if project else ()
        usable, left_out = _told_apart(launched, servers)
        known = bench.agent_session_id or order.agent_session_id
        bench.session = await self._open_session(order, bench, launched, usable, known)
        self._note_options(order.agent, bench.agent.display_name, bench.session.options)
        bench.agent_session_id = bench.session.agent_session_id
        bench.conversation_was_lost = known is not None and not bench.session.was_resumed
        await self._record(order, bench, usable, left_out)

    async def _launch(self, order: AgentWorkOrder, bench: Workbench) -> LaunchedAgent:
        launching = asyncio.ensure_future(
            self._executor.launch(order.agent, bench.sandbox, project_id=order.project_id, turn_limits=order.limits)
        )
        try:
            await bench.sandbox.setup()
            return await launching
        except BaseException:
            launching.cancel()
            with contextlib.suppress(BaseException):
                await (await launching).close()
            raise

    async def _open_session(
        self,
        order: AgentWorkOrder,
        bench: Workbench,
        launched: LaunchedAgent,
        mcp_servers: Sequence[McpServer],
        known_session_id: str | None,
    ) -> AgentSession:
        """An agent that dies of its own old conversation gets a new one, or the order could never go on."""
        options: dict[str, Any] = {
            "wishes": Wishes(order.model, order.mode, order.reasoning_effort),
            "permission_policy": order.permission_policy,
            "mcp_servers": mcp_servers,
        }
        try:
            cost = await self._cost_of(order, known_session_id)
            return await self._executor.open_session(
                launched, resume_session_id=known_session_id, resumed_at_cost_usd=cost, **options
            )
        except (AgentCrashed, AgentTimedOut, AgentProtocolError):
            if known_session_id is None:
                raise
        launched = await self._executor.launch(order.agent, bench.sandbox, project_id=order.project_id)
        return await self._executor.open_session(launched, **options)

    async def _cost_of(self, order: AgentWorkOrder, session_id: str | None) -> float | None:
        if session_id is None:
            return None
        return await self._store.read(lambda tx: session_cost(tx, order.agent_work_order_id, session_id))

    async def reopen(self, bench: Workbench, order: AgentWorkOrder) -> None:
        """A new agent process after the old one was lost, in the same sandbox."""
        await bench.close_agent()
        await self._furnish(order, bench)

    async def _record(
        self, order: AgentWorkOrder, bench: Workbench, used: Sequence[McpServer], left_out: Sequence[McpServer]
    ) -> None:
        assert bench.session is not None
        in_use = bench.choices_in_use
        identifier, session_id = bench.sandbox.sandbox_identifier, bench.session.agent_session_id
        events = [
            NewEvent(
                EventType.SANDBOX_CREATED,
                {"sandbox_identifier": identifier, "sandbox_type": order.sandbox_type.value},
                once=f"sandbox:{identifier}",
            ),
            NewEvent(
                EventType.AGENT_SESSION_STARTED,
                {
                    "agent": order.agent,
                    "agent_session_id": session_id,
                    "is_resumed": bench.session.was_resumed,
                    "mcp_servers": [server.name for server in used],
                    "mcp_servers_left_out": [server.name for server in left_out],
                    **asdict(in_use),
                },
                once=f"session:{session_id}",
            ),
        ]

        def write(tx: Transaction) -> None:
            order_id = order.agent_work_order_id
            tx.orders.update(order_id, sandbox_identifier=identifier, agent_session_id=session_id, in_use=in_use)
            tx.journal.append(order_id, events)

        await self._store.write(write)

    async def revisit(self, order: AgentWorkOrder) -> Workbench | None:
        """Without an agent, to save what lies there since a process died; None where nothing was ever put."""
        if order.git_branch_name is None or order.base_branch is None:
            return None
        agent = self._catalogue.get(order.agent)
        async with self._locks[order.agent_work_order_id]:
            ground = await self._ground_finder.find(order)
            spec = await self._specs.for_looking(order, ground)
            sandbox = self._sandboxes.create_sandbox(replace(spec, is_prepared=False))
            if (await sandbox.get_current_state()).status is SandboxStatus.ABSENT:
                return None
            await sandbox.setup()
        mirror_path = self._mirrors.path_of(order.repository_key)
        return Workbench(order.agent_work_order_id, ground, mirror_path, sandbox, agent, self._executor)

    async def sandbox_of(self, order: AgentWorkOrder) -> AgentSandbox:
        """The sandbox of an order whose branch is known, without making it ready."""
        if order.git_branch_name is None or order.base_branch is None:
            raise RepositoryNotReady("The work order has no sandbox yet: it has not started.")
        ground = await self._ground_finder.find(order)
        return self._sandboxes.create_sandbox(await self._specs.for_looking(order, ground))

    async def visit(self, order: AgentWorkOrder) -> AgentSandbox:
        """For a person to look around and change things; `end_visit` after it. An ended order's is made again."""
        sandbox = await self.sandbox_of(order)
        async with self._locks[order.agent_work_order_id]:
            if (await sandbox.get_current_state()).status is SandboxStatus.ABSENT:
                if not sandbox.capabilities.parallel:
                    raise WrongMove(
                        "The checkout of this order was given to another one.", hint="Its branch still has everything."
                    )
                await sandbox.setup()
            self._visited.add(order.agent_work_order_id)
        return sandbox

    def end_visit(self, order_id: AgentWorkOrderId) -> None:
        self._visited.discard(order_id)

    async def release(self, order: AgentWorkOrder, *, keep_home: bool = False) -> None:
        """Removes the sandbox of an ended order. What was not committed is saved by the sandbox itself.

        The agent's HOME, where it keeps its conversation, stays for follow-ups if asked. While somebody visits, such
        a sandbox stays altogether.
        """
        if order.git_branch_name is None or (keep_home and order.agent_work_order_id in self._visited):
            return
        async with self._locks[order.agent_work_order_id]:
            sandbox = await self.sandbox_of(order)
            await self._report(order, await sandbox.cleanup(keep_home=keep_home))
        self._locks.pop(order.agent_work_order_id, None)

    async def _report(self, order: AgentWorkOrder, said: CommandExecutionResult | None) -> None:
        if said is None:
            return
        is_well = said.exit_code == 0 and not said.timed_out
        what = EventType.CLEANUP_SCRIPT_COMPLETED if is_well else EventType.CLEANUP_SCRIPT_FAILED
        facts = {
            "exit_code": said.exit_code,
            "timed_out": said.timed_out,
            "duration_seconds": round(said.duration_seconds, 3),
            "output": (said.stdout + said.stderr).strip()[-_SHOWN:],
        }
        await self._store.write(lambda tx: tx.journal.append(order.agent_work_order_id, [NewEvent(what, facts)]))


def _told_apart(
    launched: LaunchedAgent, servers: Sequence[McpServer]
) -> tuple[tuple[McpServer, ...], tuple[McpServer, ...]]:
    """The MCP servers this agent can use, and those it cannot."""
    usable = tuple(server for server in servers if launched.can_use(server))
    return usable, tuple(server for server in servers if server not in usable)
