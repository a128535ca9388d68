"""What a user has to know of an agent before she gives it work: is it there, is it signed in, what can it do."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from shopfloor.agent_executor.agent_keys import AgentKeys
from shopfloor.agent_executor.catalogue import AgentCatalogue, AgentDeclaration
from shopfloor.agent_executor.lent_files import LentFiles
from shopfloor.agent_executor.version_probe import VersionProbe

_CARRYING_HINT = (
    "You are signed in, but sign-ins are not carried into sandboxes: "
    "`shopfloor settings set carry_agent_credentials true`, or store {keys} with `shopfloor secrets set`."
)


class SignedIn(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AgentState:
    name: str
    display_name: str
    description: str
    is_installed: bool
    path: str | None
    version: str | None
    signed_in: SignedIn
    hint: str | None
    """What to do before it can be used."""
    install_hint: str | None
    sign_in_hint: str | None
    unavailable_reason: str | None
    supports_models: bool
    supports_resume: bool
    supports_permissions: bool
    supports_modes: bool
    supports_effort: bool
    default_model: str | None

    @property
    def asks_permission(self) -> bool:
        return self.supports_permissions


class AgentStates:
    def __init__(
        self,
        *,
        catalogue: AgentCatalogue,
        keys: AgentKeys,
        lent_files: LentFiles,
        versions: VersionProbe,
        platform: str = sys.platform,
    ) -> None:
        self._catalogue = catalogue
        self._keys = keys
        self._lent_files = lent_files
        self._versions = versions
        self._has_keychain = platform == "darwin"

    async def list(self) -> Sequence[AgentState]:
        """All of them, also those that are still to be installed."""
        return await asyncio.gather(*(self._look_at(known) for known in self._catalogue.declarations()))

    async def get(self, name: str) -> AgentState:
        return await self._look_at(self._catalogue.declaration(name))

    async def _look_at(self, declared: AgentDeclaration) -> AgentState:
        agent = await asyncio.to_thread(self._catalogue.in_use, declared)
        path = await asyncio.to_thread(self._catalogue.path_of, agent)
        version, (signed_in, sign_in_hint) = await asyncio.gather(self._version(agent, path), self._sign_in(agent))
        hint, reason = _trouble(agent, path, signed_in, sign_in_hint)
        return AgentState(
            name=agent.name,
            display_name=agent.display_name,
            description=agent.description,
            is_installed=path is not None,
            path=path,
            version=version,
            signed_in=signed_in,
            hint=hint,
            install_hint=agent.install_hint,
            sign_in_hint=sign_in_hint,
            unavailable_reason=reason,
            supports_models=agent.supports_models,
            supports_resume=agent.supports_resume,
            supports_permissions=agent.asks_permission,
            supports_modes=agent.supports_modes,
            supports_effort=agent.supports_effort,
            default_model=agent.default_model,
        )

    async def _version(self, agent: AgentDeclaration, path: str | None) -> str | None:
        if agent.version is not None or path is None or not agent.version_argv:
            return agent.version
        program = await asyncio.to_thread(self._catalogue.find, agent.version_argv[0])
        return await self._versions.version_of(program, agent.version_argv) if program else None

    async def _sign_in(self, agent: AgentDeclaration) -> tuple[SignedIn, str | None]:
        if agent.needs_sign_in is False or await self._keys.has_key(agent):
            return SignedIn.YES, agent.login_hint
        if await asyncio.to_thread(self._lent_files.is_signed_in, agent):
            if self._lent_files.is_allowed:
                return SignedIn.YES, agent.login_hint
            return SignedIn.NO, _CARRYING_HINT.format(keys=" or ".join(agent.key_variables) or "its key")
        is_certain = agent.needs_sign_in is True and not self._has_keychain
        return (SignedIn.NO if is_certain else SignedIn.UNKNOWN), agent.login_hint


def _trouble(
    agent: AgentDeclaration, path: str | None, signed_in: SignedIn, sign_in_hint: str | None
) -> tuple[str | None, str | None]:
    if path is None:
        program = agent.argv[0] if agent.argv else None
        return agent.install_hint, f"`{program}` is not on PATH." if program else "No command is set for it."
    if signed_in is SignedIn.NO:
        return sign_in_hint, "It is not signed in."
    return None, None
