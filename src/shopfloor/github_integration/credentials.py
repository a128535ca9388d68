"""As whom we speak to a GitHub. The user's own token first, so that what is done there is done as her."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.redaction import Redactor
from shopfloor.github_integration.hosts import GitHubHost, GitHubHosts, GitHubRepository

_VARIABLES = ("GITHUB_TOKEN", "GH_TOKEN")
_ENTERPRISE_VARIABLES = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN")


class CredentialSource(StrEnum):
    USER = "user_token"
    PROJECT = "project_token"
    APP = "github_app"
    ENVIRONMENT = "environment"
    GH = "gh"


@dataclass(frozen=True, slots=True)
class Credential:
    host: GitHubHost
    source: CredentialSource
    token: str = field(repr=False)


class SecretFinder(Protocol):
    async def read(self, name: str, *, project_id: ProjectId | None = None) -> str | None: ...


class InstallationTokens(Protocol):
    async def token_for(self, repository: GitHubRepository) -> str | None: ...

    async def app_at(self, host: GitHubHost) -> str | None: ...

    def forget(self, token: str) -> None: ...


class SignedInProgram(Protocol):
    async def token_for(self, host: GitHubHost) -> str | None: ...

    def forget(self, token: str) -> None: ...


class Credentials:
    """Per-project token, per-user token, GitHub App, environment, `gh`: the first that is there."""

    def __init__(
        self,
        *,
        hosts: GitHubHosts,
        secrets: SecretFinder,
        project_of: Callable[[GitHubRepository], Awaitable[ProjectId | None]],
        app: InstallationTokens | None,
        environment: Mapping[str, str],
        gh: SignedInProgram,
        redactor: Redactor,
    ) -> None:
        self._hosts = hosts
        self._secrets = secrets
        self._project_of = project_of
        self._app = app
        self._environment = environment
        self._gh = gh
        self._redactor = redactor
        self._parents: dict[str, GitHubRepository] = {}

    async def find(self, host: GitHubHost, repository: GitHubRepository | None = None) -> Credential | None:
        found = await self._first(host, repository)
        if found is not None:
            self._redactor.learn(found.token)
        return found

    async def app_at(self, host: GitHubHost) -> str | None:
        """The name of the GitHub App that would be used there, in the repositories it is installed in."""
        return await self._app.app_at(host) if self._app is not None else None

    def treat_as(self, fork: GitHubRepository, parent: GitHubRepository) -> None:
        """A fork of ours is reached with the token of the project that it was made for."""
        self._parents[fork.web_url.lower()] = parent

    def forget(self, credential: Credential) -> None:
        """One that was refused is not taken from memory again."""
        self._gh.forget(credential.token)
        if self._app is not None:
            self._app.forget(credential.token)

    async def _first(self, host: GitHubHost, repository: GitHubRepository | None) -> Credential | None:
        name = host.secret_name
        known = self._parents.get(repository.web_url.lower(), repository) if repository is not None else None
        project_id = await self._project_of(known) if known is not None else None
        if project_id is not None and (token := await self._secrets.read(name, project_id=project_id)):
            return Credential(host, CredentialSource.PROJECT, token)
        if token := await self._secrets.read(name):
            return Credential(host, CredentialSource.USER, token)
        if self._app is not None and repository is not None and (token := await self._app.token_for(repository)):
            return Credential(host, CredentialSource.APP, token)
        if token := self._in_environment(host):
            return Credential(host, CredentialSource.ENVIRONMENT, token)
        if token := await self._gh.token_for(host):
            return Credential(host, CredentialSource.GH, token)
        return None

    def _in_environment(self, host: GitHubHost) -> str | None:
        names = _VARIABLES if host == self._hosts.default else _ENTERPRISE_VARIABLES
        return next((self._environment[name] for name in names if self._environment.get(name)), None)
