"""Tokens of a GitHub App: for the one repository, good for an hour, made anew before they end."""

import base64
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from shopfloor.errors import ForgeCredentialRefused, ForgeNotFound
from shopfloor.github_integration.api import GitHubApi
from shopfloor.github_integration.hosts import GitHubHost, GitHubRepository

_JWT_SECONDS = 540
_CLOCK_SKEW_SECONDS = 60
_RENEW_SECONDS = 300.0
_NOT_INSTALLED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class GitHubApp:
    app_id: str
    private_key: str = field(repr=False)

    def jwt(self, now: float) -> str:
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import padding, rsa

        try:
            key = serialization.load_pem_private_key(self.private_key.encode(), password=None)
        except ValueError as error:
            raise ForgeCredentialRefused("The GitHub App's private key cannot be read.", hint="It is a PEM.") from error
        if not isinstance(key, rsa.RSAPrivateKey):
            raise ForgeCredentialRefused("The GitHub App's private key is not an RSA key.")
        claims = {"iat": int(now) - _CLOCK_SKEW_SECONDS, "exp": int(now) + _JWT_SECONDS, "iss": self.app_id}
        signed = f"{_part({'alg': 'RS256', 'typ': 'JWT'})}.{_part(claims)}"
        signature = key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{signed}.{_encoded(signature)}"


@dataclass(frozen=True, slots=True)
class _Held:
    token: str | None
    until: float


class AppTokens:
    def __init__(self, apps: Mapping[GitHubHost, GitHubApp], api: GitHubApi) -> None:
        self._apps = apps
        self._api = api
        self._held: dict[str, _Held] = {}

    async def token_for(self, repository: GitHubRepository) -> str | None:
        """None where that host has no app of ours, or it is not installed there."""
        app = self._apps.get(repository.host)
        if app is None:
            return None
        held = self._held.get(repository.web_url.lower())
        if held is None or held.until <= time.time():
            held = self._held[repository.web_url.lower()] = await self._make(app, repository)
        return held.token

    async def app_at(self, host: GitHubHost) -> str | None:
        """The name of ours there; None where there is none. Raises a ForgeError where GitHub does not know it."""
        app = self._apps.get(host)
        if app is None:
            return None
        answer = await self._api.send(host, "GET", "/app", token=app.jwt(time.time()))
        return str(answer.data["slug"])

    def forget(self, token: str) -> None:
        self._held = {name: held for name, held in self._held.items() if held.token != token}

    async def _make(self, app: GitHubApp, repository: GitHubRepository) -> _Held:
        jwt = app.jwt(time.time())
        try:
            found = await self._api.send(repository.host, "GET", repository.path("installation"), token=jwt)
        except ForgeNotFound:
            return _Held(None, time.time() + _NOT_INSTALLED_SECONDS)
        made = await self._api.send(
            repository.host,
            "POST",
            f"/app/installations/{found.data['id']}/access_tokens",
            token=jwt,
            json={"repositories": [repository.name]},
        )
        ends = datetime.fromisoformat(made.data["expires_at"].replace("Z", "+00:00")).timestamp()
        return _Held(made.data["token"], ends - _RENEW_SECONDS)


def _part(value: dict[str, object]) -> str:
    return _encoded(json.dumps(value, separators=(",", ":")).encode())


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
