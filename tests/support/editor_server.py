"""Stands for VS Code in the browser: pages, and a WebSocket that writes files, at a socket file."""

import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

_PAGE = """<!doctype html><title>Editor</title><h1>Editor of the sandbox</h1><p id="state">off</p>
<input aria-label="Text"><button>Save</button>
<script>
const socket = new WebSocket(`ws://${location.host}/write`);
socket.onopen = () => (document.querySelector("#state").textContent = "connected");
socket.onmessage = ({ data }) => (document.querySelector("#state").textContent = data);
document.querySelector("button").onclick = () => socket.send(document.querySelector("input").value);
</script>"""


async def page(request: Request) -> Response:
    return HTMLResponse(_PAGE)


async def seen(request: Request) -> Response:
    return JSONResponse({"headers": dict(request.headers), "arguments": sys.argv[1:]})


async def write(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        Path("edited.txt").write_text(text + "\n")
        await socket.send_text(f"saved {text}")


if __name__ == "__main__":
    print("listening", flush=True)
    routes = [Route("/seen", seen), Route("/{path:path}", page), WebSocketRoute("/write", write)]
    uvicorn.run(Starlette(routes=routes), uds=sys.argv[1], log_level="warning", ws="websockets-sansio")
