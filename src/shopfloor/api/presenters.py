"""From what services return to what goes over the wire."""

from datetime import UTC, datetime
from typing import Any

from shopfloor.api import wire
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.domain.events import Event
from shopfloor.domain.turn_limits import TurnLimits, merged_limits
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkOrder
from shopfloor.git_operations.commit_log import CommitInfo
from shopfloor.git_operations.diff import Diff
from shopfloor.git_operations.history import GitProgress
from shopfloor.work_orders.views import WorkOrderView

_RESERVED = ("seq", "at", "type", "agent_work_order_id", "timestamp", "level", "event")


def order_model(view: WorkOrderView) -> wire.AgentWorkOrderModel:
    order, progress = view.order, view.progress
    own = {name: getattr(order, name) for name in wire.AgentWorkOrderModel.model_fields if hasattr(order, name)}
    return wire.AgentWorkOrderModel.model_validate(
        own
        | _choices_of(order)
        | {
            "queue_position": view.queue_position,
            "github_pull_request_url": view.pull_request_url,
            "git_commit_count": progress.git_commit_count if progress else 0,
            "git_files_changed": progress.git_files_changed if progress else 0,
            "git_lines_added": progress.git_lines_added if progress else 0,
            "git_lines_removed": progress.git_lines_removed if progress else 0,
            "created_by": order.author.name if order.author else None,
            "error_message": order.error.message if order.error else None,
        }
    )


def _choices_of(order: AgentWorkOrder) -> dict[str, str | None]:
    """What was chosen, else what its session runs with."""
    in_use = order.in_use or AgentChoices()
    return {
        "model": order.model or in_use.model,
        "reasoning_effort": order.reasoning_effort or in_use.reasoning_effort,
        "mode": order.mode or in_use.mode,
    }


def limits_from(model: wire.LimitsModel | None) -> TurnLimits | None:
    return merged_limits([TurnLimits(**model.model_dump())]) if model is not None else None


def order_response(view: WorkOrderView) -> wire.AgentWorkOrderResponse:
    order_id = view.order.agent_work_order_id
    return wire.AgentWorkOrderResponse(
        agent_work_order=order_model(view), logs_url=f"/api/agent-work-orders/{order_id}/logs"
    )


def progress_response(order: AgentWorkOrder, progress: GitProgress | None) -> wire.GitProgressResponse:
    return wire.GitProgressResponse(
        agent_work_order_id=order.agent_work_order_id,
        current_phase=order.current_phase,
        git_commit_count=progress.git_commit_count if progress else 0,
        git_files_changed=progress.git_files_changed if progress else 0,
        git_lines_added=progress.git_lines_added if progress else 0,
        git_lines_removed=progress.git_lines_removed if progress else 0,
        latest_commit_message=progress.latest_commit_message if progress else None,
        latest_commit_sha=progress.latest_commit_sha if progress else None,
        snapshot_timestamp=datetime.now(UTC),
        phase_history=_phase_history(order, progress),
    )


def _phase_history(order: AgentWorkOrder, progress: GitProgress | None) -> list[wire.PhaseHistoryModel]:
    history = []
    for entry in progress.phase_history if progress else ():
        under_way = entry.phase == order.current_phase and order.execution_completed_at is None
        history.append(
            wire.PhaseHistoryModel(
                phase=AgentWorkflowPhase(entry.phase),
                started_at=entry.first_at,
                completed_at=None if under_way else entry.last_at,
                commits=entry.commits,
            )
        )
    return history


def event_fields(event: Event) -> dict[str, Any]:
    payload = {name: value for name, value in event.payload.items() if name not in _RESERVED}
    return {
        "seq": event.seq,
        "at": event.at.isoformat().replace("+00:00", "Z"),
        "type": event.type.value,
        "agent_work_order_id": event.agent_work_order_id,
        **payload,
    }


def log_entry(event: Event) -> wire.LogEntryModel:
    payload = {name: value for name, value in event.payload.items() if name not in _RESERVED}
    return wire.LogEntryModel(
        timestamp=event.at,
        level=event.level,
        event=event.type.value,
        agent_work_order_id=event.agent_work_order_id,
        **payload,
    )


def commit_model(commit: CommitInfo) -> wire.CommitModel:
    return wire.CommitModel.model_validate(commit, from_attributes=True)


def diff_response(order: AgentWorkOrder, diff: Diff | None) -> wire.DiffResponse:
    if diff is None:
        return wire.DiffResponse(
            agent_work_order_id=order.agent_work_order_id, base_sha=None, head_sha=None, files=[], truncated=False
        )
    return wire.DiffResponse(
        agent_work_order_id=order.agent_work_order_id,
        base_sha=diff.base_sha,
        head_sha=diff.head_sha,
        files=[wire.FileDiffModel.model_validate(file, from_attributes=True) for file in diff.files],
        truncated=diff.truncated,
    )
