"""What a new order can be put together from."""

from typing import Annotated

from fastapi import APIRouter, Query

from shopfloor.api import wire
from shopfloor.api.services import Services
from shopfloor.domain.work_order import AgentWorkflowType
from shopfloor.sandbox_manager.sandbox_types import in_words
from shopfloor.workflow_engine.workflow_definitions import describe, name_of, phases_of

Limit = Annotated[int, Query(ge=1, le=1000)]
RepositoryUrl = Annotated[str, Query(min_length=1, max_length=2048)]
SearchText = Annotated[str, Query(max_length=200)]
Ref = Annotated[str | None, Query(max_length=200, description="a branch; the one orders start from when left out")]


def repository_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["repositories"])
    _add_repositories(router, services)
    _add_contents(router, services)
    _add_workflows_and_sandboxes(router, services)
    return router


def _add_repositories(router: APIRouter, services: Services) -> None:
    @router.get("/repositories/recent")
    async def list_recent_repositories(limit: Limit = 20) -> wire.RecentRepositoriesResponse:
        """Repositories with orders, the last used first, then those that are only connected."""
        found, total = await services.repositories.recent(limit)
        models = [wire.KnownRepositoryModel.model_validate(one, from_attributes=True) for one in found]
        return wire.RecentRepositoriesResponse(repositories=models, total_count=total, has_more=len(models) < total)

    @router.get("/repositories/branches")
    async def list_branches(
        repository_url: RepositoryUrl, q: SearchText = "", limit: Limit = 200
    ) -> wire.BranchesResponse:
        """The branches as they are in the repository now."""
        found = await services.repositories.branches(repository_url)
        matching = [branch for branch in found.branches if q.casefold() in branch.name.casefold()]
        models = [
            wire.BranchModel(name=branch.name, sha=branch.sha, is_default=branch.name == found.default_branch)
            for branch in matching[:limit]
        ]
        return wire.BranchesResponse(
            repository_url=services.repository_rules.admit(repository_url).url,
            default_branch=found.default_branch,
            branches=models,
            total_count=len(matching),
            has_more=len(models) < len(matching),
        )


def _add_contents(router: APIRouter, services: Services) -> None:
    @router.get("/repositories/files")
    async def list_repository_files(
        repository_url: RepositoryUrl, ref: Ref = None, q: SearchText = "", limit: Limit = 50
    ) -> wire.RepositoryFilesResponse:
        """Files by a few letters of their path. Fetches the branch first if it has moved."""
        found = await services.repositories.files(repository_url, ref, q, limit)
        return wire.RepositoryFilesResponse(
            repository_url=services.repository_rules.admit(repository_url).url,
            ref=found.ref,
            files=[_shown(path) for path in found.paths],
            total_count=found.total,
            has_more=len(found.paths) == limit and limit < found.total,
        )

    @router.get("/repositories/commands")
    async def list_commands(repository_url: RepositoryUrl, ref: Ref = None) -> wire.CommandsResponse:
        """The commands in the repository's .claude/commands, then those that ship with Shopfloor."""
        commands = [
            wire.AvailableCommandModel.model_validate(command, from_attributes=True)
            for command in await services.repositories.commands(repository_url, ref)
        ]
        return wire.CommandsResponse(
            repository_url=services.repository_rules.admit(repository_url).url,
            commands=commands,
            total_count=len(commands),
            has_more=False,
        )


def _add_workflows_and_sandboxes(router: APIRouter, services: Services) -> None:
    @router.get("/workflows", tags=["workflows"])
    async def list_workflows() -> wire.WorkflowsResponse:
        """The workflows by name, each with its phases."""
        workflows = [
            wire.WorkflowModel(
                workflow_type=workflow,
                name=name_of(workflow),
                description=describe(workflow),
                phases=list(phases_of(workflow)),
            )
            for workflow in AgentWorkflowType
        ]
        return wire.WorkflowsResponse(workflows=workflows, total_count=len(workflows), has_more=False)

    @router.get("/sandboxes", tags=["sandboxes"])
    async def list_sandboxes() -> wire.SandboxesResponse:
        """The kinds of sandboxes, and whether each can be used here."""
        sandboxes = []
        for sandbox_type, reason in services.sandboxes.available_types().items():
            words = in_words(sandbox_type)
            sandboxes.append(
                wire.SandboxModel(
                    sandbox_type=sandbox_type,
                    name=words.name,
                    description=words.description,
                    is_available=reason is None,
                    reason=reason,
                    hint=words.hint if reason is not None else None,
                )
            )
        return wire.SandboxesResponse(sandboxes=sandboxes, total_count=len(sandboxes), has_more=False)


def _shown(path: str) -> str:
    """Names that are not UTF-8 cannot be put into JSON as they are."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
