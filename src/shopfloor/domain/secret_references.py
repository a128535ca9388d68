"""`${secret:NAME}` in a project's settings: the place of a value that is in the vault alone."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from shopfloor.domain.mcp_servers import HttpMcpServer, McpServer

_REFERENCE = re.compile(r"\$\{secret:([A-Za-z][A-Za-z0-9_.-]{0,99})\}")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")


def is_variable(secret_name: str) -> bool:
    """A project's secret with a name in capitals is a variable of its sandboxes; others are for the platform."""
    return _VARIABLE.fullmatch(secret_name) is not None


def names_in(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in _REFERENCE.findall(text)}


def filled(text: str, values: Mapping[str, str]) -> str:
    """With the values in place. What they contain is never looked at again."""
    return _REFERENCE.sub(lambda match: values[match[1]], text)


def texts_of(server: McpServer) -> list[str]:
    if isinstance(server, HttpMcpServer):
        return [server.url, *server.headers.values()]
    return [*server.args, *server.env.values()]


def filled_server(server: McpServer, values: Mapping[str, str]) -> McpServer:
    if isinstance(server, HttpMcpServer):
        headers = {name: filled(text, values) for name, text in server.headers.items()}
        return replace(server, url=filled(server.url, values), headers=headers)
    variables = {name: filled(text, values) for name, text in server.env.items()}
    return replace(server, args=tuple(filled(each, values) for each in server.args), env=variables)
