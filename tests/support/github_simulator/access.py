"""Who may do what, after GitHub's rules for tokens, scopes, installations and organisations with SSO."""

import base64
import time
from datetime import UTC, datetime

import jwt
from tests.support.github_simulator.exchange import Request, not_found, refusal
from tests.support.github_simulator.model import App, Permission, Repository, Token
from tests.support.github_simulator.world import World

_LEVELS = {"read": Permission.READ, "write": Permission.WRITE, "admin": Permission.ADMIN}


class Access:
    def __init__(self, world: World, web_url: str) -> None:
        self._world = world
        self._web_url = web_url

    def token_of(self, request: Request) -> Token | None:
        given = _credential(request)
        if given is None:
            return None
        token = self._world.tokens.get(given)
        if token is None or token.is_revoked or self.is_expired(token):
            raise refusal(401, "Bad credentials")
        return token

    def app_of(self, request: Request) -> App:
        """The app that signed the JWT; GitHub allows ten minutes and checks the clock."""
        given = _credential(request) or ""
        try:
            issuer = jwt.decode(given, options={"verify_signature": False})["iss"]
            app = self._world.apps[int(issuer)]
            claims = jwt.decode(given, app.public_key, algorithms=["RS256"], options={"require": ["iat", "exp", "iss"]})
        except (jwt.PyJWTError, KeyError, ValueError) as exc:
            raise refusal(401, "A JSON web token could not be decoded") from exc
        if claims["exp"] - time.time() > 600:
            raise refusal(401, "'Expiration time' claim ('exp') is too far in the future")
        return app

    def is_expired(self, token: Token) -> bool:
        return token.expires_at is not None and token.expires_at < datetime.now(UTC)

    def sso_needed(self, token: Token, repository: Repository) -> str | None:
        """Where to go to authorise the token, if the organisation asks for it."""
        owner = repository.owner
        if not owner.requires_sso or token.installation is not None or owner.login in token.sso_organisations:
            return None
        return f"{self._web_url}/orgs/{owner.login}/sso?authorization_request=AB12CD34"

    def permission(self, token: Token | None, repository: Repository, subject: str) -> Permission:
        public = Permission.NONE if repository.is_private else Permission.READ
        if token is None:
            return public
        if token.installation is not None:
            return max(public, self._of_installation(token, repository, subject))
        own = self.permission_of_login(token.account.login, repository)
        if token.scopes is None or "repo" in token.scopes:
            return max(own, public)
        if "public_repo" in token.scopes and not repository.is_private:
            return max(own, public)
        return public

    def permission_of_login(self, login: str, repository: Repository) -> Permission:
        if repository.owner.login == login or repository.owner.members.get(login) == "admin":
            return Permission.ADMIN
        granted = repository.collaborators.get(login, Permission.NONE)
        if login in repository.owner.members:
            granted = max(granted, Permission.READ)
        return granted if repository.is_private else max(granted, Permission.READ)

    def _of_installation(self, token: Token, repository: Repository, subject: str) -> Permission:
        assert token.installation is not None
        if token.installation.account is not repository.owner:
            return Permission.NONE
        if token.repositories is not None and repository.repository_id not in token.repositories:
            return Permission.NONE
        level = (token.permissions or {}).get(subject, "")
        return _LEVELS.get(level, Permission.NONE)

    def require(self, token: Token | None, repository: Repository, needed: Permission, subject: str) -> None:
        """What cannot be seen is not found; what can be seen and not changed is forbidden."""
        if token is not None and (url := self.sso_needed(token, repository)):
            raise refusal(
                403,
                "Resource protected by organization SAML enforcement. You must grant your Personal Access token "
                "access to this organization.",
                X_GitHub_SSO=f"required; url={url}",
            )
        held = self.permission(token, repository, subject)
        seen = max(held, self.permission(token, repository, "metadata"))
        if seen < Permission.READ:
            raise not_found()
        if needed > Permission.READ and repository.is_archived and held >= needed:
            raise refusal(403, "Repository was archived so is read-only.")
        if held < needed:
            if token is None:
                raise refusal(401, "Requires authentication")
            if token.installation is not None:
                raise refusal(403, "Resource not accessible by integration")
            if token.scopes is None:
                raise refusal(403, "Resource not accessible by personal access token")
            raise refusal(403, "Must have push access to the repository.") if _has_scope(token) else not_found()


def _has_scope(token: Token) -> bool:
    return token.scopes is not None and bool({"repo", "public_repo"} & token.scopes)


def _credential(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() == "basic":
        return base64.b64decode(given).decode().partition(":")[2]
    return given
