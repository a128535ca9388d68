"""Calls a tool of an MCP server that the client named: the least of the protocol that does it."""

from __future__ import annotations

import json
import os
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PROTOCOL_VERSION = "2025-03-26"


class McpFailed(Exception):
    """The server could not be started, or did not answer."""


def call_tool(server: dict[str, Any], tool: str, arguments: dict[str, Any], cwd: str) -> str:
    """The texts of the answer. The server lives for this one call."""
    variables = {entry["name"]: entry["value"] for entry in server.get("env") or []}
    try:
        process = subprocess.Popen(
            [server["command"], *(server.get("args") or [])],
            cwd=cwd,
            env={**os.environ, **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    except OSError as exc:
        raise McpFailed(str(exc)) from exc
    with process:
        try:
            client = {"name": "shopfloor-demo", "version": "1"}
            _ask(process, 1, "initialize", protocolVersion=_PROTOCOL_VERSION, capabilities={}, clientInfo=client)
            _send(process, {"method": "notifications/initialized"})
            result = _ask(process, 2, "tools/call", name=tool, arguments=arguments)
        finally:
            process.kill()
    return "\n".join(str(part.get("text", "")) for part in result.get("content") or [])


def _ask(process: subprocess.Popen[str], number: int, method: str, /, **params: Any) -> dict[str, Any]:
    _send(process, {"id": number, "method": method, "params": params})
    for line in process.stdout or ():
        message = json.loads(line)
        if message.get("id") != number:
            continue
        if "error" in message:
            raise McpFailed(str(message["error"].get("message")))
        return dict(message.get("result") or {})
    raise McpFailed("the server ended without an answer")


def _send(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
    if process.stdin is None:
        return
    try:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
    except OSError as exc:
        raise McpFailed("the server ended without an answer") from exc
