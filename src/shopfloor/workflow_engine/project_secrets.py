"""A project's secrets on their way into a sandbox: the only place they go to."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.mcp_servers import McpServer
from shopfloor.domain.project import Project
from shopfloor.domain.secret import StoredSecret
from shopfloor.domain.secret_references import filled, filled_server, is_variable, names_in, texts_of
from shopfloor.errors import SecretMissing


class SecretReader(Protocol):
    """Opens secrets, and tells the redactor each value that it gives out."""

    async def list(self, *, project_id: ProjectId | None = None) -> list[StoredSecret]: ...

    async def read(self, name: str, *, project_id: ProjectId | None = None) -> str | None: ...


class ProjectSecrets:
    """Keys that an agent declares as its own are left to it: other agents and scripts do not get them."""

    def __init__(self, *, secrets: SecretReader, keys_of_agents: Collection[str]) -> None:
        self._secrets = secrets
        self._keys_of_agents = frozenset(keys_of_agents)

    async def variables(self, project: Project) -> dict[str, str]:
        """Its secrets that are variables, and the readable variables that refer to one."""
        stored = await self._secrets.list(project_id=project.project_id)
        names = {each.name for each in stored if is_variable(each.name)} - self._keys_of_agents
        referring = {name: text for name, text in project.environment.items() if names_in([text])}
        wanted = names | names_in(referring.values())
        values = await self._values(project, wanted, used_by="The environment")
        return {name: values[name] for name in names} | {name: filled(text, values) for name, text in referring.items()}

    async def fill(self, project: Project, servers: Sequence[McpServer]) -> tuple[McpServer, ...]:
        return tuple([await self._filled(project, server) for server in servers])

    async def _filled(self, project: Project, server: McpServer) -> McpServer:
        values = await self._values(project, names_in(texts_of(server)), used_by=f"The MCP server {server.name}")
        return filled_server(server, values)

    async def _values(self, project: Project, names: Iterable[str], *, used_by: str) -> Mapping[str, str]:
        values: dict[str, str] = {}
        for name in sorted(names):
            value = await self._secrets.read(name, project_id=project.project_id)
            if value is None:
                raise SecretMissing(
                    f"{used_by} of {project.name} refers to the secret {name}, which the project does not have.",
                    hint=f"Set it in the project's settings, or: shopfloor secrets set {name} "
                    f"--project {project.project_id}",
                )
            values[name] = value
        return values
