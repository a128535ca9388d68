"""GitHub itself: as whom we speak there, and its issues."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from shopfloor.api import wire
from shopfloor.api.services import Services

RepositoryUrl = Annotated[str, Query(min_length=1, max_length=2048)]


def github_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/github", tags=["github"])

    @router.get("/credential")
    async def get_github_credential(
        host: Annotated[str | None, Query(max_length=300)] = None,
        repository_url: Annotated[str | None, Query(min_length=1, max_length=2048)] = None,
    ) -> wire.GitHubCredentialModel:
        """Which credential would be used for that repository or host (else the default one), if GitHub takes it."""
        url = services.repository_rules.admit(repository_url).url if repository_url else None
        report = await services.github.credential(host, url)
        return wire.GitHubCredentialModel.model_validate(report, from_attributes=True)

    @router.get("/credentials")
    async def list_github_credentials() -> wire.GitHubCredentialsResponse:
        """Which credential would be used on each host that this server knows."""
        reports = await services.github.credentials()
        models = [wire.GitHubCredentialModel.model_validate(report, from_attributes=True) for report in reports]
        return wire.GitHubCredentialsResponse(credentials=models, total_count=len(models), has_more=False)

    @router.get("/issues")
    async def list_github_issues(
        repository_url: RepositoryUrl,
        q: Annotated[str, Query(max_length=200)] = "",
        limit: Annotated[int, Query(ge=1, le=200)] = 30,
        offset: Annotated[int, Query(ge=0, le=1000)] = 0,
    ) -> wire.IssuesResponse:
        """Open issues, the newest first, or those that the words are found in."""
        location = services.repository_rules.admit(repository_url)
        page = await services.github.list_issues(location.url, q, limit, offset)
        return wire.IssuesResponse(
            issues=[wire.IssueModel.model_validate(issue, from_attributes=True) for issue in page.issues],
            total_count=page.total_count,
            has_more=page.has_more,
        )

    @router.get("/issues/{number}")
    async def get_github_issue(
        number: Annotated[int, Path(ge=1, le=10**10)], repository_url: RepositoryUrl
    ) -> wire.IssueModel:
        """One issue with its comments."""
        location = services.repository_rules.admit(repository_url)
        issue = await services.github.get_issue(location.url, number)
        return wire.IssueModel.model_validate(issue, from_attributes=True)

    return router
