"""How git reaches a repository elsewhere: by which address, and as whom."""

from dataclasses import dataclass, field
from typing import Protocol

from shopfloor.domain.repository_url import RepositoryLocation


@dataclass(frozen=True, slots=True)
class Login:
    """What git's credential helper answers, for one server and no other."""

    server: str
    """Scheme and host, such as https://github.com"""
    username: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Access:
    url: str
    login: Login | None = None
    """None: git asks whom the user has set up for that (ssh keys, her own credential helpers)."""


class RemoteAccess(Protocol):
    async def access_to(self, location: RepositoryLocation) -> Access: ...


class DirectAccess:
    """Implements RemoteAccess: the address as it is."""

    async def access_to(self, location: RepositoryLocation) -> Access:
        return Access(location.url)
