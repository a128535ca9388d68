"""Answers the agent's permission requests by the order's policy, or asks a person and waits."""

import asyncio
from collections.abc import Sequence

from shopfloor.domain.agent_updates import PermissionOption, PermissionRequest
from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.lifecycle import Move, next_status, statuses_allowing
from shopfloor.domain.runs import StopKind
from shopfloor.domain.work_order import AgentWorkOrder, PermissionPolicy
from shopfloor.errors import InvalidInput, NotFound, WrongMove
from shopfloor.event_journal.journal import Journal
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.workflow_engine.stop_board import RunStopped


class PermissionDesk:
    def __init__(self, *, store: Store, journal: Journal, seconds: float) -> None:
        self._store = store
        self._journal = journal
        self._seconds = seconds
        self._open: dict[tuple[AgentWorkOrderId, str], tuple[PermissionRequest, asyncio.Future[str]]] = {}

    async def decide(self, order: AgentWorkOrder, request: PermissionRequest) -> str | None:
        """The id of the chosen option."""
        if order.permission_policy is PermissionPolicy.ASK:
            return await self._ask(order, request)
        wanted = "allow" if order.permission_policy is PermissionPolicy.ALLOW_ALL else "reject"
        option = _first_of_kind(request.options, wanted)
        await self._journal.append(
            order.agent_work_order_id,
            _requested(request),
            _answered(request, option, by=f"policy {order.permission_policy.value}"),
        )
        return option.option_id if option else None

    async def _ask(self, order: AgentWorkOrder, request: PermissionRequest) -> str:
        order_id = order.agent_work_order_id
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._open[order_id, request.permission_id] = (request, answer)
        await self._store.write(lambda tx: _enter_waiting(tx, order_id, request))
        status = "expired"
        try:
            chosen = await asyncio.wait_for(answer, self._seconds)
            status = "answered"
        except TimeoutError:
            reason = f"The agent asked «{request.title}» and nobody answered within {self._seconds:.0f} s."
            raise RunStopped(StopKind.PAUSE, reason) from None
        finally:
            self._open.pop((order_id, request.permission_id), None)
            await asyncio.shield(
                self._store.write(lambda tx: _leave_waiting(tx, order_id, request.permission_id, status))
            )
        return chosen

    async def answer(self, order_id: AgentWorkOrderId, permission_id: str, option_id: str, *, by: str) -> None:
        request, future = self._find(order_id, permission_id)
        option = next((o for o in request.options if option_id in (o.option_id, o.kind)), None)
        if option is None:
            offered = ", ".join(o.option_id for o in request.options)
            raise InvalidInput(f"There is no option `{option_id}`; offered: {offered}.", field="option_id")
        if future.done():
            raise WrongMove("The request has been answered already.")
        future.set_result(option.option_id)
        await self._store.write(lambda tx: _note_answer(tx, order_id, request, option, by))

    def open_requests(self, order_id: AgentWorkOrderId) -> Sequence[PermissionRequest]:
        return [request for (owner, _), (request, _) in self._open.items() if owner == order_id]

    def _find(self, order_id: AgentWorkOrderId, permission_id: str) -> tuple[PermissionRequest, "asyncio.Future[str]"]:
        try:
            return self._open[order_id, permission_id]
        except KeyError:
            raise NotFound(
                f"No open permission request {permission_id}: it was answered or its turn is over."
            ) from None


def _first_of_kind(options: Sequence[PermissionOption], wanted: str) -> PermissionOption | None:
    return next((option for option in options if option.kind.startswith(wanted)), None)


def _requested(request: PermissionRequest) -> NewEvent:
    return NewEvent(
        EventType.AGENT_PERMISSION_REQUESTED,
        {
            "permission_id": request.permission_id,
            "title": request.title,
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


def _enter_waiting(tx: Transaction, order_id: AgentWorkOrderId, request: PermissionRequest) -> None:
    order = tx.orders.get(order_id)
    status = next_status(order.status, Move.WAIT)
    if status is not None:
        tx.orders.update(order_id, expect_status=statuses_allowing(Move.WAIT), status=status)
    tx.permissions.open(order_id, request)
    waiting = NewEvent(EventType.AGENT_WORK_ORDER_WAITING, {"reason": request.title, "status": "waiting"})
    tx.journal.append(order_id, [_requested(request), waiting])


def _note_answer(
    tx: Transaction, order_id: AgentWorkOrderId, request: PermissionRequest, option: PermissionOption, by: str
) -> None:
    tx.permissions.answer(request.permission_id, option.option_id)
    tx.journal.append(order_id, [_answered(request, option, by=by)])


def _leave_waiting(tx: Transaction, order_id: AgentWorkOrderId, permission_id: str, status: str) -> None:
    order = tx.orders.get(order_id)
    tx.permissions.expire(order_id)
    following = next_status(order.status, Move.CONTINUE)
    if following is not None:
        tx.orders.update(order_id, expect_status=statuses_allowing(Move.CONTINUE), status=following)
    fields = {"status": following.value if following else order.status.value, "permission_id": permission_id}
    tx.journal.append(order_id, [NewEvent(EventType.AGENT_WORK_ORDER_UPDATED, {**fields, "permission": status})])
