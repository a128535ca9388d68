"""The project whose own token is used for a repository."""

from shopfloor.domain.ids import ProjectId
from shopfloor.domain.repository_url import parse_repository_url
from shopfloor.domain.secret import project_of
from shopfloor.errors import NotFound
from shopfloor.github_integration.hosts import SECRET_NAME, GitHubHosts, GitHubRepository
from shopfloor.state_manager.store import Reader, Store


class ProjectTokens:
    def __init__(self, store: Store, hosts: GitHubHosts) -> None:
        self._store = store
        self._hosts = hosts

    async def project_of(self, repository: GitHubRepository) -> ProjectId | None:
        return await self._store.read(lambda tx: self._find(tx, repository))

    def _find(self, tx: Reader, repository: GitHubRepository) -> ProjectId | None:
        for secret in tx.secrets.list():
            project_id = project_of(secret.scope)
            if project_id is None or not secret.name.startswith(SECRET_NAME):
                continue
            if self._is_of(tx, project_id, repository):
                return project_id
        return None

    def _is_of(self, tx: Reader, project_id: ProjectId, repository: GitHubRepository) -> bool:
        try:
            url = tx.projects.get(project_id).repository_url
        except NotFound:
            return False
        found = self._hosts.repository_at(parse_repository_url(url))
        return found is not None and found.web_url.lower() == repository.web_url.lower()
