"""Who may talk to the server, before anything else looks at a request.

A web page on another origin can make a browser on this machine send requests here (CSRF), and can point its own host
name at this address (DNS rebinding). So a foreign Host or Origin is refused, also where no key is wanted.
"""

import base64
import hmac
import ipaddress
import re
import uuid
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shopfloor.api.problems import problem_response
from shopfloor.domain.sizes import size_text
from shopfloor.domain.work_order import ErrorCategory
from shopfloor.settings import Settings

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1", "shopfloor.localhost"})
_SIGNED_PATHS = frozenset({"/api/webhooks/github"})
"""Who speaks there is known by the signature, not by the key; a push with many commits is long."""
_OPEN_PATHS = frozenset({"/api/health", "/api/ready"}) | _SIGNED_PATHS
_KEY_PROTOCOL = "shopfloor.key."
_SIGNED_BODY_LIMIT = 5 * 1024 * 1024
_FILE_PATH = re.compile(r"^/api/agent-work-orders/[^/]+/files/.")


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._key = settings.api_key
        self._body_limit = settings.request_body_limit
        self._file_limit = max(settings.file_size_limit, settings.request_body_limit)
        self._hosts = _LOOPBACK_NAMES | {name.lower() for name in settings.allowed_hosts}
        if settings.public_url:
            self._hosts |= {(urlsplit(settings.public_url).hostname or "").lower()}
        if not settings.is_loopback:
            self._hosts |= {settings.host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request_id = headers.get("x-request-id", "")[:64] or uuid.uuid4().hex[:16]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, self._limited(scope, headers, receive), _with_request_id(send, request_id))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": refusal[1][:120]})
        else:
            status, detail, code = refusal
            await problem_response(status, detail, code, ErrorCategory.USER_ACTION)(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        host = _host_name(headers.get("host", ""))
        if host not in self._hosts and not self._is_own_address(scope, host):
            hint = "add it to SHOPFLOOR_ALLOWED_HOSTS if it is yours"
            return 403, f"The Host «{host[:100]}» is not this server's: {hint}.", "foreign_host"
        if (origin := headers.get("origin")) is not None and not self._is_own_origin(origin, headers.get("host", "")):
            return 403, "Requests from other web sites are refused.", "foreign_origin"
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and not _is_link_followed(scope, headers):
            return 403, "Requests from other web sites are refused.", "foreign_origin"
        if self._key and _is_behind_the_key(scope["path"]) and not self._has_key(headers):
            return 401, "This server wants its key: send it as `Authorization: Bearer …`.", "key_wanted"
        if b"%00" in (scope.get("raw_path") or b"") or b"%00" in scope["query_string"]:
            return 422, "An address has no NUL in it.", "invalid_input"
        length = headers.get("content-length", "0")
        limit = self._limit_at(scope["path"])
        if length.isdigit() and int(length) > limit:
            return 413, f"The request is larger than {size_text(limit)}.", "too_large"
        return None

    def _is_own_address(self, scope: Scope, host: str) -> bool:
        """Beyond loopback a literal address that the server listens on is as good as a name; rebinding needs names."""
        server = scope.get("server") or ("", None)
        try:
            return self._key is not None and ipaddress.ip_address(host) == ipaddress.ip_address(server[0])
        except ValueError:
            return False

    def _is_own_origin(self, origin: str, host_header: str) -> bool:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https"):
            return False
        return parts.netloc.lower() == host_header.lower() or (
            parts.hostname in self._hosts and parts.hostname not in _LOOPBACK_NAMES
        )

    def _has_key(self, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        given = given.strip() if scheme.lower() == "bearer" else headers.get("x-api-key", "") or _socket_key(headers)
        return hmac.compare_digest(given.encode(), (self._key or "").encode())

    def _limit_at(self, path: str) -> int:
        if _FILE_PATH.match(path):
            return self._file_limit
        return max(self._body_limit, _SIGNED_BODY_LIMIT) if path in _SIGNED_PATHS else self._body_limit

    def _limited(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """A body without a length is cut off as soon as it is too long."""
        if scope["type"] != "http" or "content-length" in headers:
            return receive
        seen, limit = 0, self._limit_at(scope["path"])

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise HTTPException(413, f"The request is larger than {size_text(limit)}.")
            return message

        return counting


def _is_link_followed(scope: Scope, headers: Headers) -> bool:
    """Somebody comes to one of our pages from elsewhere, such as a pull request: it is no more than an empty page."""
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
        and not scope["path"].startswith("/api")
    )


def _is_behind_the_key(path: str) -> bool:
    """The web app's own files tell nothing about the floor; it asks for the key itself."""
    is_data = path.startswith(("/api/", "/pull-requests/")) or path == "/api"
    return is_data and path not in _OPEN_PATHS


def _socket_key(headers: Headers) -> str:
    """A page cannot give a WebSocket headers, but names of protocols: one of them carries the key, as base64url."""
    offered = (each.strip() for each in headers.get("sec-websocket-protocol", "").split(","))
    coded = next((each.removeprefix(_KEY_PROTOCOL) for each in offered if each.startswith(_KEY_PROTOCOL)), "")
    try:
        return base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
    except ValueError:
        return ""


def _host_name(header: str) -> str:
    try:
        return (urlsplit(f"//{header}").hostname or "").lower()
    except ValueError:
        return ""


def _with_request_id(send: Send, request_id: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode("latin-1", "replace"))]
        await send(message)

    return sending
