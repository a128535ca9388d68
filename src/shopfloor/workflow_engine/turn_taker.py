"""One turn: a dialogue with the agent, and what it changed into a commit and out."""

import time

from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.naming import question_subject_for, title_from_prompt
from shopfloor.domain.runs import Run, Turn
from shopfloor.domain.work_order import AgentWorkOrder, Prompt, PromptIntent, PromptStatus
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.turn_recorder import TurnSummary
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.commits import Commit
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine import run_text
from shopfloor.workflow_engine.delivery import Delivery, committed
from shopfloor.workflow_engine.dialogue import Dialogue
from shopfloor.workflow_engine.naming_desk import NamingDesk
from shopfloor.workflow_engine.standing import Standing
from shopfloor.workflow_engine.turn_begin import phase_started
from shopfloor.workflow_engine.turn_prompt import PromptWithdrawn
from shopfloor.workflow_engine.workbench import Workbench


class TurnTaker:
    def __init__(
        self, *, store: Store, journal: Journal, dialogue: Dialogue, delivery: Delivery, naming: NamingDesk
    ) -> None:
        self._store = store
        self._journal = journal
        self._dialogue = dialogue
        self._delivery = delivery
        self._naming = naming

    async def take(self, bench: Workbench, order: AgentWorkOrder, run: Run, turn: Turn) -> Standing:
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
                summary = await self._dialogue.hold(bench, order, run, turn)
            except PromptWithdrawn:
                return await self._settle_skipped(run, turn)
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
        settled = await self._store.write(lambda tx: _settle_turn(tx, run, turn, events))
        if undelivered is not None:
            raise undelivered
        return settled

    async def _subject_of(self, bench: Workbench, order: AgentWorkOrder, turn: Turn, summary: TurnSummary) -> str:
        prompt = await self._asked_in(turn)
        if prompt is not None and prompt.intent is PromptIntent.QUESTION:
            return question_subject_for(prompt.prompt_text)
        title = title_from_prompt(prompt.prompt_text) if prompt is not None else order.title
        return await self._naming.commit_subject(bench.workspace_path, turn.phase, title, summary.answer_text)

    async def _asked_in(self, turn: Turn) -> Prompt | None:
        prompt_id = turn.prompt_id
        return await self._store.read(lambda tx: tx.prompts.get(prompt_id)) if prompt_id is not None else None

    async def skip_withdrawn(self, run: Run, turn: Turn) -> Standing | None:
        """A turn whose prompt was taken back needs no agent at all."""
        prompt = await self._asked_in(turn)
        if prompt is None or prompt.status is not PromptStatus.WITHDRAWN:
            return None
        return await self._settle_skipped(run, turn)

    async def _settle_skipped(self, run: Run, turn: Turn) -> Standing:
        skipped = _phase_completed(run, turn, 0.0, skipped=True)
        return await self._store.write(lambda tx: _settle_turn(tx, run, turn, [skipped]))

    async def _keep_deliverable(
        self, bench: Workbench, order: AgentWorkOrder, turn: Turn, summary: TurnSummary
    ) -> None:
        """A plan and a test report are always files: where the agent only spoke, its answer becomes the file."""
        path = run_text.deliverable_of(order, turn.phase) if turn.prompt_id is None else None
        if path is None or not summary.answer_text.strip():
            return
        if (bench.workspace_path / path).exists():
            return
        await bench.sandbox.write_file(path, summary.answer_text.encode())


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


def _settle_turn(tx: Transaction, run: Run, turn: Turn, events: list[NewEvent]) -> Standing:
    done, order_id = run.turns.index(turn) + 1, run.agent_work_order_id
    settled = tx.runs.update(run.run_id, turns_done=done)
    if turn.prompt_id is not None and tx.prompts.get(turn.prompt_id).status is PromptStatus.SENT:
        tx.prompts.answered(turn.prompt_id)
        answered = {"prompt_id": turn.prompt_id, "run_id": run.run_id}
        events = [*events, NewEvent(EventType.PROMPT_ANSWERED, answered, once=f"prompt-answered:{turn.prompt_id}")]
    if done < len(run.turns):
        following = run.turns[done]
        order = tx.orders.update(order_id, current_phase=following.phase)
        events = [*events, phase_started(run, following)]
    else:
        order = tx.orders.get(order_id)
    tx.journal.append(order_id, events)
    return Standing(order, settled)
