"""Everything that is not about one order or project: repositories, agents, settings, health."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Response

from shopfloor import __version__
from shopfloor.agent_executor.agent_states import AgentState
from shopfloor.agents.offers import OfferAnswer
from shopfloor.api import wire
from shopfloor.api.presenters import limits_from
from shopfloor.api.services import Services
from shopfloor.domain.agent_choices import AgentChoices
from shopfloor.errors import InvalidInput, RepositoryArchived, RepositoryUrlRefused, ShopfloorError

_MAY_BE_NULL = {
    *("default_model", "default_reasoning_effort", "default_mode", "default_limits"),
    *("author_name", "author_email", "naming"),
}


def floor_router(services: Services) -> APIRouter:
    router = APIRouter()
    _add_repositories(router, services)
    _add_agents(router, services)
    _add_settings(router, services)
    _add_health(router, services)
    return router


def _add_repositories(router: APIRouter, services: Services) -> None:
    @router.post("/github/verify-repository", tags=["repositories"])
    async def verify_repository(request: wire.VerifyRepositoryRequest) -> wire.VerifyRepositoryResponse:
        """Whether a repository can be used, and what it is. A refused URL is a 422, an unreachable one an answer."""
        location = services.repository_rules.admit(request.repository_url)
        try:
            info = await services.forge.verify_repository(location.url)
        except RepositoryUrlRefused:
            raise
        except ShopfloorError as exc:
            unknown = wire.RepositoryModel(
                repository_owner=location.owner,
                repository_name=location.name,
                repository_url=location.url,
                default_branch=None,
                is_accessible=False,
                access_verified_at=datetime.now(UTC),
            )
            return _not_verified(unknown, exc)
        model = wire.RepositoryModel.model_validate(info, from_attributes=True)
        if info.is_archived:
            archived = RepositoryArchived("The repository is archived: nothing can be pushed.", hint="Unarchive it.")
            return _not_verified(model, archived)
        return wire.VerifyRepositoryResponse(repository=model, verification_success=True, error_message=None)


def _not_verified(repository: wire.RepositoryModel, reason: ShopfloorError) -> wire.VerifyRepositoryResponse:
    return wire.VerifyRepositoryResponse(
        repository=repository,
        verification_success=False,
        error_message=reason.message,
        error_code=reason.code,
        hint=reason.hint,
    )


def _add_agents(router: APIRouter, services: Services) -> None:
    @router.get("/agents", tags=["agents"])
    async def list_agents() -> wire.AgentsResponse:
        """The agents this floor knows, and whether each can be used."""
        agents = [_agent(state) for state in await services.agents.list()]
        return wire.AgentsResponse(agents=agents, total_count=len(agents), has_more=False)

    @router.get("/agents/{name}", tags=["agents"])
    async def get_agent(name: str) -> wire.AgentModel:
        """One agent: whether it is installed and signed in, its version, and what it can do."""
        return _agent(await services.agents.get(name))

    @router.get("/agents/{name}/models", tags=["agents"])
    async def list_agent_models(name: str, refresh: bool = False) -> wire.AgentModelsResponse:
        """What the agent offers to choose from, as it last said; asked anew on request or where nothing is known."""
        return _models(name, await services.offers.get(name, refresh=refresh))


def _add_settings(router: APIRouter, services: Services) -> None:
    @router.get("/settings", tags=["settings"])
    async def get_settings() -> wire.SettingsModel:
        """Defaults and limits as they are in force."""
        return wire.SettingsModel.model_validate(services.preferences.current, from_attributes=True)

    @router.patch("/settings", tags=["settings"])
    async def update_settings(request: wire.UpdateSettingsRequest) -> wire.SettingsModel:
        """Changes defaults and limits. They hold from the next order on."""
        changes = request.model_dump(exclude_unset=True)
        wrong = next((name for name, value in changes.items() if value is None and name not in _MAY_BE_NULL), None)
        if wrong:
            raise InvalidInput(f"{wrong} cannot be null.", field=wrong)
        await _require_choices(services, changes)
        if "default_limits" in changes:
            changes["default_limits"] = limits_from(request.default_limits)
        return wire.SettingsModel.model_validate(await services.preferences.update(changes), from_attributes=True)


async def _require_choices(services: Services, changes: Mapping[str, Any]) -> None:
    """The agents that are named exist and offer what was chosen of them."""
    agent = changes.get("default_agent") or services.preferences.current.default_agent
    if changes.get("default_agent"):
        services.catalogue.get(agent)
    if review := changes.get("default_ai_review"):
        reviewer = review.get("agent") or agent
        services.catalogue.get(reviewer)
        await services.offers.require(reviewer, AgentChoices(review.get("model")))
    chosen = AgentChoices(*(changes.get(f"default_{name}") for name in ("model", "reasoning_effort", "mode")))
    await services.offers.require(agent, chosen)


def _add_health(router: APIRouter, services: Services) -> None:
    @router.get("/health", tags=["health"])
    async def health() -> wire.HealthResponse:
        """The process is alive."""
        return wire.HealthResponse(status="ok", version=__version__)

    @router.get("/ready", tags=["health"], responses={503: {"model": wire.ReadyResponse}})
    async def ready(response: Response) -> wire.ReadyResponse:
        """The database answers: orders can be filed."""
        try:
            await services.store.read(lambda tx: tx.runs.any_queued())
        except ShopfloorError as exc:
            response.status_code = 503
            return wire.ReadyResponse(status="unavailable", checks={"database": exc.message})
        return wire.ReadyResponse(status="ok", checks={"database": "ok"})


def _models(agent: str, answer: OfferAnswer) -> wire.AgentModelsResponse:
    offer = answer.offer
    models = sorted(offer.models, key=lambda model: model.provider.casefold()) if offer else []
    return wire.AgentModelsResponse(
        agent=agent,
        state=answer.state,
        message=answer.message,
        fetched_at=offer.fetched_at if offer else None,
        models=[wire.OfferedModelModel.model_validate(model, from_attributes=True) for model in models],
        modes=[wire.OfferedChoiceModel.model_validate(mode, from_attributes=True) for mode in offer.modes]
        if offer
        else [],
        efforts=[wire.OfferedChoiceModel.model_validate(effort, from_attributes=True) for effort in offer.efforts]
        if offer
        else [],
        current_model=offer.current_model if offer else None,
        total_count=len(models),
        has_more=False,
    )


def _agent(state: AgentState) -> wire.AgentModel:
    return wire.AgentModel.model_validate(state, from_attributes=True)
