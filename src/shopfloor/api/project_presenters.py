"""Projects and the versions of their configuration on the wire."""

from fastapi import Response

from shopfloor.api import wire
from shopfloor.domain.configuration import ConfigurationVersion
from shopfloor.domain.project import Project
from shopfloor.errors import InvalidInput


def project_model(project: Project, response: Response | None = None) -> wire.ProjectModel:
    """Where there is a response, it says the version as its ETag."""
    if response is not None:
        response.headers["etag"] = f'"{project.version}"'
    return wire.ProjectModel.model_validate(project, from_attributes=True)


def version_in(if_match: str | None) -> int | None:
    tag = (if_match or "*").strip().removeprefix("W/").strip('"')
    if tag == "*":
        return None
    if not tag.isdecimal():
        raise InvalidInput("If-Match is the ETag of a project: the number of its version.", field="if-match")
    return int(tag)


def version_model(version: ConfigurationVersion) -> wire.ConfigurationVersionModel:
    return wire.ConfigurationVersionModel.model_validate(version, from_attributes=True)
