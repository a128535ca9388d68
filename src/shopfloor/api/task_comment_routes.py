"""What people say about a task."""

from fastapi import APIRouter

from shopfloor.api import wire
from shopfloor.api.paths import TASK
from shopfloor.api.services import Services
from shopfloor.domain.ids import ProjectId, TaskCommentId, TaskId


def task_comment_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["board"])

    @router.get(f"{TASK}/comments")
    async def list_comments(project_id: str, task_id: str) -> wire.TaskCommentsResponse:
        """What people said, oldest first."""
        comments = await services.board.comments(ProjectId(project_id), TaskId(task_id))
        models = [wire.TaskCommentModel.model_validate(each, from_attributes=True) for each in comments]
        return wire.TaskCommentsResponse(comments=models, total_count=len(models), has_more=False)

    @router.post(f"{TASK}/comments", status_code=201)
    async def add_comment(project_id: str, task_id: str, request: wire.CommentRequest) -> wire.TaskCommentModel:
        """Says something; the agent reads it when the task is executed."""
        project, task = ProjectId(project_id), TaskId(task_id)
        comment = await services.board.comment(project, task, request.text, services.preferences.current.author_name)
        return wire.TaskCommentModel.model_validate(comment, from_attributes=True)

    @router.delete(f"{TASK}/comments/{{comment_id}}", status_code=204)
    async def delete_comment(project_id: str, task_id: str, comment_id: str) -> None:
        """Takes a comment back."""
        await services.board.delete_comment(ProjectId(project_id), TaskId(task_id), TaskCommentId(comment_id))

    return router
