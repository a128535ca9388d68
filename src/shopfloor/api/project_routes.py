"""Projects: connected, listed with how they stand, changed, forgotten."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response

from shopfloor.api import wire
from shopfloor.api.presenters import limits_from
from shopfloor.api.project_presenters import departure_response, project_model, version_in
from shopfloor.api.services import Services
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.project import Project
from shopfloor.errors import InvalidInput


def project_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/projects", tags=["projects"])
    _add_all(router, services)
    _add_one(router, services)
    return router


def _add_all(router: APIRouter, services: Services) -> None:
    @router.post("", status_code=201)
    async def create_project(request: wire.CreateProjectRequest, response: Response) -> wire.ProjectModel:
        """Connects a repository."""
        given = {"name": None} | _defaults_in(request)
        project = await services.projects.create(**given, author=services.preferences.current.author_name)
        response.headers["location"] = f"/api/projects/{project.project_id}"
        return await _model(services, project, response)

    @router.get("")
    async def list_projects(
        include_archived: bool = False,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        offset: Annotated[int, Query(ge=0)] = 0,
    ) -> wire.ProjectsResponse:
        """Connected repositories by age, with how each stands."""
        projects, total = await services.projects.list(include_archived=include_archived, limit=limit, offset=offset)
        states = await services.projects.states([project.project_id for project in projects])
        return wire.ProjectsResponse(
            projects=[project_model(project, states[project.project_id]) for project in projects],
            total_count=total,
            has_more=offset + len(projects) < total,
        )


def _add_one(router: APIRouter, services: Services) -> None:
    @router.get("/{project_id}")
    async def get_project(project_id: str, response: Response) -> wire.ProjectModel:
        """One project, with how it stands."""
        return await _model(services, await services.projects.get(ProjectId(project_id)), response)

    @router.patch("/{project_id}")
    async def update_project(
        project_id: str,
        request: wire.UpdateProjectRequest,
        response: Response,
        if_match: Annotated[str | None, Header(description="the ETag one has read; the same as `version`")] = None,
    ) -> wire.ProjectModel:
        """Changes name, defaults, or archives it. null takes a default away. Every change makes a version.

        An archived project is left out of lists, and nothing that happens on GitHub sets off work for it. Its work
        orders and tasks stay as they are; those under way go on.
        """
        changes = _defaults_in(request)
        version = changes.pop("version", None) or version_in(if_match)
        if changes.get("archived", False) is None:
            raise InvalidInput("archived is true or false.", field="archived")
        author = services.preferences.current.author_name
        project = await services.projects.update(ProjectId(project_id), changes, version=version, author=author)
        return await _model(services, project, response)

    @router.delete("/{project_id}")
    async def delete_project(project_id: str) -> wire.DeleteProjectResponse:
        """Forgets the project, its tasks, secrets and history, and says what became of its work orders.

        They are kept, without a project, as are branches and pull requests. What runs goes on to its end; follow-ups
        have the floor's defaults.
        """
        return departure_response(project_id, await services.projects.delete(ProjectId(project_id)))


async def _model(services: Services, project: Project, response: Response) -> wire.ProjectModel:
    states = await services.projects.states([project.project_id])
    return project_model(project, states[project.project_id], response)


def _defaults_in(request: wire.ProjectDefaults) -> dict[str, Any]:
    given = request.model_dump(exclude_unset=True)
    return given | {"limits": limits_from(request.limits)} if "limits" in given else given
