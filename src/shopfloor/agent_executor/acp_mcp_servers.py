"""MCP servers as the Agent Client Protocol names them."""

from collections.abc import Mapping

from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.mcp_servers import HttpMcpServer, McpServer


def mcp_server_on_wire(server: McpServer) -> Json:
    if isinstance(server, HttpMcpServer):
        return {"type": "http", "name": server.name, "url": server.url, "headers": _pairs(server.headers)}
    return {"name": server.name, "command": server.command, "args": list(server.args), "env": _pairs(server.env)}


def can_use(server: McpServer, capabilities: Mapping[str, Json]) -> bool:
    """Every agent can start a program; one that also speaks HTTP says so."""
    if not isinstance(server, HttpMcpServer):
        return True
    of_mcp = capabilities.get("mcpCapabilities")
    return isinstance(of_mcp, dict) and of_mcp.get("http") is True


def _pairs(values: Mapping[str, str]) -> list[Json]:
    return [{"name": name, "value": value} for name, value in values.items()]
