"""The board of a project: its tasks, how they are carried out and what people say about them."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response

from shopfloor.api import wire
from shopfloor.api.board_presenters import (
    session_model,
    sessions_response,
    task_models,
    whole_task_model,
)
from shopfloor.api.services import Services
from shopfloor.api.sse import event_stream
from shopfloor.api.task_output import last_words, task_output
from shopfloor.board.requests import AttemptPlan, NewTask, Placement
from shopfloor.domain.board import Effect, effect_of_move, moves_by_hand
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskCommentId, TaskId
from shopfloor.domain.task import TaskStatus
from shopfloor.errors import InvalidInput, NotFound

_TASK = "/projects/{project_id}/tasks/{task_id}"
_PREVIEWED = 20


def board_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["board"])
    _add_tasks(router, services)
    _add_task(router, services)
    _add_execution(router, services)
    _add_sessions(router, services)
    _add_comments(router, services)
    return router


def _add_tasks(router: APIRouter, services: Services) -> None:
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


def _add_task(router: APIRouter, services: Services) -> None:
    @router.get(_TASK)
    async def get_task(project_id: str, task_id: str) -> wire.TaskModel:
        """One card."""
        return await whole_task_model(services, await services.board.get(ProjectId(project_id), TaskId(task_id)))

    @router.patch(_TASK)
    async def update_task(project_id: str, task_id: str, request: wire.UpdateTaskRequest) -> wire.TaskModel:
        """Changes what stands on the card, or puts it away. Columns are changed by `move`."""
        changes = _cleaned(request.model_dump(exclude_unset=True))
        nullable = {"assignee", "github_issue_number"}
        if wrong := next((name for name, value in changes.items() if value is None and name not in nullable), None):
            raise InvalidInput(f"{wrong} cannot be null.", field=wrong)
        return await whole_task_model(
            services, await services.board.update(ProjectId(project_id), TaskId(task_id), changes)
        )

    @router.delete(_TASK, status_code=204)
    async def delete_task(project_id: str, task_id: str) -> None:
        """Removes the card. Its work orders, branches and pull requests stay."""
        await services.board.delete(ProjectId(project_id), TaskId(task_id))

    @router.post(f"{_TASK}/move")
    async def move_task(project_id: str, task_id: str, request: wire.MoveTaskRequest) -> wire.MoveTaskResponse:
        """By hand. Some moves start, stop, review or approve it; what is not allowed is a 409 with why."""
        project, task = ProjectId(project_id), TaskId(task_id)
        placement = _placement(request)
        effect = effect_of_move((await services.board.get(project, task)).status, request.status)
        session_id = None
        if effect is Effect.EXECUTE:
            sessions = await services.execution.execute(project, task, [AttemptPlan()])
            session_id = sessions[0].order.agent_work_order_id
        elif effect is Effect.STOP:
            await services.execution.stop(project, task)
        elif effect is Effect.REVIEW:
            await services.task_reviews.enter_by_hand(project, task)
        elif effect is Effect.APPROVE:
            await services.approval.approve(project, task)
        move = services.board.move if effect is Effect.NONE else services.board.place
        moved = await move(project, task, placement)
        await services.task_reviews.follow(project, task)
        return wire.MoveTaskResponse(
            task=await whole_task_model(services, moved), effect=effect.value, session_id=session_id
        )


def _add_execution(router: APIRouter, services: Services) -> None:
    @router.post(f"{_TASK}/execute")
    async def execute_task(
        project_id: str, task_id: str, request: wire.ExecuteTaskRequest | None = None
    ) -> wire.ExecuteTaskResponse:
        """From todo to in_progress: an agent carries it out. A task that is being carried out is refused with 409."""
        asked = request.model_dump(exclude_unset=True) if request else {}
        attempts = asked.pop("attempts", None) or [{}]
        plans = [AttemptPlan(**{**asked, **attempt}) for attempt in attempts]
        sessions = await services.execution.execute(ProjectId(project_id), TaskId(task_id), plans)
        return wire.ExecuteTaskResponse(
            session_id=sessions[0].order.agent_work_order_id,
            status=TaskStatus.IN_PROGRESS,
            sessions=[session_model(each) for each in sessions],
        )

    @router.post(f"{_TASK}/stop")
    async def stop_task(project_id: str, task_id: str) -> wire.TaskModel:
        """Back to todo, from ai_review to human_review. Answers when the agents are dead."""
        return await whole_task_model(services, await services.execution.stop(ProjectId(project_id), TaskId(task_id)))

    @router.post(f"{_TASK}/send-back")
    async def send_task_back(project_id: str, task_id: str, request: wire.SendBackRequest) -> wire.TaskModel:
        """From review to the agent that built it, with comments."""
        project, task = ProjectId(project_id), TaskId(task_id)
        await services.execution.send_back(project, task, request.comments, _author(services))
        return await whole_task_model(services, await services.board.get(project, task))

    @router.get(f"{_TASK}/output", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
    async def follow_output(
        project_id: str,
        task_id: str,
        session_id: str | None = None,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """What the agent says and does, as server-sent events: `output`, `error`, `status`, `done`."""
        session = await _session(services, project_id, task_id, session_id)
        after = int(last_event_id) if last_event_id and last_event_id.isdigit() else 0
        return event_stream(task_output(services, session, after))


def _add_sessions(router: APIRouter, services: Services) -> None:
    @router.get(f"{_TASK}/sessions")
    async def list_task_sessions(project_id: str, task_id: str) -> wire.TaskSessionsResponse:
        """Every execution of the task, newest first."""
        sessions = await services.execution.sessions(ProjectId(project_id), TaskId(task_id))
        recent = [each.order.agent_work_order_id for each in sessions[:_PREVIEWED]]
        previews = await services.store.read(lambda tx: {each: last_words(tx, each) for each in recent})
        return sessions_response(sessions, {each: words for each, words in previews.items() if words})

    @router.post(f"{_TASK}/sessions/{{session_id}}/choose")
    async def choose_session(project_id: str, task_id: str, session_id: str) -> wire.TaskSessionsResponse:
        """Of several attempts, this one is taken."""
        project, task = ProjectId(project_id), TaskId(task_id)
        sessions = await services.execution.choose_winner(project, task, AgentWorkOrderId(session_id))
        return sessions_response(sessions, {})

    @router.get("/projects/{project_id}/sessions")
    async def list_project_sessions(project_id: str) -> wire.TaskSessionsResponse:
        """The executions that are under way."""
        return sessions_response(await services.execution.active_sessions(ProjectId(project_id)), {})


def _add_comments(router: APIRouter, services: Services) -> None:
    @router.get(f"{_TASK}/comments")
    async def list_comments(project_id: str, task_id: str) -> wire.TaskCommentsResponse:
        """What people said, oldest first."""
        comments = await services.board.comments(ProjectId(project_id), TaskId(task_id))
        models = [wire.TaskCommentModel.model_validate(each, from_attributes=True) for each in comments]
        return wire.TaskCommentsResponse(comments=models, total_count=len(models), has_more=False)

    @router.post(f"{_TASK}/comments", status_code=201)
    async def add_comment(project_id: str, task_id: str, request: wire.CommentRequest) -> wire.TaskCommentModel:
        """Says something; the agent reads it when the task is executed."""
        project, task = ProjectId(project_id), TaskId(task_id)
        comment = await services.board.comment(project, task, request.text, _author(services))
        return wire.TaskCommentModel.model_validate(comment, from_attributes=True)

    @router.delete(f"{_TASK}/comments/{{comment_id}}", status_code=204)
    async def delete_comment(project_id: str, task_id: str, comment_id: str) -> None:
        """Takes a comment back."""
        await services.board.delete_comment(ProjectId(project_id), TaskId(task_id), TaskCommentId(comment_id))


async def _session(services: Services, project_id: str, task_id: str, session_id: str | None) -> AgentWorkOrderId:
    sessions = await services.execution.sessions(ProjectId(project_id), TaskId(task_id))
    ids = [each.order.agent_work_order_id for each in sessions]
    if not ids:
        raise NotFound("The task has not been executed yet.")
    if session_id is None:
        return ids[0]
    if session_id not in ids:
        raise NotFound(f"There is no session {session_id} of this task.")
    return AgentWorkOrderId(session_id)


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


def _author(services: Services) -> str | None:
    return services.preferences.current.author_name
