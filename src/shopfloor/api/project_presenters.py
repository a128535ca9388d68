"""Projects and the versions of their configuration on the wire."""

from dataclasses import fields

from fastapi import Response

from shopfloor.api import wire
from shopfloor.domain.configuration import ConfigurationVersion
from shopfloor.domain.project import Project
from shopfloor.domain.project_state import Departure, ProjectState
from shopfloor.errors import InvalidInput


def project_model(project: Project, state: ProjectState, response: Response | None = None) -> wire.ProjectModel:
    """Where there is a response, it says the version as its ETag."""
    if response is not None:
        response.headers["etag"] = f'"{project.version}"'
    values = {field.name: getattr(project, field.name) for field in fields(project)}
    return wire.ProjectModel.model_validate({**values, "state": state}, from_attributes=True)


def departure_response(project_id: str, departure: Departure) -> wire.DeleteProjectResponse:
    state = departure.state
    return wire.DeleteProjectResponse(
        project_id=project_id,
        orders_kept=state.orders,
        orders_under_way=state.under_way,
        tasks_removed=state.tasks,
        secrets_removed=departure.secrets,
        message=str(departure),
    )


def version_in(if_match: str | None) -> int | None:
    tag = (if_match or "*").strip().removeprefix("W/").strip('"')
    if tag == "*":
        return None
    if not tag.isdecimal():
        raise InvalidInput("If-Match is the ETag of a project: the number of its version.", field="if-match")
    return int(tag)


def version_model(version: ConfigurationVersion) -> wire.ConfigurationVersionModel:
    return wire.ConfigurationVersionModel.model_validate(version, from_attributes=True)
