"""Writes down GitHub's own number of a repository, by which its webhooks are recognised under another name."""

from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.github_integration.hosts import GitHubRepository
from shopfloor.state_manager.store import Store


class RepositoryNumbers:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: set[tuple[str, str, int]] = set()

    async def learn(self, repository: GitHubRepository, repository_url: str, number: int) -> None:
        key, host = parse_repository_url(repository_url).key, repository.host.name
        if (host, key, number) in self._known:
            return
        await self._store.write(lambda tx: tx.forge_repositories.remember(host, number, key))
        self._known.add((host, key, number))
