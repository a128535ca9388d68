"""A task goes back to the agent that built it, with what a person or a reviewing agent has to say."""

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.task import Task, TaskStatus
from shopfloor.state_manager.store import Transaction
from shopfloor.work_orders.prompts import Prompts


def hand_back(
    tx: Transaction,
    prompts: Prompts,
    task: Task,
    order_id: AgentWorkOrderId,
    text: str,
    *,
    sent_back: int = 0,
    author: str | None = None,
) -> Task:
    """The order goes on with a follow-up in a new round; the caller calls `begin_taken` after the transaction."""
    tx.tasks.renew_attempt(order_id, task.round + 1)
    tx.ai_reviews.settle_all(task.task_id)
    handed = tx.tasks.update(
        task.task_id,
        status=TaskStatus.IN_PROGRESS,
        position=tx.tasks.place_at_top(task.project_id, TaskStatus.IN_PROGRESS),
        round=task.round + 1,
        sent_back=sent_back,
        stop_requested=False,
        error=None,
    )
    prompts.take(tx, order_id, text, author=author)
    return handed
