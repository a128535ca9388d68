"""What an order left in git, and its pull request."""

from typing import Annotated

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.presenters import commit_model, diff_response
from shopfloor.api.services import Services
from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.pull_request import PullRequest
from shopfloor.errors import InvalidInput

Sha = Annotated[str | None, Query(pattern=r"^[0-9a-f]{7,64}$")]


def git_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/agent-work-orders/{agent_work_order_id}", tags=["git"])
    _add_history(router, services)
    _add_pull_request(router, services)
    _add_pull_request_moves(router, services)
    return router


def _add_history(router: APIRouter, services: Services) -> None:
    @router.get("/commits")
    async def list_commits(agent_work_order_id: str) -> wire.CommitsResponse:
        """The order's commits, oldest first, with phase and figures."""
        order = await services.work_orders.get(AgentWorkOrderId(agent_work_order_id))
        commits = [commit_model(commit) for commit in await services.views.commits(order)]
        return wire.CommitsResponse(
            agent_work_order_id=agent_work_order_id, commits=commits, total_count=len(commits), has_more=False
        )

    @router.get("/diff")
    async def get_diff(
        agent_work_order_id: str,
        sha: Sha = None,
        ignore_whitespace: bool = False,
        context: Annotated[int, Query(ge=0, le=100)] = 3,
    ) -> wire.DiffResponse:
        """What the branch changes against its base, or what one of its commits changes."""
        order = await services.work_orders.get(AgentWorkOrderId(agent_work_order_id))
        diff = await services.views.diff(order, sha=sha, ignore_whitespace=ignore_whitespace, context=context)
        return diff_response(order, diff)


def _add_pull_request(router: APIRouter, services: Services) -> None:
    @router.get("/pull-request")
    async def get_pull_request(agent_work_order_id: str) -> wire.PullRequestModel:
        """The pull request as the forge has it."""
        return _model(await services.pull_requests.get(AgentWorkOrderId(agent_work_order_id)))

    @router.patch("/pull-request")
    async def edit_pull_request(
        agent_work_order_id: str, request: wire.EditPullRequestRequest
    ) -> wire.PullRequestModel:
        """Changes title or description."""
        if request.title is None and request.body is None:
            raise InvalidInput("Nothing to change: give title or body.", field="title")
        order_id = AgentWorkOrderId(agent_work_order_id)
        return _model(await services.pull_requests.edit(order_id, title=request.title, body=request.body))

    @router.post("/pull-request/labels")
    async def label_pull_request(agent_work_order_id: str, request: wire.LabelsRequest) -> wire.PullRequestModel:
        """Has exactly these labels afterwards."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        return _model(await services.pull_requests.set_labels(order_id, request.labels))

    @router.post("/pull-request/reviewers")
    async def request_reviewers(agent_work_order_id: str, request: wire.ReviewersRequest) -> wire.PullRequestModel:
        """Asks these people too for a review; a name with a slash is a team's."""
        order_id = AgentWorkOrderId(agent_work_order_id)
        return _model(await services.pull_requests.request_reviewers(order_id, request.reviewers))


def _add_pull_request_moves(router: APIRouter, services: Services) -> None:
    @router.post("/pull-request/ready")
    async def mark_pull_request_ready(agent_work_order_id: str) -> wire.PullRequestModel:
        """No longer a draft: ready for review."""
        return _model(await services.pull_requests.mark_ready(AgentWorkOrderId(agent_work_order_id)))

    @router.post("/pull-request/draft")
    async def mark_pull_request_draft(agent_work_order_id: str) -> wire.PullRequestModel:
        """Back to a draft: not ready for review."""
        return _model(await services.pull_requests.mark_draft(AgentWorkOrderId(agent_work_order_id)))

    @router.post("/pull-request/merge")
    async def merge_pull_request(
        agent_work_order_id: str, request: wire.MergePullRequestRequest | None = None
    ) -> wire.PullRequestModel:
        """Merges. A conflict or a refusal is a 409 that says why, and has not moved the base."""
        method = (request or wire.MergePullRequestRequest()).method
        return _model(await services.pull_requests.merge(AgentWorkOrderId(agent_work_order_id), method))


def _model(pull_request: PullRequest) -> wire.PullRequestModel:
    return wire.PullRequestModel.model_validate(pull_request, from_attributes=True)
