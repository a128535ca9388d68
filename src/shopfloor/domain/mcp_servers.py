"""MCP servers of a project: further tools that its agents are given."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
