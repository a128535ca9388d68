"""A development server as there are many: pages, streams, cookies, redirects, a WebSocket. PORT says where."""

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

PORT = int(os.environ.get("PORT", "0"))
_PAGE = """<!doctype html><title>Shop</title><h1>{heading}</h1><p id="live">off</p><p id="way"></p>
<script>
document.querySelector("#way").textContent = location.pathname + location.search;
const socket = new WebSocket(`ws://${{location.host}}/live`, "hot");
socket.onmessage = ({{ data }}) => {{
  document.querySelector("#live").textContent = "live";
  if (data !== "{heading}") location.reload();
}};
</script>"""


def heading() -> str:
    page = Path("page.txt")
    return page.read_text().strip() if page.exists() else "Nothing yet"


async def page(request: Request) -> Response:
    print(f"GET {request.url.path}", flush=True)
    return HTMLResponse(_PAGE.format(heading=heading()))


async def seen(request: Request) -> Response:
    return JSONResponse(
        {"url": str(request.url), "headers": request.headers.items(), "path": request.scope["raw_path"].decode()}
    )


async def digest(request: Request) -> Response:
    size, found = 0, hashlib.sha256()
    async for chunk in request.stream():
        size += len(chunk)
        found.update(chunk)
    return JSONResponse({"size": size, "sha256": found.hexdigest(), "headers": request.headers.items()})


async def ticks(request: Request) -> Response:
    async def endless() -> AsyncIterator[str]:
        try:
            for number in range(10**9):
                yield f"data: {number}\n\n"
                await asyncio.sleep(0.01)
        finally:
            print("ticks: reader gone", flush=True)

    return StreamingResponse(endless(), media_type="text/event-stream")


async def big(request: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        for number in range(64):
            yield bytes([number]) * 2**20

    return StreamingResponse(parts(), media_type="application/octet-stream")


async def away(request: Request) -> Response:
    where = request.query_params["to"].replace("PORT", str(PORT))
    return RedirectResponse(where, status_code=302)


async def jealous(request: Request) -> Response:
    response = HTMLResponse("<h1>Only alone</h1>")
    for name, value in json.loads(request.query_params["headers"]):
        response.headers.append(name, value)
    return response


async def file(request: Request) -> Response:
    return FileResponse(__file__, media_type="text/x-python")


async def live(socket: WebSocket) -> None:
    await socket.accept(subprotocol="hot" if "hot" in socket.scope["subprotocols"] else None)
    if "echo" in socket.query_params:
        await socket.send_json({"headers": socket.headers.items(), "query": str(socket.query_params)})
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                print(f"live: closed with {message['code']}", flush=True)
                return
            if message.get("text") == "close":
                await socket.close(4321, "as you wish")
                return
            await socket.send(
                {"type": "websocket.send", **{key: message[key] for key in ("text", "bytes") if message.get(key)}}
            )
    while True:
        await socket.send_text(heading())
        await asyncio.sleep(0.1)


ROUTES = [
    Route("/seen", seen),
    Route("/digest", digest, methods=["POST", "PUT"]),
    Route("/ticks", ticks),
    Route("/big", big),
    Route("/away", away),
    Route("/jealous", jealous),
    Route("/file", file),
    WebSocketRoute("/live", live),
    Route("/{path:path}", page),
]

if __name__ == "__main__":
    print(f"\x1b[32m➜\x1b[0m  Local:   \x1b[36mhttp://localhost:\x1b[1m{PORT}\x1b[22m/\x1b[39m", flush=True)
    print(f"secret {os.environ.get('MY_SECRET', '')} {' '.join(sys.argv[1:])}", flush=True)
    uvicorn.run(Starlette(routes=ROUTES), host="127.0.0.1", port=PORT, log_level="warning", ws="websockets-sansio")
