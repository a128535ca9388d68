"""Values for tests, with only what matters spelled out."""

from datetime import UTC, datetime, timedelta
from typing import Any

from shopfloor.domain.ids import AgentWorkOrderId, RepositoryKey, new_agent_work_order_id, run_id_for
from shopfloor.domain.runs import Run, RunKind, RunStatus, Turn
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkflowType, AgentWorkOrder, SandboxType

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def an_order(**fields: Any) -> AgentWorkOrder:
    values: dict[str, Any] = {
        "agent_work_order_id": new_agent_work_order_id(),
        "repository_url": "/repositories/app",
        "repository_key": RepositoryKey("app-1234"),
        "sandbox_type": SandboxType.GIT_WORKTREE,
        "workflow_type": AgentWorkflowType.PLAN_BUILD_TEST,
        "agent": "demo",
        "title": "Add a login page",
        "created_at": NOON,
        "updated_at": NOON,
    }
    return AgentWorkOrder(**{**values, **fields})


def a_run(order_id: AgentWorkOrderId, number: int = 1, *, minute: int = 0, **fields: Any) -> Run:
    values: dict[str, Any] = {
        "run_id": run_id_for(order_id, number),
        "agent_work_order_id": order_id,
        "number": number,
        "kind": RunKind.START,
        "turns": (Turn(AgentWorkflowPhase.PLANNING), Turn(AgentWorkflowPhase.IMPLEMENTING)),
        "status": RunStatus.QUEUED,
        "repository_key": RepositoryKey("app-1234"),
        "exclusive": False,
        "priority": 0,
        "enqueued_at": NOON + timedelta(minutes=minute),
    }
    return Run(**{**values, **fields})
