"""The history of a project's configuration: versions, what differs between two, and the way back."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from shopfloor.api import wire
from shopfloor.api.project_presenters import project_model, version_model
from shopfloor.api.services import Services
from shopfloor.domain.ids import ProjectId
from shopfloor.projects.history import ProjectHistory


def configuration_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/projects/{project_id}/configuration/versions", tags=["projects"])
    _add_reading(router, services.project_history)
    _add_way_back(router, services)
    return router


def _add_reading(router: APIRouter, history: ProjectHistory) -> None:
    @router.get("")
    async def list_configuration_versions(
        project_id: str,
        limit: Annotated[int, Query(ge=1, le=500)] = 50,
        offset: Annotated[int, Query(ge=0)] = 0,
    ) -> wire.ConfigurationVersionsResponse:
        """Every version that there was, newest first: when, by whom and what changed."""
        versions, total = await history.list(ProjectId(project_id), limit=limit, offset=offset)
        summaries = [wire.ConfigurationVersionSummary.model_validate(each, from_attributes=True) for each in versions]
        return wire.ConfigurationVersionsResponse(
            versions=summaries, total_count=total, has_more=offset + len(versions) < total
        )

    @router.get("/{version}")
    async def get_configuration_version(project_id: str, version: int) -> wire.ConfigurationVersionModel:
        """One version with all that it held."""
        return version_model(await history.get(ProjectId(project_id), version))

    @router.get("/{version}/diff")
    async def compare_configuration_versions(
        project_id: str,
        version: int,
        against: Annotated[int | None, Query(ge=0, description="the earlier version; else the one before")] = None,
    ) -> wire.ConfigurationDiffResponse:
        """What differs between an earlier version and this one, field by field."""
        earlier = version - 1 if against is None else against
        found = await history.compare(ProjectId(project_id), earlier, version)
        return wire.ConfigurationDiffResponse(
            from_version=earlier,
            to_version=version,
            differences=[wire.DifferenceModel.model_validate(each) for each in found],
        )


def _add_way_back(router: APIRouter, services: Services) -> None:
    @router.post("/{version}/restore")
    async def restore_configuration_version(
        project_id: str, version: int, response: Response, request: wire.RestoreConfigurationRequest | None = None
    ) -> wire.RestoreConfigurationResponse:
        """Makes what an earlier version held hold again, as a new version. Values of secrets stay as they are."""
        restored = await services.project_history.restore(
            ProjectId(project_id),
            version,
            seen=request.version if request else None,
            author=services.preferences.current.author_name,
        )
        state = (await services.projects.states([restored.project.project_id]))[restored.project.project_id]
        return wire.RestoreConfigurationResponse(
            project=project_model(restored.project, state, response), missing_secrets=list(restored.missing_secrets)
        )
