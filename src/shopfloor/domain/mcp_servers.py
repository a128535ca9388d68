"""MCP servers of a project: further tools that its agents are given."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from shopfloor.errors import InvalidInput

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OURS = frozenset({"HOME", "TMPDIR"})


@dataclass(frozen=True, slots=True)
class StdioMcpServer:
    """A program that the agent starts in its sandbox and speaks to over its standard input and output."""

    name: str
    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HttpMcpServer:
    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)


McpServer = StdioMcpServer | HttpMcpServer


def checked_mcp_servers(plain: Iterable[Mapping[str, Any]]) -> tuple[McpServer, ...]:
    servers = tuple(_server(fields) for fields in plain)
    names = [server.name for server in servers]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InvalidInput(f"There are two MCP servers called {twice}.", field="mcp_servers")
    return servers


def checked_variables(variables: Mapping[str, str], *, field: str = "environment") -> dict[str, str]:
    for name, value in variables.items():
        if not _VARIABLE.fullmatch(name) or "\0" in value:
            raise InvalidInput(f"`{name}` cannot be a variable of the environment.", field=field)
        if name in _OURS:
            raise InvalidInput(f"{name} is set by the sandbox and cannot be changed.", field=field)
    return dict(variables)


def _server(fields: Mapping[str, Any]) -> McpServer:
    name = str(fields.get("name") or "")
    if not _NAME.fullmatch(name):
        raise InvalidInput(f"`{name}` cannot be the name of an MCP server.", field="mcp_servers")
    if "url" in fields:
        return HttpMcpServer(name, _url(name, str(fields["url"])), dict(fields.get("headers") or {}))
    command = str(fields.get("command") or "").strip()
    if not command:
        raise InvalidInput(f"The MCP server {name} needs a command or a url.", field="mcp_servers")
    variables = checked_variables(fields.get("env") or {}, field="mcp_servers")
    return StdioMcpServer(name, command, tuple(fields.get("args") or ()), variables)


def _url(name: str, url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(f"The url of the MCP server {name} is not an http address.", field="mcp_servers")
    return url
