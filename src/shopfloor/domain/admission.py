"""Which repositories this server works on, as far as the address tells."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from shopfloor.domain.hosts import address_in, is_private_address
from shopfloor.domain.repository_url import RepositoryLocation, parse_repository_url
from shopfloor.errors import RepositoryUrlRefused

_SHORTHAND = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[A-Za-z0-9._-]{1,100}$")
_SCP_HOST = re.compile(r"^(?:[^@/:]+@)?(\[[^\]]+\]|[^@/:]+):")
_EVERY_HOST = "*"


@dataclass(frozen=True, slots=True)
class RepositoryRules:
    default_host_url: str = "https://github.com"
    """What `owner/name` is on."""
    allows_local: bool = True
    """Paths on this machine. Not on a server that others use: they would read what is not theirs."""
    always_local: tuple[Path, ...] = ()
    """Folders of our own."""
    private_hosts: frozenset[str] = frozenset()
    """Hosts in private networks that may be asked; `*` for all."""
    ssh_hosts: frozenset[str] = frozenset()
    """The same for ssh, where a host has another port than on the web."""

    def admit(self, text: str) -> RepositoryLocation:
        """Raises RepositoryUrlRefused, which says why."""
        if _SHORTHAND.match(text):
            text = f"{self.default_host_url}/{text}"
        location = parse_repository_url(text)
        if location.kind == "local":
            self._require_local(location)
        else:
            self._require_public(location)
        return location

    def allows_private(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or host
        return not {_EVERY_HOST, host, name}.isdisjoint(self.private_hosts)

    def private_refusal(self, host: str) -> RepositoryUrlRefused:
        return RepositoryUrlRefused(
            f"{host} is in a private network.",
            hint=f"Allow it when you start the server: SHOPFLOOR_ALLOWED_PRIVATE_HOSTS={host}",
            field="repository_url",
        )

    def _require_local(self, location: RepositoryLocation) -> None:
        path = location.path
        if self.allows_local or (path is not None and any(path.is_relative_to(own) for own in self.always_local)):
            return
        raise RepositoryUrlRefused(
            "This server is shared: repositories on its own disk cannot be used.",
            hint="Give a URL, or start it with SHOPFLOOR_ALLOW_LOCAL_REPOSITORIES=1.",
            field="repository_url",
        )

    def _require_public(self, location: RepositoryLocation) -> None:
        host = host_of(location)
        if self.allows_private(host):
            return
        name = urlsplit(f"//{host}").hostname or host
        if name in self.ssh_hosts and (location.url.startswith("ssh://") or "://" not in location.url):
            return
        address = address_in(name)
        if name == "localhost" or name.endswith(".localhost") or (address and is_private_address(address)):
            raise self.private_refusal(host)


ORDINARY_RULES = RepositoryRules()


def host_of(location: RepositoryLocation) -> str:
    """With its port where it has one; empty for a path."""
    if location.kind == "local":
        return ""
    if "://" in location.url:
        return urlsplit(location.url).netloc.rpartition("@")[2].lower()
    match = _SCP_HOST.match(location.url)
    return match[1].lower() if match else ""
