"""MCP servers as Claude's configuration names them. Pure."""

from collections.abc import Iterable

from shopfloor.agent_executor.json_lines import Json


def mcp_config(servers: Iterable[Json]) -> dict[str, Json]:
    """From the form they have in the Agent Client Protocol."""
    return {"mcpServers": {str(server["name"]): _server(server) for server in servers if isinstance(server, dict)}}


def _server(server: dict[str, Json]) -> Json:
    if "url" in server:
        return {"type": "http", "url": server["url"], "headers": _mapping(server.get("headers"))}
    return {"command": server.get("command"), "args": server.get("args") or [], "env": _mapping(server.get("env"))}


def _mapping(pairs: Json) -> dict[str, str]:
    found = pairs if isinstance(pairs, list) else []
    return {str(pair["name"]): str(pair["value"]) for pair in found if isinstance(pair, dict)}
