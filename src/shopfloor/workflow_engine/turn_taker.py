"""One turn: the prompt to the agent, its answer into the journal, what it changed into a commit and out."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from shopfloor.agent_executor.agent_session import StopReason, TurnContext, TurnResult
from shopfloor.command_loader.command_file import render
from shopfloor.command_loader.command_loader import load_command
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import PromptId
from shopfloor.domain.naming import question_subject_for, title_from_prompt
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.runs import Run, Turn
from shopfloor.domain.turn_usage import TurnUsage
from shopfloor.domain.work_order import AgentWorkOrder, Prompt, PromptIntent, PromptStatus, Usage
from shopfloor.errors import AgentError, AgentGaveNoAnswer, AgentRefused, ShopfloorError
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.turn_recorder import TurnRecorder, TurnSummary
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commits import Commit
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine import run_text
from shopfloor.workflow_engine.delivery import Delivery, committed
from shopfloor.workflow_engine.issue_desk import IssueDesk
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.recap import RecapWriter
from shopfloor.workflow_engine.retry_rule import RetryRule
from shopfloor.workflow_engine.turn_begin import phase_started
from shopfloor.workflow_engine.turn_meter import TurnMeter
from shopfloor.workflow_engine.workbench import Workbench, WorkbenchMaker
from shopfloor.workflow_engine.workflow_definitions import command_of


class _PromptWithdrawn(Exception):
    """Taken back between the start of the turn and the moment it would have been sent."""


class TurnTaker:
    def __init__(
        self,
        *,
        store: Store,
        journal: Journal,
        hub: JournalHub,
        redactor: Redactor,
        recaps: RecapWriter,
        delivery: Delivery,
        workbenches: WorkbenchMaker,
        permissions: PermissionDesk,
        retry_rule: RetryRule,
        naming: NamingDesk,
        issues: IssueDesk,
    ) -> None:
        self._issues = issues
        self._store = store
        self._journal = journal
        self._hub = hub
        self._redactor = redactor
        self._recaps = recaps
        self._delivery = delivery
        self._workbenches = workbenches
        self._permissions = permissions
        self._retry_rule = retry_rule
        self._naming = naming

    async def take(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> None:
        """Raises a ShopfloorError when the agent could not answer. A turn whose commit is there is not taken again.

        Also one whose commit could not be brought out is done: a retry brings it out and asks no agent again.
        """
        started = time.monotonic()
        head_before = None if run.was_interrupted else self._delivery.head(bench)
        commit: Commit | CommitInfo | None = None
        if run.was_interrupted:
            commit = await self._delivery.find_commit(bench, run.run_id, turn.phase)
        if commit is None:
            if by_hand := await self._delivery.commit_by_hand(bench):
                await self._journal.append(order.agent_work_order_id, committed(bench, by_hand, None))
            try:
                summary = await self._converse(bench, order, run, turn)
            except _PromptWithdrawn:
                await self._settle_skipped(run, turn)
                return
            await self._keep_deliverable(bench, order, turn, summary)
            subject = await self._subject_of(bench, order, turn, summary)
            commit = await self._delivery.commit(
                bench, run.run_id, turn.phase, subject, co_author=bench.agent.co_author
            )
        events: list[NewEvent] = []
        head_sha = commit.sha if commit else self._delivery.unpublished_head(bench, head_before)
        if commit is not None:
            events.append(committed(bench, commit, turn.phase.value))
        undelivered: ShopfloorError | None = None
        if head_sha is not None:
            try:
                events = await self._delivery.publish(bench, order, head_sha, events)
            except ShopfloorError as error:
                undelivered = error
        events.append(_phase_completed(run, turn, time.monotonic() - started))
        await self._store.write(lambda tx: _settle_turn(tx, run, turn, events))
        if undelivered is not None:
            raise undelivered

    async def _subject_of(self, bench: Workbench, order: AgentWorkOrder, turn: Turn, summary: TurnSummary) -> str:
        prompt = await self._asked_in(turn)
        if prompt is not None and prompt.intent is PromptIntent.QUESTION:
            return question_subject_for(prompt.prompt_text)
        title = title_from_prompt(prompt.prompt_text) if prompt is not None else order.title
        return await self._naming.commit_subject(bench.workspace_path, turn.phase, title, summary.answer_text)

    async def _asked_in(self, turn: Turn) -> Prompt | None:
        prompt_id = turn.prompt_id
        return await self._store.read(lambda tx: tx.prompts.get(prompt_id)) if prompt_id is not None else None

    async def skip_withdrawn(self, run: Run, turn: Turn) -> bool:
        """A turn whose prompt was taken back needs no agent at all."""
        prompt = await self._asked_in(turn)
        if prompt is None or prompt.status is not PromptStatus.WITHDRAWN:
            return False
        await self._settle_skipped(run, turn)
        return True

    async def _settle_skipped(self, run: Run, turn: Turn) -> None:
        skipped = _phase_completed(run, turn, 0.0, skipped=True)
        await self._store.write(lambda tx: _settle_turn(tx, run, turn, [skipped]))

    async def _converse(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> TurnSummary:
        prompt = await self._prompt_of(bench, order, run, turn)
        attempt = 1
        while True:
            if bench.conversation_was_lost:
                prompt = await self._prompt_of(bench, order, run, turn)
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
        await self._journal.append(
            order_id,
            NewEvent(EventType.AGENT_COMMAND_STARTED, {**facts, "attempt": attempt, "prompt": prompt[:20_000]}),
        )
        recorder = TurnRecorder(
            self._journal, self._hub, order_id, run_id=run.run_id, phase=turn.phase, redactor=self._redactor
        )
        meter = TurnMeter(order.limits, recorder.record)
        started = time.monotonic()

        def spent(at_its_end: Usage | None = None) -> TurnUsage:
            return _turn_usage(bench, order, run, turn, meter.used(at_its_end))

        async def decide(request: PermissionRequest) -> str | None:
            return await self._permissions.decide(
                order_id,
                request,
                workspace_path=bench.sandbox.workspace_path,
                agent_session_id=session.agent_session_id,
            )

        context = self._context(order, turn, is_question=prompt.endswith(run_text.QUESTION_NOTE))
        try:
            result = await session.prompt(prompt, context=context, on_update=meter.take, on_permission=decide)
        except ShopfloorError as exc:
            await recorder.close()
            await self._note_turn(spent(), _command_failed(facts, exc))
            raise
        except BaseException:
            await asyncio.shield(self._note_abandoned(recorder, spent))
            raise
        summary = await recorder.close()
        used = spent(result.usage)
        if error := _unanswered(result, summary):
            await self._note_turn(used, _command_failed(facts, error))
            raise error
        facts["duration_seconds"] = round(time.monotonic() - started, 3)
        facts["stop_reason"] = result.stop_reason
        await self._note_turn(used, NewEvent(EventType.AGENT_COMMAND_COMPLETED, {**facts, "usage": asdict(used.usage)}))
        return summary

    async def _note_turn(self, used: TurnUsage, *events: NewEvent) -> None:
        await self._store.write(lambda tx: _note_usage(tx, used, events))

    async def _note_abandoned(self, recorder: TurnRecorder, spent: Callable[[], TurnUsage]) -> None:
        await recorder.close()
        await self._note_turn(spent())

    async def _prompt_of(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> str:
        if turn.prompt_id is not None:
            prompt_id = turn.prompt_id
            prompt = await self._store.write(lambda tx: _send_prompt(tx, run, prompt_id))
            if prompt.status is PromptStatus.WITHDRAWN:
                raise _PromptWithdrawn
            text = prompt.prompt_text
            if prompt.intent is PromptIntent.QUESTION:
                text += run_text.QUESTION_NOTE
        else:
            text = await self._command_prompt(bench, order, turn)
        if run.was_interrupted:
            text = run_text.INTERRUPTED_NOTE + text
        if bench.conversation_was_lost:
            bench.conversation_was_lost = False
            text = await self._recaps.write(bench, order, turn.prompt_id) + text
        return text

    async def _command_prompt(self, bench: Workbench, order: AgentWorkOrder, turn: Turn) -> str:
        command = await load_command(bench.sandbox, command_of(turn.phase))
        variables = {"PLAN_PATH": run_text.plan_path_of(order), "RESULTS_PATH": run_text.results_path_of(order)}
        text = render(command, self._issues.task_of(order), variables=variables)
        return text if command.is_builtin else f"{text}\n{run_text.guidance_of(order, turn.phase)}\n"

    def _context(self, order: AgentWorkOrder, turn: Turn, *, is_question: bool) -> TurnContext:
        return TurnContext(
            phase=turn.phase,
            task=self._issues.task_of(order),
            plan_path=run_text.plan_path_of(order),
            results_path=run_text.results_path_of(order),
            follow_up=turn.prompt_id is not None,
            question=is_question,
        )

    async def _keep_deliverable(
        self, bench: Workbench, order: AgentWorkOrder, turn: Turn, summary: TurnSummary
    ) -> None:
        """A plan and a test report are always files: where the agent only spoke, its answer becomes the file."""
        path = run_text.deliverable_of(order, turn.phase) if turn.prompt_id is None else None
        if path is None or not summary.answer_text.strip():
            return
        workspace = bench.workspace_path
        if await asyncio.to_thread((workspace / path).exists):
            return
        await bench.sandbox.write_file(path, summary.answer_text.encode())


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


def _send_prompt(tx: Transaction, run: Run, prompt_id: PromptId) -> Prompt:
    prompt = tx.prompts.send(prompt_id)
    if prompt.status is PromptStatus.SENT:
        sent = {"prompt_id": prompt_id, "run_id": run.run_id}
        tx.journal.append(
            run.agent_work_order_id,
            [NewEvent(EventType.PROMPT_SENT, sent, once=f"prompt-sent:{prompt_id}:{run.run_id}")],
        )
    return prompt


def _phase_completed(run: Run, turn: Turn, seconds: float, *, skipped: bool = False) -> NewEvent:
    payload: dict[str, Json] = {
        "phase": turn.phase.value,
        "run_id": run.run_id,
        "execution_duration_seconds": round(seconds, 3),
        **({"skipped": True} if skipped else {}),
    }
    return NewEvent(
        EventType.WORKFLOW_PHASE_COMPLETED, payload, once=f"phase-completed:{run.run_id}:{turn.phase.value}"
    )


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


def _note_usage(tx: Transaction, used: TurnUsage, events: Sequence[NewEvent]) -> None:
    order_id = used.agent_work_order_id
    tx.turn_usage.add(used)
    if used.usage != Usage():
        tx.orders.update(order_id, usage=tx.orders.get(order_id).usage.plus(used.usage))
    tx.journal.append(order_id, events)


def _settle_turn(tx: Transaction, run: Run, turn: Turn, events: list[NewEvent]) -> None:
    done = run.turns.index(turn) + 1
    tx.runs.update(run.run_id, turns_done=done)
    if turn.prompt_id is not None and tx.prompts.get(turn.prompt_id).status is PromptStatus.SENT:
        tx.prompts.answered(turn.prompt_id)
        answered = {"prompt_id": turn.prompt_id, "run_id": run.run_id}
        events = [*events, NewEvent(EventType.PROMPT_ANSWERED, answered, once=f"prompt-answered:{turn.prompt_id}")]
    if done < len(run.turns):
        following = run.turns[done]
        tx.orders.update(run.agent_work_order_id, current_phase=following.phase)
        events = [*events, phase_started(run, following)]
    tx.journal.append(run.agent_work_order_id, events)
