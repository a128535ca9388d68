"""Keeps a name that leads into a private network from being asked for a repository."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from shopfloor.domain.admission import RepositoryRules, host_of
from shopfloor.domain.hosts import is_private_address
from shopfloor.domain.repository_url import RepositoryLocation

_SECONDS = 5.0


async def _addresses_of(name: str) -> Sequence[str]:
    found = await asyncio.get_running_loop().getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class AddressGuard:
    def __init__(
        self, rules: RepositoryRules, addresses_of: Callable[[str], Awaitable[Sequence[str]]] = _addresses_of
    ) -> None:
        self._rules = rules
        self._addresses_of = addresses_of

    async def check(self, location: RepositoryLocation) -> None:
        """A name that cannot be resolved here is left to git, which may use a proxy."""
        host = host_of(location)
        if self._rules.allows_private(host):
            return
        name = urlsplit(f"//{host}").hostname or host
        try:
            async with asyncio.timeout(_SECONDS):
                found = await self._addresses_of(name)
        except (OSError, TimeoutError, UnicodeError):
            return
        if any(is_private_address(ipaddress.ip_address(address.partition("%")[0])) for address in found):
            raise self._rules.private_refusal(host)
