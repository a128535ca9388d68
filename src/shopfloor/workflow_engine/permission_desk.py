"""Answers the agent's permission requests by the order's policy, or asks a person and waits."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.events import EventType, Json, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing
from shopfloor.domain.permissions import (
    Decision,
    chosen_option,
    decide,
    only_looks,
    option_for,
    remembered_as,
    tool_kind,
)
from shopfloor.domain.runs import StopKind
from shopfloor.errors import InvalidInput, NotFound, PermissionUnanswered
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.permissions import Permission, PermissionStatus
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.workflow_engine.stop_board import RunStopped


class PermissionDesk:
    """What is asked and answered is in the database; in memory is only who waits for it."""

    def __init__(self, *, store: Store, journal: Journal, seconds: float) -> None:
        self._store = store
        self._journal = journal
        self._seconds = seconds
        self._waiting: dict[str, asyncio.Future[str]] = {}

    @property
    def time_to_answer(self) -> timedelta:
        return timedelta(seconds=self._seconds)

    async def decide(
        self, order_id: AgentWorkOrderId, request: PermissionRequest, *, workspace_path: str, agent_session_id: str
    ) -> str | None:
        """The id of the chosen option. The policy is the order's at this moment: it may change during a turn."""

        def look(tx: Reader) -> tuple[Decision, str]:
            policy = tx.orders.get(order_id).permission_policy
            decision = decide(policy, request, workspace_path)
            remembered = _remembered(tx, order_id, agent_session_id, request) if decision is Decision.ASK else None
            return (remembered, "an answer for always") if remembered else (decision, f"policy {policy.value}")

        decision, by = await self._store.read(look)
        if decision is Decision.ASK:
            return await self._ask(order_id, request, agent_session_id)
        option = option_for(decision, request.options)
        await self._journal.append(order_id, _requested(request, is_open=False), _answered(request, option, by=by))
        return option.option_id if option else None

    async def only_looking(
        self, order_id: AgentWorkOrderId, request: PermissionRequest, *, workspace_path: str
    ) -> str | None:
        """For an agent that is to read and to change nothing."""
        decision = Decision.ALLOW if only_looks(request, workspace_path) else Decision.REJECT
        option = option_for(decision, request.options)
        told = _answered(request, option, by="reviews only look")
        await self._journal.append(order_id, _requested(request, is_open=False), told)
        return option.option_id if option else None

    async def _ask(self, order_id: AgentWorkOrderId, request: PermissionRequest, agent_session_id: str) -> str:
        permission_id = request.permission_id
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[permission_id] = answer
        await self._store.write(lambda tx: _enter_waiting(tx, order_id, request, agent_session_id))
        try:
            return await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            return await self._last_word(order_id, request)
        finally:
            self._waiting.pop(permission_id, None)
            await asyncio.shield(self._store.write(lambda tx: _leave_waiting(tx, order_id, permission_id)))

    async def _last_word(self, order_id: AgentWorkOrderId, request: PermissionRequest) -> str:
        """The answer that came in the last moment; else the order is paused until somebody has time for it."""
        permission = await self._store.write(lambda tx: tx.permissions.expire_one(request.permission_id))
        if permission.answer is not None:
            return permission.answer
        unanswered = PermissionUnanswered(
            f"The agent asked «{request.title}» and nobody answered within {self._seconds:g} seconds.",
            hint="Resume the work order when you have time to answer: it asks again.",
        )
        raise RunStopped(StopKind.PAUSE, unanswered.message, unanswered.as_work_order_error())

    async def answer(self, order_id: AgentWorkOrderId, permission_id: str, answer: str, *, by: str) -> Permission:
        """The first answer counts; a later one is told that it came too late."""
        permission = await self._store.write(lambda tx: _note_answer(tx, order_id, permission_id, answer, by))
        waiting = self._waiting.get(permission_id)
        if waiting is not None and not waiting.done() and permission.answer is not None:
            waiting.set_result(permission.answer)
        return permission

    async def requests(self, order_id: AgentWorkOrderId, *, only_open: bool = True) -> Sequence[Permission]:
        def read(tx: Reader) -> Sequence[Permission]:
            tx.orders.get(order_id)
            return tx.permissions.list(order_id, PermissionStatus.OPEN if only_open else None)

        return await self._store.read(read)


