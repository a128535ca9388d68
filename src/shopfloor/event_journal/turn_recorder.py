"""Puts what an agent says and does during one turn into the journal, and tells those who watch at once."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from shopfloor.domain.agent_updates import AgentUpdate, PlanUpdate, RawUpdate, TextChunk, ToolCallUpdate, UsageUpdate
from shopfloor.domain.events import EventType, LiveDelta, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, RunId
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.work_order import AgentWorkflowPhase
from shopfloor.event_journal.capped import Capped
from shopfloor.event_journal.hub import JournalHub
from shopfloor.event_journal.journal import Journal
from shopfloor.event_journal.message_stream import PART_SIZE, MessageStream, Said, Snapshot
from shopfloor.event_journal.outbox import Outbox
from shopfloor.event_journal.tool_calls import FIELD_SIZE, ToolCalls

_DELTA_SECONDS = 0.010
_TOOL_SECONDS = 0.25
_UPDATES_PER_BREATH = 32


@dataclass(frozen=True, slots=True)
class TurnSummary:
    answer_text: str
    """The last message, cut after its first 64 KiB."""
    tool_calls: int


class _Timer:
    """Calls back once; arming an armed one does nothing."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._handle: asyncio.TimerHandle | None = None

    def arm(self, delay: float) -> None:
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(max(0.0, delay), self._fire)

    def disarm(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _fire(self) -> None:
        self._handle = None
        self._call()


class TurnRecorder:
    """Text is told live as it comes, and kept as snapshots: when a message ends, and every second or so before.

    `record` does not wait for the journal, unless that has fallen behind: then it holds the agent back.
    """

    def __init__(
        self,
        journal: Journal,
        hub: JournalHub,
        agent_work_order_id: AgentWorkOrderId,
        run_id: RunId,
        phase: AgentWorkflowPhase,
        redactor: Redactor,
    ) -> None:
        self._hub = hub
        self._order_id = agent_work_order_id
        self._context = {"phase": str(phase), "run_id": str(run_id)}
        self._redactor = redactor
        self._outbox = Outbox(journal, agent_work_order_id)
        self._tool_calls = ToolCalls(redactor)
        self._message: MessageStream | None = None
        self._message_prefix = f"msg-{secrets.token_hex(4)}"
        self._message_count = 0
        self._answer = ""
        self._usage: UsageUpdate | None = None
        self._told_at = float("-inf")
        self._kept_at = 0.0
        self._delta_timer = _Timer(self._tell)
        self._keep_timer = _Timer(self._keep)
        self._tool_timer = _Timer(self._tell_due_tool_calls)
        self._since_breath = 0

    async def record(self, update: AgentUpdate) -> None:
        match update:
            case TextChunk():
                self._record_text(update)
            case ToolCallUpdate():
                self._record_tool_call(update)
            case PlanUpdate():
                self._put(EventType.AGENT_PLAN, {"entries": list(update.entries)}, replaces="plan")
            case UsageUpdate():
                self._record_usage(update)
            case RawUpdate():
                self._put(EventType.AGENT_UPDATE, {"name": update.name, "content": update.content})
        await self._breathe()

    def note(self, event: NewEvent) -> None:
        """Something about the turn, in its place among what the agent says."""
        self._outbox.put(event)

    async def catch_up(self) -> None:
        """Returns when all that was recorded so far is written, for what is to stand after it."""
        await self._outbox.drain()

    async def close(self) -> TurnSummary:
        """Ends the open message and returns when all is written."""
        summary = self._end()
        await self._outbox.drain()
        return summary

    async def hand_over(self) -> tuple[TurnSummary, list[NewEvent]]:
        """As `close`, but what is not written yet is the caller's to write, together with the end of the turn."""
        summary = self._end()
        return summary, await self._outbox.take_rest()

    def _end(self) -> TurnSummary:
        self._end_message()
        self._tell_tool_calls(self._tool_calls.with_news())
        self._tool_timer.disarm()
        return TurnSummary(self._answer, self._tool_calls.count)

    def _record_text(self, chunk: TextChunk) -> None:
        message = self._message
        if message is None or message.kind != chunk.kind:
            message = self._begin_message(chunk)
        message.add(chunk.text)
        wait = self._told_at + _DELTA_SECONDS - _now()
        if wait <= 0 or message.pending >= PART_SIZE:
            self._tell()
        else:
            self._delta_timer.arm(wait)

    def _begin_message(self, chunk: TextChunk) -> MessageStream:
        self._end_message()
        self._message_count += 1
        self._kept_at = _now()
        self._message = MessageStream(f"{self._message_prefix}-{self._message_count}", chunk.kind, self._redactor)
        return self._message

    def _end_message(self) -> None:
        self._delta_timer.disarm()
        self._keep_timer.disarm()
        message, self._message = self._message, None
        if message is None:
            return
        self._pass_on(message, message.finish())
        if message.kind == "message" and message.beginning:
            self._answer = message.beginning

    def _tell(self) -> None:
        self._delta_timer.disarm()
        if self._message is None:
            return
        self._told_at = _now()
        self._pass_on(self._message, self._message.flow())
        self._keep_timer.arm(self._kept_at + _seconds_between_snapshots(self._message) - self._told_at)

    def _keep(self) -> None:
        """A snapshot of the open message, for those who read the journal rather than watch."""
        self._kept_at = _now()
        if self._message is not None and self._message.part_length:
            self._keep_snapshot(self._message, self._message.snapshot())

    def _pass_on(self, message: MessageStream, flow: Iterable[Said | Snapshot]) -> None:
        delta_type: Literal["agent_message_delta", "agent_thought_delta"]
        delta_type = "agent_message_delta" if message.kind == "message" else "agent_thought_delta"
        for item in flow:
            if isinstance(item, Snapshot):
                self._keep_snapshot(message, item)
            else:
                self._hub.publish_delta(
                    LiveDelta(self._order_id, delta_type, message.message_id, item.offset, item.text)
                )

    def _keep_snapshot(self, message: MessageStream, snapshot: Snapshot) -> None:
        kind = EventType.AGENT_MESSAGE if message.kind == "message" else EventType.AGENT_THOUGHT
        event = NewEvent(kind, {**snapshot.payload(), **self._context})
        self._outbox.put(event, replaces=(snapshot.message_id, snapshot.part))

    def _record_tool_call(self, update: ToolCallUpdate) -> None:
        if not self._tool_calls.knows(update.tool_call_id):
            self._end_message()
        if self._tool_calls.merge(update):
            self._tell_tool_calls([update.tool_call_id])
        else:
            self._tell_due_tool_calls()

    def _tell_due_tool_calls(self) -> None:
        self._tell_tool_calls(self._tool_calls.due(_now()))
        if self._tool_calls.with_news():
            self._tool_timer.arm(_TOOL_SECONDS)

    def _tell_tool_calls(self, tool_call_ids: Iterable[str]) -> None:
        for tool_call_id in tool_call_ids:
            payload = {**self._tool_calls.tell(tool_call_id, _now()), **self._context}
            self._outbox.put(NewEvent(EventType.AGENT_TOOL_CALL, payload), replaces=("tool", tool_call_id))

    def _record_usage(self, update: UsageUpdate) -> None:
        if update != self._usage:
            self._usage = update
            names = ("context_tokens", "context_size", "session_cost_usd")
            context = {name: getattr(update, name) for name in names}
            self._put(EventType.AGENT_USAGE, {**asdict(update.usage), **context}, replaces="usage")

    def _put(self, event_type: EventType, content: dict[str, Any], *, replaces: str | None = None) -> None:
        capped = Capped(content, FIELD_SIZE, self._redactor)
        fields: Any = self._redactor.json(capped.value)
        marks = {"truncated": True} if capped.truncated else {}
        self._outbox.put(NewEvent(event_type, {**fields, **marks, **self._context}), replaces=replaces)

    async def _breathe(self) -> None:
        """Lets others run every few updates; waits for the journal if it has fallen behind."""
        if self._outbox.crowded:
            await self._outbox.drain()
        self._since_breath += 1
        if self._since_breath >= _UPDATES_PER_BREATH:
            self._since_breath = 0
            await asyncio.sleep(0)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _seconds_between_snapshots(message: MessageStream) -> float:
    """One, and up to five for a long text: each snapshot holds all of the part."""
    return 1.0 + 4.0 * message.part_length / PART_SIZE
