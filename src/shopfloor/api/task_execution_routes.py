"""How a task is carried out: begun, stopped, sent back, followed; every attempt at it is a session."""

from typing import Annotated

from fastapi import APIRouter, Header, Response

from shopfloor.api import wire
from shopfloor.api.board_presenters import session_model, sessions_response, whole_task_model
from shopfloor.api.paths import TASK
from shopfloor.api.services import Services
from shopfloor.api.sse import event_stream
from shopfloor.api.task_output import last_words, task_output
from shopfloor.board.requests import AttemptPlan
from shopfloor.domain.ids import AgentWorkOrderId, ProjectId, TaskId
from shopfloor.domain.task import TaskStatus
from shopfloor.errors import NotFound

_PREVIEWED = 20


def task_execution_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["board"])
    _add_execution(router, services)
    _add_sessions(router, services)
    return router


def _add_execution(router: APIRouter, services: Services) -> None:
    @router.post(f"{TASK}/execute")
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

    @router.post(f"{TASK}/stop")
    async def stop_task(project_id: str, task_id: str) -> wire.TaskModel:
        """Back to todo, from ai_review to human_review. Answers when the agents are dead."""
        return await whole_task_model(services, await services.execution.stop(ProjectId(project_id), TaskId(task_id)))

    @router.post(f"{TASK}/send-back")
    async def send_task_back(project_id: str, task_id: str, request: wire.SendBackRequest) -> wire.TaskModel:
        """From review to the agent that built it, with comments."""
        project, task = ProjectId(project_id), TaskId(task_id)
        await services.execution.send_back(project, task, request.comments, services.preferences.current.author_name)
        return await whole_task_model(services, await services.board.get(project, task))

    @router.get(f"{TASK}/output", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
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
    @router.get(f"{TASK}/sessions")
    async def list_task_sessions(project_id: str, task_id: str) -> wire.TaskSessionsResponse:
        """Every execution of the task, newest first."""
        sessions = await services.execution.sessions(ProjectId(project_id), TaskId(task_id))
        recent = [each.order.agent_work_order_id for each in sessions[:_PREVIEWED]]
        previews = await services.store.read(lambda tx: {each: last_words(tx, each) for each in recent})
        return sessions_response(sessions, {each: words for each, words in previews.items() if words})

    @router.post(f"{TASK}/sessions/{{session_id}}/choose")
    async def choose_session(project_id: str, task_id: str, session_id: str) -> wire.TaskSessionsResponse:
        """Of several attempts, this one is taken."""
        project, task = ProjectId(project_id), TaskId(task_id)
        sessions = await services.execution.choose_winner(project, task, AgentWorkOrderId(session_id))
        return sessions_response(sessions, {})

    @router.get("/projects/{project_id}/sessions")
    async def list_project_sessions(project_id: str) -> wire.TaskSessionsResponse:
        """The executions that are under way."""
        return sessions_response(await services.execution.active_sessions(ProjectId(project_id)), {})


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
