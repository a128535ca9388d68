"""Secrets: set, replaced, listed by name, removed. No answer ever holds a value."""

from typing import Annotated

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.secret import StoredSecret

OfProject = Annotated[str | None, Query(description="the project it holds for; without: everything the user does")]


def secret_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/secrets", tags=["secrets"])
    vault = services.vault

    @router.get("")
    async def list_secrets(project_id: OfProject = None) -> wire.SecretsResponse:
        """The names of the stored secrets, or those of one project."""
        secrets = [_model(secret) for secret in await vault.list(project_id=_project(project_id))]
        return wire.SecretsResponse(secrets=secrets, total_count=len(secrets), has_more=False)

    @router.put("/{name}")
    async def put_secret(name: str, request: wire.PutSecretRequest, project_id: OfProject = None) -> wire.SecretModel:
        """Stores a secret encrypted, or replaces its value. It cannot be read back."""
        value = request.value.get_secret_value()
        return _model(await vault.put(name, value, project_id=_project(project_id), author=_author(services)))

    @router.delete("/{name}", status_code=204)
    async def remove_secret(name: str, project_id: OfProject = None) -> None:
        """Forgets a secret."""
        await vault.remove(name, project_id=_project(project_id), author=_author(services))

    return router


def _project(project_id: str | None) -> ProjectId | None:
    return ProjectId(project_id) if project_id else None


def _author(services: Services) -> str | None:
    return services.preferences.current.author_name


def _model(secret: StoredSecret) -> wire.SecretModel:
    return wire.SecretModel.model_validate(secret, from_attributes=True)
