"""What people tell the agent of a work order: sent in order, changed or taken back while it waits."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId, PromptId
from shopfloor.domain.lifecycle import Move
from shopfloor.domain.runs import RunKind
from shopfloor.domain.work_order import (
    ACTIVE,
    AgentWorkOrder,
    AgentWorkOrderStatus,
    Prompt,
    PromptIntent,
    PromptStatus,
)
from shopfloor.errors import NotFound, WrongMove
from shopfloor.preferences.preferences import Preferences
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.workflow_engine.queueing import enqueue_run, turn_of

_WAITS_ITS_TURN = frozenset({AgentWorkOrderStatus.PENDING, AgentWorkOrderStatus.PAUSED, *ACTIVE})


class Prompts:
    def __init__(self, *, store: Store, preferences: Preferences, wake_dispatcher: Callable[[], None]) -> None:
        self._store = store
        self._preferences = preferences
        self._wake = wake_dispatcher

    async def list(self, order_id: AgentWorkOrderId) -> Sequence[Prompt]:
        def read(tx: Reader) -> Sequence[Prompt]:
            tx.orders.get(order_id)
            return tx.prompts.list(order_id)

        return await self._store.read(read)

    async def send(
        self, order_id: AgentWorkOrderId, prompt_text: str, *, intent: PromptIntent = PromptIntent.WORK
    ) -> tuple[AgentWorkOrder, Prompt]:
        """While an order is under way the prompt waits its turn; on a finished one it starts a follow-up run."""
        result = await self._store.write(lambda tx: self.take(tx, order_id, prompt_text, intent=intent))
        self.begin_taken()
        return result

    def take(
        self,
        tx: Transaction,
        order_id: AgentWorkOrderId,
        prompt_text: str,
        *,
        intent: PromptIntent = PromptIntent.WORK,
        author: str | None = None,
    ) -> tuple[AgentWorkOrder, Prompt]:
        """As a part of somebody's transaction, who calls `begin_taken` after it."""
        order = tx.orders.get(order_id)
        if order.status is AgentWorkOrderStatus.CANCELLED:
            raise WrongMove("The work order was cancelled and takes no more prompts. File a new one.")
        author = author or self._preferences.current.author_name
        prompt = tx.prompts.add(order_id, prompt_text, author=author, intent=intent)
        tx.journal.append(order_id, [_told(EventType.PROMPT_QUEUED, prompt)])
        if order.status in _WAITS_ITS_TURN:
            return order, prompt
        first = tx.prompts.next_queued(order_id) or prompt
        now = datetime.now(UTC)
        return enqueue_run(tx, order, RunKind.FOLLOW_UP, (turn_of(first),), Move.PROMPT, now), prompt

    def begin_taken(self) -> None:
        self._wake()

    async def edit(self, order_id: AgentWorkOrderId, prompt_id: PromptId, prompt_text: str) -> Prompt:
        return await self._change(order_id, prompt_id, EventType.PROMPT_UPDATED, prompt_text=prompt_text)

    async def withdraw(self, order_id: AgentWorkOrderId, prompt_id: PromptId) -> Prompt:
        return await self._change(order_id, prompt_id, EventType.PROMPT_WITHDRAWN, status=PromptStatus.WITHDRAWN)

    async def _change(
        self, order_id: AgentWorkOrderId, prompt_id: PromptId, event_type: EventType, **fields: object
    ) -> Prompt:
        def write(tx: Transaction) -> Prompt:
            if tx.prompts.get(prompt_id).agent_work_order_id != order_id:
                raise NotFound(f"The work order has no prompt {prompt_id}.")
            changed = tx.prompts.change(prompt_id, **fields)
            tx.journal.append(order_id, [_told(event_type, changed)])
            return changed

        return await self._store.write(write)


def _told(event_type: EventType, prompt: Prompt) -> NewEvent:
    facts: dict[str, Json] = {
        "prompt_id": prompt.prompt_id,
        "prompt_text": prompt.prompt_text,
        "position": prompt.position,
        "author": prompt.author,
        "intent": prompt.intent.value,
    }
    return NewEvent(event_type, facts)
