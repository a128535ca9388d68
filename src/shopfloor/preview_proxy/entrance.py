"""The step over the threshold: a browser with a ticket gets its cookie and goes on."""

import json
import secrets

from starlette.responses import HTMLResponse, Response

from shopfloor.preview_proxy.access import access_cookie
from shopfloor.preview_proxy.origin import PreviewOrigin
from shopfloor.previews.served_program import ServedProgram

_SCRIPT = """
let mayStore = true;
try { localStorage.length; } catch { mayStore = false; }
parent.postMessage({ shopfloor: "entered", mayStore }, "*");
location.replace(%s);
"""


def let_in(program: ServedProgram, origin: PreviewOrigin, way: str, *, is_framed: bool) -> Response:
    headers = {
        "set-cookie": access_cookie(program, origin),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
    }
    if not is_framed:
        return Response(status_code=303, headers=headers | {"location": way})
    return _told_around(way, headers, origin)


def _told_around(way: str, headers: dict[str, str], origin: PreviewOrigin) -> Response:
    """The page around the frame cannot see whether the browser lets the program store anything: it is told."""
    nonce = secrets.token_urlsafe(12)
    script = _SCRIPT % json.dumps(way).replace("<", "\\u003c")
    policy = f"default-src 'none'; script-src 'nonce-{nonce}'; frame-ancestors {origin.frame_ancestors}"
    page = f'<!doctype html><meta charset="utf-8"><title></title><script nonce="{nonce}">{script}</script>'
    return HTMLResponse(page, headers=headers | {"content-security-policy": policy})
