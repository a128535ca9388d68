"""How git reaches repositories: those on GitHub over HTTPS with our token, if there is one; others as they are."""

from shopfloor.domain.admission import RepositoryRules
from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.git_operations.remote_access import Access, Login
from shopfloor.github_integration.address_guard import AddressGuard
from shopfloor.github_integration.credentials import Credentials
from shopfloor.github_integration.hosts import GitHubHosts

_USERNAME = "x-access-token"


class GitHubAccess:
    """Implements RemoteAccess."""

    def __init__(self, hosts: GitHubHosts, credentials: Credentials, rules: RepositoryRules) -> None:
        self._hosts = hosts
        self._credentials = credentials
        self._guard = AddressGuard(rules)

    async def access_to(self, location: RepositoryLocation) -> Access:
        if location.kind == "local":
            return Access(location.url)
        repository = self._hosts.repository_at(location)
        credential = await self._credentials.find(repository.host, repository) if repository else None
        if repository is None or credential is None:
            await self._guard.check(location)
            return Access(location.url)
        return Access(repository.clone_url, Login(repository.host.web_url, _USERNAME, credential.token))
