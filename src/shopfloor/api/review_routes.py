"""Reviews: what agents found in a change, and what a person makes of it."""

from collections.abc import Sequence

from fastapi import APIRouter

from shopfloor.api import wire
from shopfloor.api.board_presenters import whole_task_model
from shopfloor.api.paths import TASK
from shopfloor.api.services import Services
from shopfloor.domain.ai_review import AiReview
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.work_order import AgentWorkOrder


def review_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["board"])

    @router.get(f"{TASK}/reviews")
    async def list_task_reviews(project_id: str, task_id: str) -> wire.AiReviewsResponse:
        """What agents found in the task's attempts, newest first."""
        return _response(await services.task_reviews.of_task(ProjectId(project_id), TaskId(task_id)))

    @router.post(f"{TASK}/reviews", status_code=202)
    async def start_task_review(
        project_id: str, task_id: str, request: wire.StartAiReviewRequest | None = None
    ) -> wire.AiReviewsResponse:
        """Has an agent review it, whatever the project's setting is. The card goes to ai_review until it is done."""
        started = await services.task_reviews.start(
            ProjectId(project_id),
            TaskId(task_id),
            agent=request.agent if request else None,
            model=request.model if request else None,
        )
        return _response(started)

    @router.post(f"{TASK}/approve")
    async def approve_task(project_id: str, task_id: str) -> wire.ApproveTaskResponse:
        """To done; its pull request is made ready or merged as set. Where that is refused, 409 with why."""
        task, pull_request = await services.approval.approve(ProjectId(project_id), TaskId(task_id))
        return wire.ApproveTaskResponse(
            task=await whole_task_model(services, task),
            pull_request=wire.PullRequestModel.model_validate(pull_request, from_attributes=True)
            if pull_request
            else None,
        )

    @router.get("/agent-work-orders/{agent_work_order_id}/reviews", tags=["work orders"])
    async def list_order_reviews(agent_work_order_id: str) -> wire.AiReviewsResponse:
        """What agents found in this order's change, newest first."""
        return _response(await services.ai_reviews.of_order(AgentWorkOrderId(agent_work_order_id)))

    @router.get("/reviews")
    async def list_reviews_under_way() -> wire.ReviewsUnderWayResponse:
        """What agents are reading now, and what waits for one, oldest first."""
        models = [_under_way(review, order) for review, order in await services.ai_reviews.under_way()]
        return wire.ReviewsUnderWayResponse(reviews=models, total_count=len(models), has_more=False)

    return router


def _under_way(review: AiReview, order: AgentWorkOrder) -> wire.ReviewUnderWayModel:
    summary = wire.AiReviewSummaryModel.model_validate(review, from_attributes=True)
    return wire.ReviewUnderWayModel(**summary.model_dump(), title=order.title, project_id=order.project_id)


def _response(reviews: Sequence[AiReview]) -> wire.AiReviewsResponse:
    models = [wire.AiReviewModel.model_validate(review, from_attributes=True) for review in reviews]
    return wire.AiReviewsResponse(reviews=models, total_count=len(models), has_more=False)
