"""Asks a GitHub about a repository, as whom the credentials say."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from shopfloor.errors import ForgeCredentialRefused, ForgeRefused
from shopfloor.github_integration.api import Answer, GitHubApi
from shopfloor.github_integration.credentials import Credential, Credentials, CredentialSource
from shopfloor.github_integration.hosts import GitHubHost, GitHubRepository

_PAGE = 100
_MOST_PAGES = 50


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who we are there."""

    login: str | None
    """None for a GitHub App, which is nobody."""
    name: str | None
    email: str | None
    scopes: tuple[str, ...] | None
    """None for tokens that have permissions instead."""


class GitHubClient:
    def __init__(self, api: GitHubApi, credentials: Credentials) -> None:
        self._api = api
        self.credentials = credentials

    async def get(self, repository: GitHubRepository, path: str, **params: Any) -> Any:
        return (await self.request(repository, "GET", path, params=params)).data

    async def request(
        self,
        repository: GitHubRepository,
        method: str,
        path: str,
        *,
        json: Any = None,
        params: Mapping[str, Any] | None = None,
    ) -> Answer:
        credential = await self.credentials.find(repository.host, repository)
        try:
            return await self._send(repository.host, credential, method, path, json, params)
        except ForgeCredentialRefused:
            if credential is None:
                raise
            self.credentials.forget(credential)
            another = await self.credentials.find(repository.host, repository)
            if another is None or another.token == credential.token:
                raise
            return await self._send(repository.host, another, method, path, json, params)

    async def pages(self, repository: GitHubRepository, path: str, **params: Any) -> AsyncIterator[Any]:
        """The items of a list, page after page, or of the one list in each page's object."""
        answer = await self.request(repository, "GET", path, params={**params, "per_page": _PAGE})
        for _ in range(_MOST_PAGES):
            for item in _items(answer.data):
                yield item
            if answer.next_url is None:
                return
            answer = await self.request(repository, "GET", answer.next_url)

    async def graphql(self, repository: GitHubRepository, query: str, variables: Mapping[str, Any]) -> Any:
        body = {"query": query, "variables": dict(variables)}
        answer = await self.request(repository, "POST", repository.host.graphql_url, json=body)
        if errors := answer.data.get("errors"):
            said = "; ".join(str(error.get("message")) for error in errors)
            raise ForgeRefused(f"{repository.host.name} refused: {said}", details=(said,))
        return answer.data["data"]

    async def viewer(self, credential: Credential) -> Viewer:
        if credential.source is CredentialSource.APP:
            return Viewer(None, None, None, None)
        answer = await self._send(credential.host, credential, "GET", "/user", None, None)
        scopes, user = answer.headers.get("x-oauth-scopes"), answer.data
        email = user.get("email") or f"{user['id']}+{user['login']}@users.noreply.{credential.host.bare_name}"
        names = None if scopes is None else tuple(name.strip() for name in scopes.split(",") if name.strip())
        return Viewer(user["login"], user.get("name") or user["login"], email, names)

    async def _send(
        self,
        host: GitHubHost,
        credential: Credential | None,
        method: str,
        path: str,
        json: Any,
        params: Mapping[str, Any] | None,
    ) -> Answer:
        token = credential.token if credential else None
        return await self._api.send(host, method, path, token=token, json=json, params=params)


def _items(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    return next((value for value in data.values() if isinstance(value, list)), [])
