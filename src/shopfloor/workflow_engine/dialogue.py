"""The prompt to the agent, its answer into the journal; again after an error that may pass."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from shopfloor.agent_executor.agent_session import StopReason, TurnResult
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.runs import Run, Turn
from shopfloor.domain.turn_usage import TurnUsage
from shopfloor.domain.work_order import AgentWorkOrder, Usage
from shopfloor.errors import AgentError, AgentGaveNoAnswer, AgentRefused, ShopfloorError
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.turn_recorder import TurnRecorder, TurnSummary
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine import run_text
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.turn_meter import TurnMeter
from shopfloor.workflow_engine.turn_prompt import PromptWriter
from shopfloor.workflow_engine.turn_usage import note_usage
from shopfloor.workflow_engine.workbench import Workbench, WorkbenchMaker
from shopfloor.workflow_engine.workflow_definitions import command_of


class Dialogue:
    def __init__(
        self,
        *,
        store: Store,
        journal: Journal,
        hub: JournalHub,
        redactor: Redactor,
        prompts: PromptWriter,
        workbenches: WorkbenchMaker,
        permissions: PermissionDesk,
        retry_rule: RetryRule,
    ) -> None:
        self._store = store
        self._journal = journal
        self._hub = hub
        self._redactor = redactor
        self._prompts = prompts
        self._workbenches = workbenches
        self._permissions = permissions
        self._retry_rule = retry_rule

    async def hold(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> TurnSummary:
        prompt = await self._prompts.write(bench, order, run, turn)
        attempt = 1
        while True:
            if bench.conversation_was_lost:
                prompt = await self._prompts.write(bench, order, run, turn)
            try:
                summary = await self._converse_once(bench, order, run, turn, prompt, attempt)
            except AgentError as exc:
                delay = self._retry_rule.delay_after(attempt, exc)
                if delay is None:
                    raise
                await self._wait_before_retry(bench, order, turn, exc, attempt, delay)
            else:
                return summary
            attempt += 1

    async def _wait_before_retry(
        self, bench: Workbench, order: AgentWorkOrder, turn: Turn, exc: AgentError, attempt: int, delay: float
    ) -> None:
        payload = {
            "phase": turn.phase.value,
            "attempt": attempt,
            "attempts": self._retry_rule.attempts,
            "error": exc.message,
            "code": exc.code,
            "category": exc.category.value,
            "delay_seconds": round(delay, 3),
            "next_attempt_at": (datetime.now(UTC) + timedelta(seconds=delay)).isoformat().replace("+00:00", "Z"),
        }
        await self._journal.append(order.agent_work_order_id, NewEvent(EventType.AGENT_COMMAND_RETRIED, payload))
        await asyncio.sleep(delay)
        if bench.session is None or not bench.session.is_alive:
            await self._workbenches.reopen(bench, order)

    async def _converse_once(
        self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn, prompt: str, attempt: int
    ) -> TurnSummary:
        session = bench.session
        assert session is not None
        order_id = order.agent_work_order_id
        facts: dict[str, Any] = {"command_name": _command_name(turn), "phase": turn.phase.value, "run_id": run.run_id}
        facts |= {name: value for name, value in asdict(bench.choices_in_use).items() if value is not None}
        recorder = TurnRecorder(
            self._journal, self._hub, order_id, run_id=run.run_id, phase=turn.phase, redactor=self._redactor
        )
        begun = {**facts, "attempt": attempt, "prompt": prompt[:20_000]}
        recorder.note(NewEvent(EventType.AGENT_COMMAND_STARTED, begun))
        meter = TurnMeter(order.limits, recorder.record)
        started = time.monotonic()

        def spent(at_its_end: Usage | None = None) -> TurnUsage:
            return _turn_usage(bench, order, run, turn, meter.used(at_its_end))

        async def decide(request: PermissionRequest) -> str | None:
            await recorder.catch_up()
            return await self._permissions.decide(
                order_id,
                request,
                workspace_path=bench.sandbox.workspace_path,
                agent_session_id=session.agent_session_id,
            )

        context = self._prompts.context(order, turn, is_question=prompt.endswith(run_text.QUESTION_NOTE))
        try:
            result = await session.prompt(prompt, context=context, on_update=meter.take, on_permission=decide)
        except ShopfloorError as exc:
            await recorder.close()
            await self._note_turn(spent(), _command_failed(facts, exc))
            raise
        except BaseException:
            await asyncio.shield(self._note_abandoned(recorder, spent))
            raise
        facts |= {"duration_seconds": round(time.monotonic() - started, 3), "stop_reason": result.stop_reason}
        return await asyncio.shield(self._note_end(recorder, spent(result.usage), result, facts))

    async def _note_end(
        self, recorder: TurnRecorder, used: TurnUsage, result: TurnResult, facts: dict[str, Any]
    ) -> TurnSummary:
        """The last of what the agent said, what it used and that it has ended, in one transaction."""
        summary, unwritten = await recorder.hand_over()
        error = _unanswered(result, summary)
        if error is not None:
            ended = _command_failed(facts, error)
        else:
            ended = NewEvent(EventType.AGENT_COMMAND_COMPLETED, {**facts, "usage": asdict(used.usage)})
        await self._note_turn(used, *unwritten, ended)
        if error is not None:
            raise error
        return summary

    async def _note_turn(self, used: TurnUsage, *events: NewEvent) -> None:
        await self._store.write(lambda tx: note_usage(tx, used, events))

    async def _note_abandoned(self, recorder: TurnRecorder, spent: Callable[[], TurnUsage]) -> None:
        await recorder.close()
        await self._note_turn(spent())


def _command_failed(facts: Mapping[str, Json], error: ShopfloorError) -> NewEvent:
    told = {"error": error.message, "code": error.code, "category": error.category.value, "hint": error.hint}
    return NewEvent(EventType.AGENT_COMMAND_FAILED, {**facts, **told})


def _unanswered(result: TurnResult, summary: TurnSummary) -> AgentError | None:
    """The error of a turn that ended in order, but with nothing said and nothing done."""
    if summary.tool_calls or summary.answer_text.strip():
        return None
    if result.stop_reason is StopReason.REFUSAL:
        return AgentRefused("The model refused to work on this.", hint="Put the task in other words.")
    if result.stop_reason is StopReason.END_TURN:
        return AgentGaveNoAnswer("The agent ended its turn without saying or doing anything.", hint="Retry.")
    return None


def _command_name(turn: Turn) -> str:
    return "prompt" if turn.prompt_id else command_of(turn.phase)


def _turn_usage(bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn, usage: Usage) -> TurnUsage:
    return TurnUsage(
        run_id=run.run_id,
        turn=run.turns.index(turn) + 1,
        agent_work_order_id=order.agent_work_order_id,
        project_id=order.project_id,
        agent=order.agent,
        model=bench.choices_in_use.model or order.model,
        phase=turn.phase,
        ended_at=datetime.now(UTC),
        **asdict(usage),
    )
