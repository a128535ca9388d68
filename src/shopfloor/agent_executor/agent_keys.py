"""The keys and other variables an agent gets: its own only, and in its environment only."""

import secrets
from collections.abc import Mapping
from typing import Protocol

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.domain.ids import ProjectId
from shopfloor.domain.redaction import Redactor


class SecretFinder(Protocol):
    async def find(self, name: str, *, project_id: ProjectId | None = None) -> str | None:
        """The project's value, else the user's."""
        ...


class AgentKeys:
    """What users have stored comes first, then what the floor itself was started with."""

    def __init__(self, *, secrets: SecretFinder, environment: Mapping[str, str], redactor: Redactor) -> None:
        self._secrets = secrets
        self._environment = environment
        self._redactor = redactor

    async def variables(self, agent: AgentDeclaration, project_id: ProjectId | None = None) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in agent.key_variables:
            value = await self._key(name, project_id)
            if value:
                self._redactor.learn(value)
                found[name] = value
        passed = {name: self._environment[name] for name in agent.passed_variables if self._environment.get(name)}
        random = {name: secrets.token_urlsafe(24) for name in agent.random_variables}
        return {**passed, **found, **random}

    async def has_key(self, agent: AgentDeclaration) -> bool:
        return any([await self._key(name, None) for name in agent.key_variables])

    async def _key(self, name: str, project_id: ProjectId | None) -> str | None:
        return await self._secrets.find(name, project_id=project_id) or self._environment.get(name)
