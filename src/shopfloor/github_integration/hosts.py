"""Which addresses are repositories on a GitHub, and where that one's API is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from shopfloor.domain.repository_url import RepositoryLocation
from shopfloor.errors import InvalidInput

GITHUB_COM = "github.com"
SECRET_NAME = "github_token"  # noqa: S105 - the name of a secret
_HOST = re.compile(r"^(?:(?P<scheme>https?)://)?(?P<name>[A-Za-z0-9.\-\[\]:]+?)/?$")
_SCP_LIKE = re.compile(r"^(?:[^@/:]+@)?(?P<host>\[[^\]]+\]|[^@/:]+):(?!//)(?P<path>.+)$")


@dataclass(frozen=True, slots=True)
class GitHubHost:
    name: str
    """With its port where that is not the usual one."""
    scheme: str = "https"
    is_default: bool = True
    """The one that `owner/name` means."""

    @property
    def secret_name(self) -> str:
        """Of its token: a token is for one host, it must not be sent to another."""
        return SECRET_NAME if self.is_default else f"{SECRET_NAME}.{self.name.replace(':', '_')}"

    @property
    def web_url(self) -> str:
        return f"{self.scheme}://{self.name}"

    @property
    def api_url(self) -> str:
        if self._is_cloud:
            return f"{self.scheme}://api.{self.name}"
        return f"{self.web_url}/api/v3"

    @property
    def graphql_url(self) -> str:
        return f"{self.api_url}/graphql" if self._is_cloud else f"{self.web_url}/api/graphql"

    @property
    def _is_cloud(self) -> bool:
        return self.name == GITHUB_COM or self.name.endswith(".ghe.com")

    @property
    def bare_name(self) -> str:
        return urlsplit(self.web_url).hostname or self.name


@dataclass(frozen=True, slots=True)
class GitHubRepository:
    host: GitHubHost
    owner: str
    name: str

    @property
    def full_name(self) -> str:
        return f"{self.owner}/{self.name}"

    @property
    def web_url(self) -> str:
        return f"{self.host.web_url}/{self.full_name}"

    @property
    def clone_url(self) -> str:
        return f"{self.web_url}.git"

    def path(self, *parts: str | int) -> str:
        """In the API."""
        return "/".join(["/repos", *(quote(str(part), safe="") for part in (self.owner, self.name, *parts))])


class GitHubHosts:
    """The first is the one that `owner/name` means, and whose token is called github_token."""

    def __init__(self, texts: Sequence[str]) -> None:
        hosts = [_host(text, is_default=place == 0) for place, text in enumerate(texts)]
        self.all = tuple(hosts) or (GitHubHost(GITHUB_COM),)

    @property
    def default(self) -> GitHubHost:
        return self.all[0]

    def find(self, name: str) -> GitHubHost | None:
        return next((host for host in self.all if host.name == name.lower()), None)

    def repository_at(self, location: RepositoryLocation) -> GitHubRepository | None:
        """None where it is not on a GitHub that we know."""
        place = _place_of(location)
        if place is None:
            return None
        is_ssh, address, parts = place
        host = self._host_of(address, is_ssh=is_ssh)
        if host is None or len(parts) != 2:
            return None
        return GitHubRepository(host, location.owner, location.name)

    def _host_of(self, address: str, *, is_ssh: bool) -> GitHubHost | None:
        if not is_ssh:
            return self.find(address)
        name = urlsplit(f"ssh://{address}").hostname or ""
        name = GITHUB_COM if name == f"ssh.{GITHUB_COM}" else name
        return next((host for host in self.all if host.bare_name == name), None)


def _place_of(location: RepositoryLocation) -> tuple[bool, str, list[str]] | None:
    if location.kind == "local":
        return None
    if "://" in location.url:
        parts = urlsplit(location.url)
        address, path, is_ssh = parts.netloc.rpartition("@")[2], parts.path, parts.scheme == "ssh"
        if parts.scheme not in {"http", "https", "ssh"}:
            return None
    else:
        match = _SCP_LIKE.match(location.url)
        if match is None:
            return None
        address, path, is_ssh = match["host"], match["path"], True
    return is_ssh, address.lower(), [part for part in path.split("/") if part]


def _host(text: str, *, is_default: bool) -> GitHubHost:
    match = _HOST.match(text.strip())
    if match is None:
        raise InvalidInput(f"{text!r} is not the name of a host.", field="github_hosts", hint="Like github.example.com")
    name = match["name"].lower()
    name = GITHUB_COM if name == f"www.{GITHUB_COM}" else name
    return GitHubHost(name, match["scheme"] or "https", is_default)
