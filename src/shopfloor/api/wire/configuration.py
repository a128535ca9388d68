"""Versions of a project's configuration on the wire."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from shopfloor.api.wire.base import Request, Response
from shopfloor.api.wire.problem import DifferenceModel
from shopfloor.api.wire.projects import ProjectModel


class ConfigurationVersionSummary(Response):
    version: int
    created_at: datetime
    author: str | None
    note: str
    changed: list[str] = Field(description="the fields that it changed", examples=[["setup_script"]])


class ConfigurationVersionModel(ConfigurationVersionSummary):
    content: dict[str, Any] = Field(description="all fields as they were; of secrets the names")


class ConfigurationVersionsResponse(Response):
    versions: list[ConfigurationVersionSummary] = Field(description="newest first")
    total_count: int
    has_more: bool


class ConfigurationDiffResponse(Response):
    from_version: int
    to_version: int
    differences: list[DifferenceModel]


class RestoreConfigurationRequest(Request):
    version: Annotated[int, Field(ge=1)] | None = Field(
        None, description="the newest version one has seen: refused with 409 if there is a newer one"
    )


class RestoreConfigurationResponse(Response):
    project: ProjectModel
    missing_secrets: list[str] = Field(description="that the version had and that are gone; set them anew")
