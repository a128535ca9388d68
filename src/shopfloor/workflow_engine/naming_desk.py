"""Names for orders: from a small model where one is configured and answers soon, else from good rules."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.naming import commit_subject_for
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.pending_changes import PendingChanges
from shopfloor.small_model.namer import Namer
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.run_text import task_of

_BRANCH_SECONDS = 3.0
_DIFF_BYTES = 48_000


class NamingDesk:
    def __init__(self, *, namer: Namer, store: Store, changes: PendingChanges) -> None:
        self._namer = namer
        self._store = store
        self._changes = changes
        self._titles: set[asyncio.Task[None]] = set()

    @property
    def is_ready(self) -> bool:
        return self._namer.is_ready

    def order_filed(self, order: AgentWorkOrder) -> None:
        """A better title arrives later, as an event; one that a person gave stays."""
        asking = self._namer.begin(order.agent_work_order_id, task_of(order)) if order.initial_prompt else None
        if asking is None:
            return

        async def give_title() -> None:
            names = await asking
            if names is not None and names.title is not None and names.title != order.title:
                title = names.title
                await self._store.write(lambda tx: _rename(tx, order, title))

        task = asyncio.ensure_future(give_title())
        self._titles.add(task)
        task.add_done_callback(self._titles.discard)

    async def words_for_branch(self, order: AgentWorkOrder) -> str | None:
        if not order.initial_prompt:
            return None
        return await self._namer.slug_for(order.agent_work_order_id, task_of(order), seconds=_BRANCH_SECONDS)

    async def commit_subject(self, workspace_path: Path, phase: AgentWorkflowPhase, title: str, answer: str) -> str:
        by_rule = commit_subject_for(phase, title, answer)
        if phase is not AgentWorkflowPhase.IMPLEMENTING or not self._namer.is_ready:
            return by_rule
        diff = await self._changes.diff(workspace_path, max_bytes=_DIFF_BYTES)
        return (await self._namer.subject_for(title, answer, diff) if diff else None) or by_rule

    async def summary(self, order: AgentWorkOrder, commits: Sequence[CommitInfo], mirror_path: Path) -> str | None:
        if not self._namer.is_ready or not commits:
            return None
        diff = await self._changes.between(mirror_path, order.base_sha, commits[-1].sha, max_bytes=_DIFF_BYTES)
        return await self._namer.summary_for(order.title, task_of(order), [each.subject for each in commits], diff)

    async def close(self) -> None:
        await self._namer.close()
        await asyncio.gather(*self._titles, return_exceptions=True)


def _rename(tx: Transaction, order: AgentWorkOrder, title: str) -> None:
    order_id = order.agent_work_order_id
    if tx.orders.get(order_id).title == order.title:
        tx.orders.update(order_id, title=title)
        tx.journal.append(order_id, [NewEvent(EventType.AGENT_WORK_ORDER_UPDATED, {"title": title})])