def _remembered(
    tx: Reader, order_id: AgentWorkOrderId, agent_session_id: str, request: PermissionRequest
) -> Decision | None:
    """Always means: for the rest of this conversation."""
    for permission in tx.permissions.list(order_id, PermissionStatus.ANSWERED):
        option = permission.chosen_option
        if option is None or not option.kind.endswith("_always") or permission.agent_session_id != agent_session_id:
            continue
        if remembered_as(permission.request) == remembered_as(request):
            return Decision.ALLOW if option.kind.startswith("allow") else Decision.REJECT
    return None


def _requested(request: PermissionRequest, *, is_open: bool) -> NewEvent:
    return NewEvent(
        EventType.AGENT_PERMISSION_REQUESTED,
        {
            "permission_id": request.permission_id,
            "title": request.title,
            "tool_kind": tool_kind(request),
            "is_open": is_open,
            "options": [{"option_id": o.option_id, "name": o.name, "kind": o.kind} for o in request.options],
            "tool_call": request.tool_call,
        },
    )


def _answered(request: PermissionRequest, option: PermissionOption | None, *, by: str) -> NewEvent:
    return NewEvent(
        EventType.AGENT_PERMISSION_ANSWERED,
        {
            "permission_id": request.permission_id,
            "option_id": option.option_id if option else None,
            "kind": option.kind if option else "cancelled",
            "by": by,
        },
    )


def _enter_waiting(
    tx: Transaction, order_id: AgentWorkOrderId, request: PermissionRequest, agent_session_id: str
) -> None:
    order = tx.orders.get(order_id)
    status = next_status(order.status, Move.WAIT)
    if status is not None:
        tx.orders.update(order_id, expect_status=statuses_allowing(Move.WAIT), status=status)
    tx.permissions.open(order_id, request, agent_session_id)
    waiting = NewEvent(EventType.AGENT_WORK_ORDER_WAITING, {"reason": request.title, "status": "waiting"})
    tx.journal.append(order_id, [_requested(request, is_open=True), waiting])


def _note_answer(tx: Transaction, order_id: AgentWorkOrderId, permission_id: str, answer: str, by: str) -> Permission:
    permission = tx.permissions.get(permission_id)
    if permission.agent_work_order_id != order_id:
        raise NotFound(f"The work order has no permission request {permission_id}.")
    options = permission.request.options
    option = chosen_option(answer, options)
    if option is None:
        offered = ", ".join(o.option_id for o in options)
        raise InvalidInput(f"There is no option `{answer}`; offered: {offered}.", field="option_id")
    answered = tx.permissions.answer(permission_id, option.option_id, by=by)
    tx.journal.append(order_id, [_answered(permission.request, option, by=by)])
    return answered


def _leave_waiting(tx: Transaction, order_id: AgentWorkOrderId, permission_id: str) -> None:
    """An agent may ask several things at once: the order waits as long as one of them is open."""
    order = tx.orders.get(order_id)
    permission = tx.permissions.expire_one(permission_id)
    still_open = tx.permissions.list(order_id, PermissionStatus.OPEN)
    following = None if still_open else next_status(order.status, Move.CONTINUE)
    if following is not None:
        tx.orders.update(order_id, expect_status=statuses_allowing(Move.CONTINUE), status=following)
    fields: dict[str, Json] = {
        "status": following.value if following else order.status.value,
        "permission_id": permission_id,
        "permission": permission.status.value,
    }
    tx.journal.append(order_id, [NewEvent(EventType.AGENT_WORK_ORDER_UPDATED, fields)])
