"""The door before all others: requests to a served program's own host name go there, and never to our API."""

import ssl

import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from shopfloor.preview_proxy.access import ENTRANCE, has_access, ticket_and_way
from shopfloor.preview_proxy.entrance import let_in
from shopfloor.preview_proxy.headers import cookies_in
from shopfloor.preview_proxy.http_proxy import HttpProxy, NoAnswer, trusting_context
from shopfloor.preview_proxy.notices import notice
from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.preview_proxy.socket_proxy import SocketProxy
from shopfloor.previews.names import ServedNames
from shopfloor.previews.served_program import ServedProgram
from shopfloor.previews.served_programs import ServedPrograms

logger = structlog.get_logger(__name__)

_SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}
_REFUSED, _GONE, _STARTING = 4403, 4404, 1013


class PreviewGateway:
    def __init__(
        self, app: ASGIApp, *, programs: ServedPrograms, names: ServedNames, public_url: str | None, key: str | None
    ) -> None:
        self._app = app
        self._programs = programs
        self._names = names
        self._public_url = public_url
        context: ssl.SSLContext = trusting_context()
        self._http = HttpProxy(key=key, context=context)
        self._sockets = SocketProxy(key=key, context=context)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = _host_of(scope) if scope["type"] in ("http", "websocket") else ""
        label = self._names.label_in(host)
        if label is None:
            await self._app(scope, receive, send)
            return
        origin = PreviewOrigin(self._names.scheme_of(host) or _SCHEMES[scope["scheme"]], host, self._public_url)
        program = self._programs.by_label(label)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, program, origin)
        else:
            await self._request(scope, receive, send, program, origin)

    async def _request(
        self, scope: Scope, receive: Receive, send: Send, program: ServedProgram | None, origin: PreviewOrigin
    ) -> None:
        answer = self._at_the_door(scope, program, origin)
        if answer is None and program is not None:
            target = await program.target()
            if target is None:
                answer = _not_there(program, origin)
            else:
                try:
                    await self._http.pass_on(scope, receive, send, program, target, origin)
                except NoAnswer as exc:
                    logger.info("preview_no_answer", agent_work_order_id=program.order_id, error=str(exc))
                    answer = _notice(502, "No answer", "What runs here did not answer this request.", origin)
        if answer is not None:
            await answer(scope, receive, send)

    def _at_the_door(self, scope: Scope, program: ServedProgram | None, origin: PreviewOrigin) -> Response | None:
        """None for who may come in."""
        if program is None:
            return _notice(404, "Nothing is shown here any more", "Start it again from its work order.", origin)
        is_known = has_access(program, cookies_in(scope["headers"]))
        if scope["path"] == ENTRANCE:
            ticket, way = ticket_and_way(scope["query_string"])
            is_let_in = self._programs.tickets.redeem(program.label, ticket)
            if is_let_in or is_known:
                is_framed = _header(scope, b"sec-fetch-dest") == "iframe"
                return let_in(program, origin, way, is_framed=is_framed)
        if not is_known or _is_from_elsewhere(scope, origin):
            return _notice(403, "Not this way", "Open it from its work order in Shopfloor.", origin)
        return None

    async def _socket(
        self, scope: Scope, receive: Receive, send: Send, program: ServedProgram | None, origin: PreviewOrigin
    ) -> None:
        if program is None or not has_access(program, cookies_in(scope["headers"])) or not _is_own(scope, origin):
            await send({"type": "websocket.close", "code": _GONE if program is None else _REFUSED})
            return
        target = await program.target()
        if target is None:
            await send({"type": "websocket.close", "code": _STARTING})
            return
        await self._sockets.pass_on(scope, receive, send, program, target, origin)


def _not_there(program: ServedProgram, origin: PreviewOrigin) -> Response:
    if program.is_alive:
        return _notice(503, "Starting", "It is not listening yet.", origin, again_after=1)
    return _notice(503, "It has ended", "Start it again from its work order.", origin)


def _notice(status: int, title: str, text: str, origin: PreviewOrigin, again_after: int | None = None) -> Response:
    return notice(status, title, text, frame_ancestors=origin.frame_ancestors, again_after=again_after)


def _host_of(scope: Scope) -> str:
    return _header(scope, b"host") or ""


def _is_own(scope: Scope, origin: PreviewOrigin) -> bool:
    """Browsers let any page open a WebSocket anywhere: only the program's own pages may open one here."""
    given = _header(scope, b"origin")
    return given is None or given.lower() == origin.url.lower()


def _is_from_elsewhere(scope: Scope, origin: PreviewOrigin) -> bool:
    """Other origins, other previews too, may lead a browser here, but not use what is here from where they are."""
    if not _is_own(scope, origin):
        return True
    is_led_here = _header(scope, b"sec-fetch-mode") == "navigate" and scope["method"] in ("GET", "HEAD")
    return _header(scope, b"sec-fetch-site") in ("cross-site", "same-site") and not is_led_here


def _header(scope: Scope, wanted: bytes) -> str | None:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)
