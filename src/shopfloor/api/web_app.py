"""The web app: built files that lie in the package, and its one page for every address that is not a file's.

Files under `assets/` have a hash of their content in their name and are kept by browsers for good; everything else is
asked for again by its ETag. Compressed twins are made when the app is built.
"""

import hashlib
import mimetypes
from collections.abc import Iterable
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

WEB_DIST = Path(__file__).parents[1] / "web_dist"
_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "vary": "accept-encoding",
}
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Shopfloor</title>
<h1>Shopfloor is running, its web app was not built</h1>
<p>Run <code>make setup</code> in the source tree, then start the server again.
The <a href="/api/docs">API</a> and the <code>shopfloor</code> command work without it.</p>"""


def web_app_router(folder: Path = WEB_DIST, *, frame_sources: Iterable[str] = ()) -> APIRouter:
    """The frame sources are where previews are: nothing else may be shown inside our page."""
    router = APIRouter(include_in_schema=False)
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}

    @router.get("/{path:path}")
    @router.head("/{path:path}")
    async def web_app(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404, "There is nothing at this address.")
        if "index.html" not in files:
            return HTMLResponse(_NOT_BUILT, status_code=503)
        if path not in files and path.startswith("assets/"):
            raise HTTPException(404, "This file belongs to another version of the web app: reload the page.")
        response = _file(request, files, path if path in files else "index.html")
        response.headers["content-security-policy"] = "; ".join(
            (*_POLICY, " ".join(("frame-src 'self'", *frame_sources)))
        )
        return response

    return router


def _file(request: Request, files: dict[str, Path], name: str) -> Response:
    headers = _HEADERS | {"cache-control": _FOR_GOOD if name.startswith("assets/") else _ASK_AGAIN}
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    path = files[name]
    for encoding, suffix in _ENCODINGS:
        if encoding in request.headers.get("accept-encoding", "") and name + suffix in files:
            path = files[name + suffix]
            headers["content-encoding"] = encoding
            break
    tag = _tag(path)
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers | {"etag": tag})
    return FileResponse(path, media_type=media_type, headers=headers | {"etag": tag})


def _tag(path: Path) -> str:
    facts = path.stat()
    return f'"{hashlib.sha256(f"{facts.st_mtime_ns}-{facts.st_size}".encode()).hexdigest()[:20]}"'
