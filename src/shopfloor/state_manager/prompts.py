"""What people told the agents, in order, until it is answered."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from shopfloor.domain.ids import AgentWorkOrderId, PromptId, new_prompt_id
from shopfloor.domain.work_order import Prompt, PromptIntent, PromptStatus
from shopfloor.errors import PromptAlreadySent, WrongMove
from shopfloor.state_manager.clock import Clock
from shopfloor.state_manager.prepared import Prepared
from shopfloor.state_manager.rows import changed_row, insert_row, one_row, values_of
from shopfloor.state_manager.tables import agent_work_orders
from shopfloor.state_manager.tables import prompts as table

_OF_ORDER = Prepared(
    select(table).where(table.c.agent_work_order_id == bindparam("of_order")).order_by(table.c.position)
)


class PromptReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, prompt_id: PromptId) -> Prompt:
        return Prompt(**one_row(self._connection, table, prompt_id, what="prompt"))

    def next_queued(self, agent_work_order_id: AgentWorkOrderId) -> Prompt | None:
        waiting = (prompt for prompt in self.list(agent_work_order_id) if prompt.status is PromptStatus.QUEUED)
        return next(waiting, None)

    def list(self, agent_work_order_id: AgentWorkOrderId) -> list[Prompt]:
        return [Prompt(**row) for row in _OF_ORDER.mappings(self._connection, {"of_order": agent_work_order_id})]


class Prompts(PromptReader):
    def __init__(self, connection: Connection, clock: Clock) -> None:
        super().__init__(connection)
        self._clock = clock

    def add(
        self,
        agent_work_order_id: AgentWorkOrderId,
        text: str,
        *,
        author: str | None = None,
        intent: PromptIntent = PromptIntent.WORK,
    ) -> Prompt:
        one_row(self._connection, agent_work_orders, agent_work_order_id, what="work order")
        last = select(func.max(table.c.position)).where(table.c.agent_work_order_id == agent_work_order_id)
        position = (self._connection.execute(last).scalar_one() or 0) + 1
        prompt = Prompt(
            new_prompt_id(),
            agent_work_order_id,
            position,
            text,
            PromptStatus.QUEUED,
            created_at=self._clock(),
            author=author,
            intent=intent,
        )
        insert_row(self._connection, table, values_of(prompt))
        return self.get(prompt.prompt_id)

    def change(self, prompt_id: PromptId, **fields: Any) -> Prompt:
        """Only while it waits: whoever comes first, the editor or the turn that sends it, has it."""
        try:
            return self.update(prompt_id, expect_status={PromptStatus.QUEUED}, **fields)
        except WrongMove as exc:
            status = self.get(prompt_id).status
            raise PromptAlreadySent(
                f"The prompt cannot be changed any more: it is {status}.", hint="Send another prompt instead."
            ) from exc

    def send(self, prompt_id: PromptId) -> Prompt:
        """Sent from now on, unless it was withdrawn; one that was sent before a crash or a retry stays so."""
        if self.get(prompt_id).status is not PromptStatus.QUEUED:
            return self.get(prompt_id)
        return self.update(prompt_id, status=PromptStatus.SENT, sent_at=self._clock())

    def answered(self, prompt_id: PromptId) -> Prompt:
        return self.update(
            prompt_id,
            expect_status={PromptStatus.SENT},
            status=PromptStatus.ANSWERED,
            answered_at=self._clock(),
        )

    def update(
        self, prompt_id: PromptId, *, expect_status: Collection[PromptStatus] | None = None, **fields: Any
    ) -> Prompt:
        row = changed_row(self._connection, table, prompt_id, fields, what="prompt", expect_status=expect_status)
        return Prompt(**row)
