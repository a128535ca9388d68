"""Gives a work order's branch another name.

The new branch is made and pushed before anything is written down, and the old one stays where it is: nobody's checkout
breaks, and a crash in between leaves at most a branch too many.
"""

from datetime import UTC, datetime

from shopfloor.domain.events import EventType, NewEvent
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.repository_url import parse_repository_url, validate_branch_name
from shopfloor.domain.work_order import ACTIVE, AgentWorkOrder, AgentWorkOrderStatus
from shopfloor.errors import NotFound, WrongMove
from shopfloor.git_operations.commits import Commits
from shopfloor.git_operations.mirror import MirrorCache
from shopfloor.state_manager.store import Reader, Store, Transaction
from shopfloor.workflow_engine.workbench import WorkbenchMaker

_RESTING = frozenset({AgentWorkOrderStatus.PAUSED, AgentWorkOrderStatus.COMPLETED, AgentWorkOrderStatus.FAILED})


class Branches:
    def __init__(self, *, store: Store, mirrors: MirrorCache, commits: Commits, workbenches: WorkbenchMaker) -> None:
        self._store = store
        self._mirrors = mirrors
        self._commits = commits
        self._workbenches = workbenches

    async def rename(self, order_id: AgentWorkOrderId, name: str) -> AgentWorkOrder:
        name = validate_branch_name(name)
        order = await self._store.read(lambda tx: tx.orders.get(order_id))
        if name in (order.git_branch_name, order.git_branch_name is None and order.requested_branch_name):
            return order
        if order.git_branch_name is None:
            return await self._wish(order, name)
        _require_rest(order)
        await self._store.read(lambda tx: _require_own_pull_request(tx, order))
        await self._make(order, order.git_branch_name, name)
        return await self._store.write(lambda tx: _write_down(tx, order, name))

    async def _wish(self, order: AgentWorkOrder, name: str) -> AgentWorkOrder:
        """Before the order has a branch at all."""

        def write(tx: Transaction) -> AgentWorkOrder:
            if tx.orders.get(order.agent_work_order_id).git_branch_name is not None:
                raise WrongMove("The work order has just got its branch.", hint="Say it again when the agent rests.")
            return tx.orders.update(order.agent_work_order_id, requested_branch_name=name)

        return await self._store.write(write)

    async def _make(self, order: AgentWorkOrder, old: str, name: str) -> None:
        """The workspace is given back first: the next run makes it anew, on the new branch."""
        location = parse_repository_url(order.repository_url)
        is_made = await self._mirrors.has_same(location.key, old, name)
        if not is_made and await self._mirrors.branch_exists(location, name):
            raise WrongMove(f"There is a branch {name} already, or one in its way.", hint="Choose another name.")
        await self._workbenches.release(order, keep_home=True)
        if await self._mirrors.copy_branch(location.key, old, name) and order.base_branch is not None:
            await self._commits.push(self._mirrors.path_of(location.key), location, name, order.base_branch)


def _require_rest(order: AgentWorkOrder) -> None:
    if order.status in ACTIVE or order.status is AgentWorkOrderStatus.PENDING:
        raise WrongMove(
            "The agent is working on the branch, so it cannot be renamed now.",
            hint="Wait until it is done, or pause the work order first.",
        )
    if order.status not in _RESTING:
        raise WrongMove("The work order was cancelled: its branch stays as it is.")


def _require_own_pull_request(tx: Reader | Transaction, order: AgentWorkOrder) -> None:
    """Elsewhere a pull request belongs to its branch for good."""
    if order.pull_request_number is None:
        return
    try:
        tx.pull_requests.get(order.repository_key, order.pull_request_number)
    except NotFound:
        raise WrongMove(
            f"Pull request #{order.pull_request_number} is open for {order.git_branch_name}, "
            "and its forge cannot move it to another branch.",
            hint="File a new work order with the branch name you want.",
        ) from None


def _write_down(tx: Transaction, order: AgentWorkOrder, name: str) -> AgentWorkOrder:
    order_id, key = order.agent_work_order_id, order.repository_key
    _require_rest(tx.orders.get(order_id))
    _require_own_pull_request(tx, order)
    if not tx.orders.reserve_branch(order_id, key, name):
        raise WrongMove(f"Another work order has the branch {name}.", hint="Choose another name.")
    if order.pull_request_number is not None:
        tx.pull_requests.rename_head(key, order.pull_request_number, name, datetime.now(UTC))
    renamed = {"git_branch_name": name, "previous_branch_name": order.git_branch_name}
    tx.journal.append(order_id, [NewEvent(EventType.GIT_BRANCH_RENAMED, renamed)])
    return tx.orders.get(order_id)
