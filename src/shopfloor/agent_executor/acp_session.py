"""A conversation with an agent over the Agent Client Protocol."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from shopfloor.agent_executor.acp_agent import AcpAgent
from shopfloor.agent_executor.acp_options import options_from_wire
from shopfloor.agent_executor.acp_turn import AcpTurn
from shopfloor.agent_executor.acp_updates import turn_usage_from_wire
from shopfloor.agent_executor.agent_options import AgentOptions, OptionKind, not_offered
from shopfloor.agent_executor.agent_session import OnPermission, OnUpdate, StopReason, TurnContext, TurnResult
from shopfloor.agent_executor.error_vocabulary import GO_ON
from shopfloor.agent_executor.json_lines import Json
from shopfloor.agent_executor.json_rpc import RpcError
from shopfloor.agent_executor.turn_trouble import TurnTrouble
from shopfloor.errors import AgentCrashed, AgentProtocolError, AgentTimedOut, TurnIdleLimitReached, TurnTimeLimitReached

_LEAST_WAIT_SECONDS = 0.005
_TIME_HINT = (
    "Raise turn_seconds (`shopfloor edit ID --turn-seconds NUMBER`) or make the task smaller. "
    "Then retry: it goes on with the work so far."
)
_IDLE_HINT = "Retry, or raise idle_seconds (`shopfloor edit ID --idle-seconds NUMBER`) if such silence is normal."
_SILENT_RETRIES_HINT = (
    "This agent tries again without a word while its model's server fails or limits it: look there, then retry."
)


class AcpSession:
    """An AgentSession. It owns its agent: closing it ends the agent."""

    def __init__(self, agent: AcpAgent, session_id: str, *, was_resumed: bool) -> None:
        self.agent_session_id = session_id
        self.was_resumed = was_resumed
        self._agent = agent

    @property
    def is_alive(self) -> bool:
        return self._agent.rpc.failure is None

    async def prompt(
        self,
        text: str,
        *,
        on_update: OnUpdate,
        on_permission: OnPermission,
        context: TurnContext | None = None,
    ) -> TurnResult:
        if self._agent.turn is not None:
            raise RuntimeError("a session has one turn at a time")
        turn = AcpTurn(on_update, on_permission, TurnTrouble(self._agent.profile))
        self._agent.turn = turn
        self._agent.turn_started_at_cost_usd, self._agent.turn_told_its_cost = self._cost_so_far(), False
        try:
            return await self._take_turn(turn, text, context)
        finally:
            self._agent.turn = None
            turn.end()

    async def cancel(self) -> None:
        turn = self._agent.turn
        if turn is None or self._agent.rpc.failure is not None:
            return
        turn.is_cancelled = True
        try:
            async with asyncio.timeout(self._agent.limits.cancel_seconds):
                await self._agent.rpc.notify("session/cancel", {"sessionId": self.agent_session_id})
                turn.stop_asking()
                await turn.ended.wait()
        except TimeoutError:
            await self._agent.kill()
            await turn.ended.wait()

    @property
    def options(self) -> AgentOptions:
        return self._agent.options.offered

    async def choose(self, kind: OptionKind, value: str) -> None:
        selection = self.options.of(kind)
        if selection.current == value:
            return
        if value not in selection.values:
            raise not_offered(kind, value, selection)
        method, params = self._agent.options.call_to_choose(kind, value)
        answer = await self._agent.ask(
            method, {"sessionId": self.agent_session_id, **params}, what=f"change its {kind.value}"
        )
        changed = options_from_wire(answer) if "configOptions" in answer else self._agent.options
        self._agent.options = changed.with_choice(kind, value)

    async def close(self) -> None:
        await self._agent.close()

    def stood_at(self, cost_usd: float | None) -> None:
        """What the session had cost when it was taken up again, unless the agent has told itself."""
        if self.was_resumed and self._agent.session_cost_usd is None:
            self._agent.session_cost_usd = cost_usd

    def _cost_so_far(self) -> float | None:
        nothing_yet = None if self.was_resumed else 0.0
        return nothing_yet if self._agent.session_cost_usd is None else self._agent.session_cost_usd

    async def _take_turn(self, turn: AcpTurn, text: str, context: TurnContext | None) -> TurnResult:
        started_at = time.monotonic()
        try:
            turn.answer = answer = await self._ask(text, context)
            await self._await_answer(turn, answer, started_at)
            return self._result_of(turn, answer.result())
        except RpcError as exc:
            if turn.is_cancelled:
                return TurnResult(StopReason.CANCELLED, None)
            raise self._agent.error_from(exc) from exc
        except (AgentCrashed, AgentProtocolError):
            if turn.is_cancelled:
                return TurnResult(StopReason.CANCELLED, None)
            raise

    async def _ask(self, text: str, context: TurnContext | None) -> "asyncio.Future[Json]":
        params: dict[str, Json] = {
            "sessionId": self.agent_session_id,
            "prompt": [{"type": "text", "text": text}],
        }
        if context is not None:
            told = {name: value for name, value in asdict(context).items() if value not in (None, False)}
            params["_meta"] = {"shopfloor": told}
        seconds = self._agent.limits.turn_idle_seconds
        try:
            async with asyncio.timeout(seconds):
                return await self._agent.rpc.request("session/prompt", params)
        except TimeoutError as exc:
            await self._agent.kill()
            raise AgentTimedOut(f"The agent did not read its prompt within {seconds:g} seconds.", hint=GO_ON) from exc

    async def _await_answer(self, turn: AcpTurn, answer: "asyncio.Future[Json]", started_at: float) -> None:
        try:
            while not answer.done():
                seconds = self._seconds_left(turn, started_at)
                await _first_of(seconds, answer, turn.listener_error)
                if turn.listener_error.done():
                    await self._agent.kill()
                    turn.listener_error.result()
                if not answer.done():
                    await self._check_deadlines(turn, started_at)
        finally:
            if not answer.done():
                answer.cancel()

    def _seconds_left(self, turn: AcpTurn, started_at: float) -> float:
        limits = self._agent.limits
        wall = limits.turn_seconds - (time.monotonic() - started_at)
        idle = limits.turn_idle_seconds - self._silence(turn)
        return max(min(wall, idle), _LEAST_WAIT_SECONDS)

    def _silence(self, turn: AcpTurn) -> float:
        return 0.0 if turn.waits_for_a_person else self._agent.rpc.silent_for()

    async def _check_deadlines(self, turn: AcpTurn, started_at: float) -> None:
        limits = self._agent.limits
        if self._silence(turn) >= limits.turn_idle_seconds:
            await self._agent.kill()
            raise TurnIdleLimitReached(
                f"The agent said nothing for {limits.turn_idle_seconds:g} seconds, so it was ended.",
                hint=_SILENT_RETRIES_HINT if self._agent.profile.retries_silently else _IDLE_HINT,
            )
        if time.monotonic() - started_at >= limits.turn_seconds:
            await self._agent.kill()
            raise TurnTimeLimitReached(
                f"The agent did not finish within {limits.turn_seconds:g} seconds, so it was ended.", hint=_TIME_HINT
            )

    def _result_of(self, turn: AcpTurn, result: Json) -> TurnResult:
        if not isinstance(result, Mapping) or not isinstance(result.get("stopReason"), str):
            raise AgentProtocolError("The agent answered the prompt without saying why it stopped.")
        stated = result["stopReason"]
        stop_reason = next((reason for reason in StopReason if reason.value == stated), StopReason.END_TURN)
        if stop_reason is StopReason.END_TURN and (error := turn.trouble.error()):
            raise error
        return TurnResult(stop_reason, turn_usage_from_wire(result, self._agent.turn_cost_usd))


async def _first_of(seconds: float, *futures: "asyncio.Future[Any]") -> None:
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
