"""One request to a GitHub and its answer: conditional where that saves calls, tried again where that is safe."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from shopfloor import __version__
from shopfloor.errors import ForgeRateLimited, ForgeUnavailable, ForgeUnreachable
from shopfloor.github_integration.hosts import GitHubHost
from shopfloor.github_integration.refusals import refusal_in

_HEADERS = {
    "accept": "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    "user-agent": f"shopfloor/{__version__}",
}
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)
_MOST_REMEMBERED = 512
_MOST_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 307, 308})
_SAFE_TWICE = frozenset({"GET", "PUT", "PATCH", "DELETE"})
_SHORT_WAIT_SECONDS = 3.0
"""A limit that ends this soon is waited for here; others are the caller's to wait for."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    data: Any
    headers: Mapping[str, str]

    @property
    def next_url(self) -> str | None:
        links = httpx.Response(200, headers={"link": self.headers.get("link", "")}).links
        return links.get("next", {}).get("url")


@dataclass(frozen=True, slots=True)
class RetryTimes:
    attempts: int = 3
    delay_seconds: float = 0.5


class GitHubApi:
    """Knows no repository and chooses no token; `close` at the end."""

    def __init__(self, times: RetryTimes = RetryTimes()) -> None:  # noqa: B008 - frozen
        self._times = times
        self._clients: dict[GitHubHost, httpx.AsyncClient] = {}
        self._remembered: OrderedDict[str, Answer] = OrderedDict()

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()
        self._clients.clear()

    async def send(
        self,
        host: GitHubHost,
        method: str,
        url: str,
        *,
        token: str | None,
        json: Any = None,
        params: Mapping[str, Any] | None = None,
    ) -> Answer:
        """`url` is a path of the API, or what GitHub itself gave. Raises a ForgeError for every refusal."""
        for attempt in range(1, self._times.attempts + 1):
            try:
                return await self._send_once(host, method, url, token, json, params)
            except (ForgeUnavailable, ForgeUnreachable, ForgeRateLimited) as error:
                delay = self._delay(method, attempt, error)
                if delay is None:
                    raise
                await asyncio.sleep(delay)
        raise AssertionError("unreachable: there is at least one attempt")

    def _delay(self, method: str, attempt: int, error: Exception) -> float | None:
        """A limit was not let through at all; whether an unanswered POST was carried out nobody knows."""
        if attempt >= self._times.attempts:
            return None
        if isinstance(error, ForgeRateLimited):
            asked = error.retry_after_seconds
            return asked if asked is not None and asked <= _SHORT_WAIT_SECONDS else None
        return self._times.delay_seconds * 2.0 ** (attempt - 1) if method in _SAFE_TWICE else None

    async def _send_once(
        self, host: GitHubHost, method: str, url: str, token: str | None, json: Any, params: Mapping[str, Any] | None
    ) -> Answer:
        address = url if "://" in url else f"{host.api_url}{url}"
        key = _key(token, address, params) if method == "GET" else None
        known = self._remembered.get(key) if key else None
        headers = {**_HEADERS, **({"authorization": f"Bearer {token}"} if token else {})}
        if known is not None:
            headers["if-none-match"] = known.headers["etag"]
        response = await self._follow(host, method, address, headers, json, params)
        if response.status_code == httpx.codes.NOT_MODIFIED and known is not None:
            return known
        if not response.is_success:
            raise refusal_in(host, response, has_token=token is not None, asked=address)
        answer = Answer(response.status_code, response.json() if response.content else None, dict(response.headers))
        self._remember(key, answer)
        return answer

    async def _follow(
        self,
        host: GitHubHost,
        method: str,
        address: str,
        headers: Mapping[str, str],
        json: Any,
        params: Mapping[str, Any] | None,
    ) -> httpx.Response:
        """A moved repository answers with where it is now; never to another server, the token stays on this one."""
        origin = httpx.URL(host.api_url)
        for _ in range(_MOST_REDIRECTS):
            if _server(httpx.URL(address)) != _server(origin):
                raise ForgeUnavailable(f"{host.name} leads to another server, which is not followed.")
            response = await self._exchange(host, method, address, headers, json, params)
            if response.status_code not in _REDIRECTS or "location" not in response.headers:
                return response
            address, params = str(response.url.join(response.headers["location"])), None
        raise ForgeUnavailable(f"{host.name} leads in circles.")

    async def _exchange(
        self,
        host: GitHubHost,
        method: str,
        address: str,
        headers: Mapping[str, str],
        json: Any,
        params: Mapping[str, Any] | None,
    ) -> httpx.Response:
        try:
            return await self._client(host).request(method, address, headers=headers, json=json, params=params)
        except httpx.TimeoutException as error:
            raise ForgeUnreachable(f"{host.name} did not answer in time.", hint="Check the network.") from error
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            raise ForgeUnreachable(f"{host.name} cannot be reached: {reason}", hint="Check the network.") from error

    def _client(self, host: GitHubHost) -> httpx.AsyncClient:
        if host not in self._clients:
            is_here = host.bare_name in {"127.0.0.1", "localhost", "::1"}
            self._clients[host] = httpx.AsyncClient(timeout=_TIMEOUT, trust_env=not is_here)
        return self._clients[host]

    def _remember(self, key: str | None, answer: Answer) -> None:
        if key is None or "etag" not in answer.headers:
            return
        self._remembered[key] = answer
        self._remembered.move_to_end(key)
        while len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)


def _server(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _key(token: str | None, address: str, params: Mapping[str, Any] | None) -> str:
    """What one token may see another may not; the token itself is not kept here."""
    who = hashlib.sha256((token or "").encode()).hexdigest()
    return f"{who} {address} {sorted((params or {}).items())}"
