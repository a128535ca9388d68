"""What a user can ask about GitHub itself: as whom we would speak, and which issues there are."""

from dataclasses import dataclass

from shopfloor.domain.issue import Issue
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.errors import ForgeError, InvalidInput
from shopfloor.forge.forge_protocol import IssuePage, IssueTracker
from shopfloor.github_integration.client import GitHubClient
from shopfloor.github_integration.credentials import CredentialSource
from shopfloor.github_integration.hosts import GitHubHost, GitHubHosts
from shopfloor.github_integration.refusals import token_hint


@dataclass(frozen=True, slots=True)
class CredentialReport:
    host: str
    source: CredentialSource | None
    """None where there is none."""
    login: str | None = None
    scopes: tuple[str, ...] | None = None
    error_code: str | None = None
    error_message: str | None = None
    hint: str | None = None


class GitHubService:
    def __init__(self, *, client: GitHubClient, hosts: GitHubHosts, issues: IssueTracker) -> None:
        self._client = client
        self._hosts = hosts
        self._issues = issues

    async def credentials(self) -> list[CredentialReport]:
        """For each host that is known."""
        return [await self.credential(host.name) for host in self._hosts.all]

    async def credential(self, host_name: str | None, repository_url: str | None = None) -> CredentialReport:
        """Which one would be used there, or for that repository, and whether GitHub takes it."""
        location = parse_repository_url(repository_url) if repository_url else None
        repository = self._hosts.repository_at(location) if location else None
        host = repository.host if repository else self._host(host_name)
        credential = await self._client.credentials.find(host, repository)
        source = credential.source if credential else None
        try:
            if repository is None and source is not CredentialSource.USER and (app := await self._app_at(host)):
                return app
            if credential is None:
                return CredentialReport(host.name, None, hint=token_hint(host))
            viewer = await self._client.viewer(credential)
        except ForgeError as error:
            return CredentialReport(
                host.name, source, error_code=error.code, error_message=error.message, hint=error.hint
            )
        return CredentialReport(host.name, credential.source, viewer.login, viewer.scopes)

    async def _app_at(self, host: GitHubHost) -> CredentialReport | None:
        name = await self._client.credentials.app_at(host)
        hint = "It is used in the repositories that it is installed in."
        return CredentialReport(host.name, CredentialSource.APP, f"{name}[bot]", hint=hint) if name else None

    async def list_issues(self, repository_url: str, query: str, limit: int, offset: int) -> IssuePage:
        return await self._issues.list_issues(repository_url, query=query, limit=limit, offset=offset)

    async def get_issue(self, repository_url: str, number: int) -> Issue:
        return await self._issues.get_issue(repository_url, number)

    def _host(self, name: str | None) -> GitHubHost:
        if name is None:
            return self._hosts.default
        host = self._hosts.find(name)
        if host is None:
            known = ", ".join(each.name for each in self._hosts.all)
            raise InvalidInput(f"{name} is no GitHub that this server knows.", field="host", hint=f"There are: {known}")
        return host
