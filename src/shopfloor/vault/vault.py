"""Where secrets are kept. Values go in and come out here; everybody else sees names."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import structlog

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.redaction import Redactor
from shopfloor.domain.secret import StoredSecret, checked_secret_name, project_of, scope_of
from shopfloor.errors import InvalidInput, NotFound, VaultError
from shopfloor.state_manager.store import Store, Transaction

if TYPE_CHECKING:
    from shopfloor.vault.sealing import Sealer

logger = structlog.get_logger(__name__)
_LONGEST = 65_536


class Vault:
    """The key is asked for when the first secret needs it, and the redactor learns every value that passes."""

    def __init__(
        self,
        *,
        store: Store,
        redactor: Redactor,
        key: Callable[[], bytes],
        on_project_change: Callable[[ProjectId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._redactor = redactor
        self._key = key
        self._on_project_change = on_project_change

    @cached_property
    def _sealer(self) -> "Sealer":
        from shopfloor.vault.sealing import Sealer  # imported late: a floor without secrets starts without it

        return Sealer(self._key())

    async def load(self) -> None:
        """Makes the stored values known to the redactor. A secret that does not open is left as it is, and told."""
        rows = await self._store.read(lambda tx: tx.secrets.list())
        for row in rows:
            try:
                await self.read(row.name, project_id=project_of(row.scope))
            except VaultError as error:
                logger.warning("secret_not_opened", name=row.name, scope=row.scope, error=error.message)

    async def put(
        self, name: str, value: str, *, project_id: ProjectId | None = None, author: str | None = None
    ) -> StoredSecret:
        """Sets it, or replaces what was there."""
        checked_secret_name(name)
        value = _checked_value(value)
        self._redactor.learn(value)
        scope = scope_of(project_id)
        sealed = await asyncio.to_thread(lambda: self._sealer.seal(f"{scope}/{name}", value))

        def write(tx: Transaction) -> StoredSecret:
            if project_id is None:
                return tx.secrets.put(scope, name, sealed)
            tx.projects.get(project_id)
            note = f"Secret {name} {'set' if tx.secrets.sealed(scope, name) is None else 'got a new value'}."
            stored = tx.secrets.put(scope, name, sealed)
            tx.projects.secret_changed(project_id, name, author=author, note=note)
            return stored

        stored = await self._store.write(write)
        self._tell(project_id)
        return stored

    async def read(self, name: str, *, project_id: ProjectId | None = None) -> str | None:
        """The value in exactly this scope."""
        scope = scope_of(project_id)
        sealed = await self._store.read(lambda tx: tx.secrets.sealed(scope, name))
        if sealed is None:
            return None
        value = await asyncio.to_thread(lambda: self._sealer.open(f"{scope}/{name}", sealed))
        self._redactor.learn(value)
        return value

    async def find(self, name: str, *, project_id: ProjectId | None = None) -> str | None:
        """The project's value, else the user's."""
        value = await self.read(name, project_id=project_id) if project_id is not None else None
        return value if value is not None else await self.read(name)

    async def list(self, *, project_id: ProjectId | None = None) -> list[StoredSecret]:
        """All, or those of one project."""
        scope = scope_of(project_id) if project_id is not None else None
        return await self._store.read(lambda tx: tx.secrets.list(scope))

    async def remove(self, name: str, *, project_id: ProjectId | None = None, author: str | None = None) -> None:
        scope = scope_of(project_id)

        def write(tx: Transaction) -> None:
            if not tx.secrets.remove(scope, name):
                raise NotFound(f"There is no secret {name}.")
            if project_id is not None:
                tx.projects.secret_changed(project_id, name, author=author, note=f"Secret {name} removed.")

        await self._store.write(write)
        self._tell(project_id)

    def _tell(self, project_id: ProjectId | None) -> None:
        if project_id is not None:
            self._on_project_change(project_id)


def _checked_value(value: str) -> str:
    value = value.strip()
    if not value:
        raise InvalidInput("A secret's value cannot be empty.", field="value", hint="To take it away, remove it.")
    if len(value) > _LONGEST:
        raise InvalidInput(f"A secret's value has at most {_LONGEST} characters.", field="value")
    return value
