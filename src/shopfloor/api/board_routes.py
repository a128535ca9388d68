"""The cards of a project's board: written, found, changed, moved, put away."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from shopfloor.api import wire
from shopfloor.api.board_presenters import task_models, whole_task_model
from shopfloor.api.paths import TASK
from shopfloor.api.services import Services
from shopfloor.board.requests import AttemptPlan, NewTask, Placement
from shopfloor.domain.board import Effect, effect_of_move, moves_by_hand
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.task import TaskStatus
from shopfloor.errors import InvalidInput


def board_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["board"])
    _add_cards(router, services)
    _add_many_at_once(router, services)
    _add_moves(router, services)
    _add_card(router, services)
    return router


def _add_cards(router: APIRouter, services: Services) -> None:
    @router.post("/projects/{project_id}/tasks", status_code=201)
    async def create_task(project_id: str, request: wire.CreateTaskRequest, response: Response) -> wire.TaskModel:
        """Puts a card at the end of a column."""
        fields = _cleaned(request.model_dump())
        task = await services.board.create(ProjectId(project_id), NewTask(**fields))
        response.headers["location"] = f"/api/projects/{project_id}/tasks/{task.task_id}"
        return await whole_task_model(services, task)

    @router.get("/projects/{project_id}/tasks")
    async def list_tasks(
        project_id: str,
        status: Annotated[list[TaskStatus] | None, Query()] = None,
        archived: bool = False,
        label: Annotated[str | None, Query(max_length=100)] = None,
        assignee: Annotated[str | None, Query(max_length=100)] = None,
        q: Annotated[str | None, Query(max_length=200, description="text in title, description, labels or id")] = None,
        limit: Annotated[int, Query(ge=1, le=5000)] = 2000,
        offset: Annotated[int, Query(ge=0)] = 0,
    ) -> wire.TasksResponse:
        """The cards, column by column, each from the top."""
        tasks, total = await services.board.page(
            ProjectId(project_id),
            status=set(status) if status else None,
            archived=archived,
            label=label,
            assignee=assignee,
            text=q,
            limit=limit,
            offset=offset,
        )
        models = await task_models(services, tasks)
        return wire.TasksResponse(tasks=models, total_count=total, has_more=offset + len(models) < total)


def _add_many_at_once(router: APIRouter, services: Services) -> None:
    @router.post("/projects/{project_id}/tasks/archive-done")
    async def archive_done_tasks(project_id: str) -> wire.TasksResponse:
        """Puts away all cards that are done."""
        tasks = await services.board.archive_done(ProjectId(project_id))
        models = await task_models(services, tasks)
        return wire.TasksResponse(tasks=models, total_count=len(models), has_more=False)

    @router.post("/projects/{project_id}/tasks/import-issues")
    async def import_issues(project_id: str, request: wire.ImportIssuesRequest) -> wire.ImportIssuesResponse:
        """Issues of the repository become tasks; those that are on the board already are left alone."""
        project, numbers = ProjectId(project_id), request.numbers
        if numbers is not None and request.label is not None:
            raise InvalidInput("Give numbers or a label, not both.", field="label")
        bring = services.issue_import
        asked = bring.bring_open(project, request.label) if numbers is None else bring.bring(project, numbers)
        imported = await asked
        models = await task_models(services, imported.tasks)
        return wire.ImportIssuesResponse(
            tasks=models, already_known=list(imported.already_known), total_count=len(models), has_more=False
        )


def _add_moves(router: APIRouter, services: Services) -> None:
    @router.get("/board/moves")
    async def list_moves() -> wire.BoardMovesResponse:
        """What a person may move where, and why not."""
        rules = moves_by_hand()
        return wire.BoardMovesResponse(
            moves={source: {target: str(verdict) for target, verdict in row.items()} for source, row in rules.items()},
            allowed={
                source: [to for to, verdict in row.items() if isinstance(verdict, Effect)]
                for source, row in rules.items()
            },
        )

    @router.post(f"{TASK}/move")
    async def move_task(project_id: str, task_id: str, request: wire.MoveTaskRequest) -> wire.MoveTaskResponse:
        """By hand. Some moves start, stop, review or approve it; what is not allowed is a 409 with why."""
        project, task = ProjectId(project_id), TaskId(task_id)
        placement = _placement(request)
        effect = effect_of_move((await services.board.get(project, task)).status, request.status)
        session_id = await _carry_out(services, effect, project, task)
        move = services.board.move if effect is Effect.NONE else services.board.place
        moved = await move(project, task, placement)
        await services.task_reviews.follow(project, task)
        return wire.MoveTaskResponse(
            task=await whole_task_model(services, moved), effect=effect.value, session_id=session_id
        )


def _add_card(router: APIRouter, services: Services) -> None:
    @router.get(TASK)
    async def get_task(project_id: str, task_id: str) -> wire.TaskModel:
        """One card."""
        return await whole_task_model(services, await services.board.get(ProjectId(project_id), TaskId(task_id)))

    @router.patch(TASK)
    async def update_task(project_id: str, task_id: str, request: wire.UpdateTaskRequest) -> wire.TaskModel:
        """Changes what stands on the card, or puts it away. Columns are changed by `move`."""
        changes = _cleaned(request.model_dump(exclude_unset=True))
        nullable = {"assignee", "github_issue_number"}
        if wrong := next((name for name, value in changes.items() if value is None and name not in nullable), None):
            raise InvalidInput(f"{wrong} cannot be null.", field=wrong)
        return await whole_task_model(
            services, await services.board.update(ProjectId(project_id), TaskId(task_id), changes)
        )

    @router.delete(TASK, status_code=204)
    async def delete_task(project_id: str, task_id: str) -> None:
        """Removes the card. Its work orders, branches and pull requests stay."""
        await services.board.delete(ProjectId(project_id), TaskId(task_id))


async def _carry_out(services: Services, effect: Effect, project: ProjectId, task: TaskId) -> AgentWorkOrderId | None:
    """What a move sets off besides; the session where it starts one."""
    match effect:
        case Effect.EXECUTE:
            sessions = await services.execution.execute(project, task, [AttemptPlan()])
            return sessions[0].order.agent_work_order_id
        case Effect.STOP:
            await services.execution.stop(project, task)
        case Effect.REVIEW:
            await services.task_reviews.enter_by_hand(project, task)
        case Effect.APPROVE:
            await services.approval.approve(project, task)
        case Effect.NONE:
            pass
    return None


def _placement(request: wire.MoveTaskRequest) -> Placement:
    above, below = request.above_task_id, request.below_task_id
    if above and below:
        raise InvalidInput("Give above_task_id or below_task_id, not both.", field="below_task_id")
    return Placement(request.status, TaskId(above) if above else None, TaskId(below) if below else None)


def _cleaned(fields: dict[str, Any]) -> dict[str, Any]:
    if number := fields.get("github_issue_number"):
        fields["github_issue_number"] = number.lstrip("#")
    if "labels" in fields and fields["labels"] is not None:
        fields["labels"] = tuple(fields["labels"])
    return fields
