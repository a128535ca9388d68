"""A user's sign-in and configuration, lent to the agents of her orders.

The declared files, and nothing else of her HOME, are copied into the HOME that the agent gets, and removed from there
when it has ended. Many services give out a new token with each refresh and take the old one back; so a sign-in that the
agent has refreshed replaces the user's, unless hers has changed meanwhile.
"""

import asyncio
import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import structlog

from shopfloor.agent_executor.catalogue import AgentDeclaration
from shopfloor.agent_executor.json_lines import Json
from shopfloor.domain.redaction import Redactor
from shopfloor.errors import ShopfloorError
from shopfloor.sandbox_manager.sandbox_protocol import ProgramPlace

logger = structlog.get_logger(__name__)

_NOTE = ".shopfloor-carried.json"
"""In the agent's HOME: what was carried in, by its digest. It outlives a crash of ours."""
_LARGEST = 1024 * 1024
_TELLING_NAME = re.compile(r"token|key|secret|password|access|refresh", re.IGNORECASE)
_SHORTEST_SECRET = 12


class LentFiles:
    def __init__(self, *, user_home: Path | None, is_allowed: Callable[[], bool], redactor: Redactor) -> None:
        self._user_home = user_home
        self._is_allowed = is_allowed
        self._redactor = redactor

    @property
    def is_allowed(self) -> bool:
        return self._is_allowed()

    def is_signed_in(self, agent: AgentDeclaration) -> bool:
        """Whether there is anything to carry. Looks on the disk."""
        return any(self._own(path) is not None for path in agent.credential_files)

    async def carry_in(self, agent: AgentDeclaration, sandbox: ProgramPlace) -> frozenset[str]:
        """What was carried in."""
        lent = (*agent.credential_files, *agent.config_files)
        if not lent:
            return frozenset()
        await self.carry_out(agent, sandbox)
        digests: dict[str, str] = {}
        for path in lent if self.is_allowed else ():
            content = await asyncio.to_thread(self._own, path)
            if content is not None:
                self._redactor.learn(*_secrets_in(content))
                digests[path] = _digest(content)
                await sandbox.write_home_file(path, content)
        if digests:
            await sandbox.write_home_file(_NOTE, json.dumps(digests).encode())
        return frozenset(digests)

    async def carry_out(self, agent: AgentDeclaration, sandbox: ProgramPlace) -> None:
        """Once nothing of the agent runs any more. What cannot be done is told in the log and harms no order."""
        if not agent.credential_files and not agent.config_files:
            return
        try:
            note = _object_in(await sandbox.read_home_file(_NOTE))
            for path, digest in note.items():
                if path in agent.credential_files and isinstance(digest, str):
                    await self._take_back(path, digest, sandbox)
                if path in agent.credential_files or path in agent.config_files:
                    await sandbox.remove_home_file(path)
            await sandbox.remove_home_file(_NOTE)
        except (ShopfloorError, OSError) as exc:
            logger.warning("lent_files_not_taken_back", agent=agent.name, error=str(exc))

    async def _take_back(self, path: str, digest: str, sandbox: ProgramPlace) -> None:
        refreshed = await sandbox.read_home_file(path)
        if refreshed is None or _digest(refreshed) == digest or not self.is_allowed:
            return
        self._redactor.learn(*_secrets_in(refreshed))
        if await asyncio.to_thread(self._replace, path, digest, refreshed):
            logger.info("agent_credentials_refreshed", file=path)

    def _replace(self, path: str, digest: str, refreshed: bytes) -> bool:
        own = self._own(path)
        if self._user_home is None or own is None or _digest(own) != digest:
            return False
        if not _is_a_refresh(own, refreshed):
            return False
        target = (self._user_home / path).resolve()
        aside = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
        try:
            with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
                file.write(refreshed)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
        return True

    def _own(self, path: str) -> bytes | None:
        if self._user_home is None:
            return None
        try:
            with (self._user_home / path).open("rb") as file:
                content = file.read(_LARGEST + 1)
        except OSError:
            return None
        return content if 0 < len(content) <= _LARGEST else None


def _is_a_refresh(own: bytes, refreshed: bytes) -> bool:
    """An agent may damage its copy: only an object with the very fields of the old one takes its place."""
    before, after = _object_in(own), _object_in(refreshed)
    return bool(before) and before.keys() == after.keys() and len(refreshed) <= _LARGEST


def _object_in(content: bytes | None) -> Mapping[str, Json]:
    try:
        value = json.loads(content or b"")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _secrets_in(content: bytes) -> list[str]:
    try:
        return [*_telling_strings(json.loads(content), "")]
    except (ValueError, RecursionError):
        text = content.decode("utf-8", "replace")
        found = re.findall(
            r"(?m)^\s*[\w.-]*(?:token|key|secret)[\w.-]*\s*[:=]\s*[\"']?([^\s\"']+)", text, re.IGNORECASE
        )
        return [value for value in found if len(value) >= _SHORTEST_SECRET]


def _telling_strings(value: Json, name: str) -> Iterator[str]:
    if isinstance(value, str) and len(value) >= _SHORTEST_SECRET and _TELLING_NAME.search(name):
        yield value
    elif isinstance(value, dict):
        for inner_name, inner in value.items():
            yield from _telling_strings(inner, str(inner_name))
    elif isinstance(value, list):
        for inner in value:
            yield from _telling_strings(inner, name)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
