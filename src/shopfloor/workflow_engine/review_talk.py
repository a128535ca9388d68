"""A question to a reviewing agent and its answer: recorded, metered and counted like a turn; nothing is committed."""

import asyncio
import time
from dataclasses import asdict
from datetime import UTC, datetime

from shopfloor.agent_executor.agent_session import TurnContext
from shopfloor.domain.agent_updates import PermissionRequest
from shopfloor.domain.ai_review import AiReview
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.turn_usage import TurnUsage
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder, Usage
from shopfloor.errors import ShopfloorError
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.turn_recorder import TurnRecorder
from shopfloor.state_manager.store import Store
from shopfloor.workflow_engine.permission_desk import PermissionDesk
from shopfloor.workflow_engine.review_room import ReviewRoom
from shopfloor.workflow_engine.turn_meter import TurnMeter
from shopfloor.workflow_engine.turn_usage import note_usage
from shopfloor.workflow_engine.workflow_definitions import command_of

_PHASE = AgentWorkflowPhase.REVIEWING
_SHOWN = 20_000


class ReviewTalk:
    def __init__(
        self, *, store: Store, journal: Journal, hub: JournalHub, redactor: Redactor, permissions: PermissionDesk
    ) -> None:
        self._store = store
        self._journal = journal
        self._hub = hub
        self._redactor = redactor
        self._permissions = permissions

    async def ask(
        self, room: ReviewRoom, order: AgentWorkOrder, review: AiReview, prompt: str, *, task: str, turn: int
    ) -> str:
        """The agent's last message. Raises an AgentError where there is none."""
        order_id = order.agent_work_order_id
        facts: dict[str, Json] = {
            "command_name": command_of(_PHASE),
            "phase": _PHASE.value,
            "run_id": review.run_id,
            "review_id": review.review_id,
            "agent": review.agent,
        }
        await self._journal.append(
            order_id, NewEvent(EventType.AGENT_COMMAND_STARTED, {**facts, "prompt": prompt[:_SHOWN]})
        )
        recorder = TurnRecorder(
            self._journal, self._hub, order_id, run_id=review.run_id, phase=_PHASE, redactor=self._redactor
        )
        meter = TurnMeter(order.limits, recorder.record)
        started = time.monotonic()

        def spent(at_its_end: Usage | None = None) -> TurnUsage:
            return _turn_usage(room, order, review, turn, meter.used(at_its_end))

        async def decide(request: PermissionRequest) -> str | None:
            return await self._permissions.only_looking(order_id, request, workspace_path=room.workspace_path)

        context = TurnContext(phase=_PHASE, task=task, follow_up=turn > 1)
        try:
            result = await room.session.prompt(prompt, context=context, on_update=meter.take, on_permission=decide)
        except ShopfloorError as exc:
            await recorder.close()
            told = {"error": exc.message, "code": exc.code, "category": exc.category.value, "hint": exc.hint}
            await self._note(spent(), NewEvent(EventType.AGENT_COMMAND_FAILED, {**facts, **told}))
            raise
        except BaseException:
            await asyncio.shield(self._note_abandoned(recorder, spent()))
            raise
        summary = await recorder.close()
        used = spent(result.usage)
        facts |= {"duration_seconds": round(time.monotonic() - started, 3), "stop_reason": result.stop_reason}
        done = NewEvent(EventType.AGENT_COMMAND_COMPLETED, {**facts, "usage": asdict(used.usage)})
        await self._note(used, done)
        return summary.answer_text

    async def _note(self, used: TurnUsage, *events: NewEvent) -> None:
        await self._store.write(lambda tx: note_usage(tx, used, events))

    async def _note_abandoned(self, recorder: TurnRecorder, used: TurnUsage) -> None:
        await recorder.close()
        await self._note(used)


def _turn_usage(room: ReviewRoom, order: AgentWorkOrder, review: AiReview, turn: int, usage: Usage) -> TurnUsage:
    return TurnUsage(
        run_id=review.run_id,
        turn=turn,
        agent_work_order_id=order.agent_work_order_id,
        project_id=order.project_id,
        agent=review.agent,
        model=room.session.options.model.current or review.model,
        phase=_PHASE,
        ended_at=datetime.now(UTC),
        **asdict(usage),
    )
