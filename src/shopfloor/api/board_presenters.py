"""From the board's values to what goes over the wire."""

from collections.abc import Sequence

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.board.choice import Session
from shopfloor.board.issue_links import IssueLink
from shopfloor.domain.ai_review import AiReview
from shopfloor.domain.task import Task


def session_model(session: Session, preview: str | None = None) -> wire.TaskSessionModel:
    attempt, order = session.attempt, session.order
    began, ended = order.execution_started_at, order.execution_completed_at
    return wire.TaskSessionModel(
        session_id=order.agent_work_order_id,
        agent_work_order_id=order.agent_work_order_id,
        task_id=attempt.task_id,
        number=attempt.number,
        round=attempt.round,
        status=order.status,
        agent=order.agent,
        model=order.model,
        prompt=order.initial_prompt,
        preview=preview,
        error=wire.WorkOrderErrorModel.model_validate(order.error, from_attributes=True) if order.error else None,
        usage=wire.UsageModel.model_validate(order.usage, from_attributes=True),
        git_branch_name=order.git_branch_name,
        pull_request_number=order.pull_request_number,
        pull_request_state=order.pull_request_state,
        is_winner=attempt.is_winner,
        started_at=began,
        completed_at=ended,
        duration_ms=round((ended - began).total_seconds() * 1000) if began and ended else None,
        created_at=attempt.created_at,
    )


def sessions_response(sessions: Sequence[Session], previews: dict[str, str]) -> wire.TaskSessionsResponse:
    models = [session_model(each, previews.get(each.order.agent_work_order_id)) for each in sessions]
    return wire.TaskSessionsResponse(sessions=models, total_count=len(models), has_more=False)


def task_model(
    task: Task, sessions: Sequence[Session], review: AiReview | None, issue: IssueLink | None
) -> wire.TaskModel:
    own = {name: getattr(task, name) for name in wire.TaskModel.model_fields if hasattr(task, name)}
    return wire.TaskModel.model_validate(
        own
        | {
            "labels": list(task.labels),
            "issue": wire.TaskIssueModel.model_validate(issue, from_attributes=True) if issue else None,
            "error": wire.WorkOrderErrorModel.model_validate(task.error, from_attributes=True) if task.error else None,
            "sessions": [session_model(each) for each in sessions],
            "review": wire.AiReviewSummaryModel.model_validate(review, from_attributes=True) if review else None,
        }
    )


async def task_models(services: Services, tasks: Sequence[Task]) -> list[wire.TaskModel]:
    """With their attempts of the last round, their newest review and their issue."""
    latest = await services.execution.latest_of(tasks)
    reviews = await services.task_reviews.latest_of(tasks)
    issues = await services.issue_links.of(tasks)
    return [
        task_model(task, latest.get(task.task_id, []), reviews.get(task.task_id), issues.get(task.task_id))
        for task in tasks
    ]


async def whole_task_model(services: Services, task: Task) -> wire.TaskModel:
    (model,) = await task_models(services, [task])
    return model
