"""An agent that was started and has introduced itself over the Agent Client Protocol."""

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from shopfloor import __version__
from shopfloor.agent_executor.acp_errors import agent_error_from
from shopfloor.agent_executor.acp_options import AcpOptions, options_from_wire
from shopfloor.agent_executor.acp_turn import AcpTurn
from shopfloor.agent_executor.acp_updates import cost_from_wire
from shopfloor.agent_executor.agent_exit import shown_stderr
from shopfloor.agent_executor.agent_options import OptionKind
from shopfloor.agent_executor.error_classification import ErrorProfile
from shopfloor.agent_executor.json_lines import Json
from shopfloor.agent_executor.json_rpc import JsonRpc, MethodNotFound, RpcError, RpcHandlers
from shopfloor.agent_executor.limits import AgentLimits
from shopfloor.errors import (
    AgentCrashed,
    AgentError,
    AgentGaveNoAnswer,
    AgentProtocolError,
    AgentReportedError,
    AgentStartFailed,
    AgentTimedOut,
)
from shopfloor.sandbox_manager.sandbox_protocol import SandboxProcess

PROTOCOL_VERSION = 1
_OUR_CAPABILITIES: Mapping[str, Json] = {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False}
"""An agent works with its own tools inside its sandbox, never with ours outside of it."""
_HARDLY_TELLING = (AgentCrashed, AgentGaveNoAnswer, AgentTimedOut, AgentProtocolError, AgentReportedError)
"""Errors that say less than that it did not start. Those beneath them say more."""


class AcpAgent:
    """Owns the process. It has one session, and that at most one turn at a time."""

    def __init__(self, process: SandboxProcess, limits: AgentLimits, profile: ErrorProfile) -> None:
        self.limits = limits
        self.capabilities: Mapping[str, Json] = {}
        self.options = AcpOptions()
        self.turn: AcpTurn | None = None
        self.session_id: str | None = None
        self.session_cost_usd: float | None = None
        self.turn_started_at_cost_usd: float | None = None
        self.turn_told_its_cost = False
        self._process = process
        self.profile = profile
        handlers = RpcHandlers(self._take_notification, self._take_request, self._take_noise)
        self.rpc = JsonRpc(process, handlers, limits, profile)

    @property
    def pid(self) -> int:
        return self._process.pid

    def stderr_tail(self) -> str:
        return self._process.stderr_tail()

    @property
    def turn_cost_usd(self) -> float | None:
        """Agents report what the whole session cost; one that tells less than before has begun to count anew.

        Unknown where nobody knows where a resumed session stood, and where nothing was said since the turn began: it
        may have been stopped before its bill was made up.
        """
        now, before = self.session_cost_usd, self.turn_started_at_cost_usd
        if not self.turn_told_its_cost or now is None or before is None:
            return None
        return now - before if now >= before else now

    async def initialize(self) -> None:
        params = {
            "protocolVersion": PROTOCOL_VERSION,
            "clientCapabilities": _OUR_CAPABILITIES,
            "clientInfo": {"name": "shopfloor", "title": "Shopfloor", "version": __version__},
        }
        try:
            result = await self.ask("initialize", params, what="introduce itself")
        except _HARDLY_TELLING as exc:
            if type(exc) not in _HARDLY_TELLING:
                raise
            raise AgentStartFailed(f"The agent did not start. {exc.message}", hint=exc.hint) from exc
        version = result.get("protocolVersion")
        if version != PROTOCOL_VERSION:
            raise AgentStartFailed(f"The agent speaks version {version} of ACP; this floor speaks {PROTOCOL_VERSION}.")
        capabilities = result.get("agentCapabilities")
        self.capabilities = capabilities if isinstance(capabilities, dict) else {}

    async def ask(self, method: str, params: Mapping[str, Json], *, what: str) -> Mapping[str, Json]:
        """A request that is not a turn: answered soon, or the agent is of no use."""
        seconds = self.limits.start_seconds
        try:
            async with asyncio.timeout(seconds):
                result = await (await self.rpc.request(method, params))
        except TimeoutError as exc:
            stderr = shown_stderr(self._process.stderr_tail())
            raise AgentTimedOut(f"The agent did not {what} within {seconds:g} seconds.{stderr}") from exc
        except RpcError as exc:
            raise self.error_from(exc) from exc
        return result if isinstance(result, dict) else {}

    def error_from(self, error: RpcError) -> AgentError:
        return agent_error_from(error, self.profile)

    async def kill(self) -> None:
        """Ends it now, and all it started, and does not wait for whoever listens to take in what it said last."""
        await self._process.kill()
        await self.rpc.close()

    async def close(self) -> None:
        """Ends it and all it started, giving it a moment to put its things in order."""
        await self._process.kill(grace_seconds=self.limits.close_grace_seconds)
        await self.rpc.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _take_notification(self, method: str, params: Mapping[str, Json]) -> None:
        if method != "session/update" or params.get("sessionId") != self.session_id:
            return
        update = params.get("update")
        if not isinstance(update, dict):
            return
        turn = self.turn if self.turn is not None and not self.turn.is_answered else None
        match update.get("sessionUpdate"):
            case "usage_update":
                await self._take_usage(update, turn)
            case "config_option_update" | "current_mode_update":
                await self._take_options(update, turn)
            case _ if turn is not None:
                await turn.take_update(update)

    async def _take_options(self, update: Mapping[str, Json], turn: AcpTurn | None) -> None:
        """The agent itself may change them, such as when a plan is approved and it goes on to build."""
        before = self.options.offered.current()
        mode = update.get("currentModeId")
        if isinstance(mode, str):
            self.options = self.options.with_choice(OptionKind.MODE, mode)
        else:
            self.options = options_from_wire(update)
        now = self.options.offered.current()
        if turn is not None and now != before:
            await turn.take_choices(now)

    async def _take_usage(self, update: Mapping[str, Json], turn: AcpTurn | None) -> None:
        cost = cost_from_wire(update)
        if cost is not None:
            self.session_cost_usd, self.turn_told_its_cost = cost, True
        if turn is not None:
            await turn.take_usage(update, self.turn_cost_usd)

    async def _take_request(self, method: str, params: Mapping[str, Json]) -> Json:
        if method != "session/request_permission":
            raise MethodNotFound
        if self.turn is None:
            return {"outcome": {"outcome": "cancelled"}}
        return await self.turn.answer_permission(params, self.limits.permission_seconds)

    async def _take_noise(self, text: str) -> None:
        if self.turn is not None:
            await self.turn.take_noise(text)
