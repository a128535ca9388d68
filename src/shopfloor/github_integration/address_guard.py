"""Keeps a name that leads into a private network from being asked for a repository."""

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit

from shopfloor.domain.admission import RepositoryRules, host_of
from shopfloor.domain.hosts import is_private_address
from shopfloor.domain.repository_url import RepositoryLocation

_SECONDS = 5.0


class AddressGuard:
    def __init__(self, rules: RepositoryRules) -> None:
        self._rules = rules

    async def check(self, location: RepositoryLocation) -> None:
        """A name that cannot be resolved here is left to git, which may use a proxy."""
        host = host_of(location)
        if self._rules.allows_private(host):
            return
        name = urlsplit(f"//{host}").hostname or host
        try:
            async with asyncio.timeout(_SECONDS):
                found = await asyncio.get_running_loop().getaddrinfo(name, None, type=socket.SOCK_STREAM)
        except (OSError, TimeoutError, UnicodeError):
            return
        if any(is_private_address(ipaddress.ip_address(str(entry[4][0]).partition("%")[0])) for entry in found):
            raise self._rules.private_refusal(host)
