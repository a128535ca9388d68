"""Knows a repository again under another name, by the number that its forge gave it."""

from collections.abc import Iterable

from shopfloor.domain.ids import RepositoryKey
from shopfloor.domain.webhook import Happening
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.webhooks.whereabouts import keys_of, known_keys_of


class Recognition:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def learn(self, happening: Happening) -> None:
        """All names that it is told under belong to its number."""
        host, number = happening.host, happening.repository_number
        if number is None:
            return
        new = keys_of(happening) - await self._store.read(lambda tx: known_keys_of(tx, happening))
        if new:
            await self._store.write(lambda tx: _remember(tx, host, number, new))


def _remember(tx: Transaction, host: str, number: int, keys: Iterable[RepositoryKey]) -> None:
    for key in keys:
        tx.forge_repositories.remember(host, number, key)
